import { Language, languages } from '@assay/contract/languages.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { browserLanguage } from '#platform/http/browser-language.ts'
import { findMember } from './store.ts'

/** Of a document for the caller: chosen in the profile, otherwise of the requesting browser or of the last one seen. */
export async function documentLanguage(
  db: Database,
  { scope, memberUuid }: Pick<Caller, 'scope' | 'memberUuid'>,
  request: FastifyRequest,
): Promise<Language> {
  const member = await findMember(db, scope, memberUuid)
  const language = member?.language ?? browserLanguage(request) ?? member?.browserLanguage
  return Language.catch(languages[0]).parse(language)
}
