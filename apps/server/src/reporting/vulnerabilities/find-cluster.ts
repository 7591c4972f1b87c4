import { findAdvisory } from '#knowledge/advisories/clusters/cluster-store.ts'
import type { Scope } from '#auth/scope.ts'
import { readOwnAdvisories } from '#knowledge/own-advisories/read-own-advisories.ts'
import type { Database } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { clusterOfAlias, clusterOfCve, clusterOfPrefix } from './store.ts'

/** Of the feeds or of the account: by uuid, by its short form (shown if there is no CVE), or by any alias or CVE. Throws 404 if there is none. */
export async function findCluster(db: Database, scope: Scope, id: string): Promise<string> {
  const text = id.trim()
  const short = /^MET-([\da-f]{8})$/i.exec(text)?.[1]
  const uuid = isUuid(text)
    ? await findAdvisory(db, text)
    : short === undefined
      ? ((await clusterOfAlias(db, spellings(text))) ?? (await clusterOfCve(db, text.toUpperCase())))
      : await clusterOfPrefix(db, short.toLowerCase())
  return uuid ?? (await readOwnAdvisories(db, scope)).advisoryOf(text) ?? throwNotFound('vulnerability')
}

/** As given, in upper case like CVEs, and in GHSA case: 'GHSA-jf85-cpcp-j695'. */
function spellings(text: string): string[] {
  const clean = text.replaceAll('\0', '')
  const [first = '', ...rest] = clean.toLowerCase().split('-')
  return [clean, clean.toUpperCase(), [first.toUpperCase(), ...rest].join('-')]
}
