import { type Language, languages } from '@assay/contract/languages.ts'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** The language in which a browser gets the web app, by Accept-Language; null for clients that name none. */
export function browserLanguage({ raw, headers }: FastifyRequest): Language | null {
  if (!/(?:^|,)\s*[a-z]/i.test(headers['accept-language'] ?? '')) return null
  const preferred = new Negotiator(raw).language([...languages])
  return languages.find((each) => each === preferred) ?? languages[0]
}
