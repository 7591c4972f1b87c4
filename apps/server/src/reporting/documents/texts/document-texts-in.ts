import type { Language } from '@assay/contract/languages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { de } from './de.ts'
import type { DocumentTexts } from './document-texts.ts'
import { en } from './en.ts'

const texts: Readonly<Record<Language, DocumentTexts>> = { en, de }

/** English for any other language. */
export const documentTextsIn = (language: string): DocumentTexts => ownProperty(texts, language) ?? en
