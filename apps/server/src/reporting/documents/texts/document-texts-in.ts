import type { Language } from '@assay/contract/languages.ts'
import { de } from './de.ts'
import type { DocumentTexts } from './document-texts.ts'
import { en } from './en.ts'

const texts: Readonly<Record<Language, DocumentTexts>> = { en, de }

export const documentTextsIn = (language: Language): DocumentTexts => texts[language]
