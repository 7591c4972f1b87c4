import { Language, languages } from '@assay/contract/languages.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { emailTexts } from './email-texts.ts'
import { findLanguage } from './store.ts'

/** For members who have not opened the web app yet. */
const defaultLanguage = languages[0]

const supported = Language.catch(defaultLanguage)

export const emailTextsIn = (language: string | null | undefined) => emailTexts[supported.parse(language)]

/** Of emails and scheduled documents. */
export const memberLanguage = async (db: Database, scope: Scope, memberUuid: string): Promise<Language> =>
  supported.parse(await findLanguage(db, scope, memberUuid))

/** The texts of emails in the member's language. */
export const emailTextsFor = async (db: Database, scope: Scope, memberUuid: string) =>
  emailTexts[await memberLanguage(db, scope, memberUuid)]
