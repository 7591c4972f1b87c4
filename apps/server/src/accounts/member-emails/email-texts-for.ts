import { Language, languages } from '@assay/contract/languages.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { emailTexts } from './email-texts.ts'
import { findLanguage } from './store.ts'

/** For members that follow their browser's language, which the server does not know. */
const defaultLanguage = languages[0]

export const emailTextsIn = (language: string | null | undefined) =>
  emailTexts[Language.catch(defaultLanguage).parse(language)]

/** The texts of emails in the member's language. */
export const emailTextsFor = async (db: Database, scope: Scope, memberUuid: string) =>
  emailTextsIn(await findLanguage(db, scope, memberUuid))
