import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { clusterOfAlias, clusterOfPrefix, clusterOfUuid } from './store.ts'

/** By uuid, by the short form that is shown where there is no CVE, or by any alias; 404 when there is none. */
export async function findCluster(db: Database, id: string): Promise<string> {
  const text = id.trim()
  const short = /^MET-([\da-f]{8})$/i.exec(text)?.[1]
  const uuid = isUuid(text)
    ? await clusterOfUuid(db, text)
    : short === undefined
      ? await clusterOfAlias(db, spellings(text))
      : await clusterOfPrefix(db, short.toLowerCase())
  return uuid ?? throwNotFound('vulnerability')
}

const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** As it is, as CVE and most others are written, and as GHSA ids are: 'GHSA-jf85-cpcp-j695'. */
function spellings(text: string): string[] {
  const clean = text.replaceAll('\0', '')
  const [first = '', ...rest] = clean.toLowerCase().split('-')
  return [clean, clean.toUpperCase(), [first.toUpperCase(), ...rest].join('-')]
}
