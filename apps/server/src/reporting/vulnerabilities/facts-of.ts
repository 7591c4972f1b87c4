import type { Scope } from '#auth/scope.ts'
import { readOwnAdvisories } from '#knowledge/own-advisories/read-own-advisories.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { type FactsRow, findFacts } from './store.ts'

/** Of the feeds, otherwise of the account's own advisory. Throws Problem 404 without either. */
export async function factsOf(db: Database, scope: Scope, uuid: string): Promise<FactsRow> {
  const known = await findFacts(db, uuid)
  if (known) return known
  const own = await readOwnAdvisories(db, scope)
  const { cve, cves, publicId, severity, cvss, publishedAt, category } =
    own.facts.get(uuid) ?? throwNotFound('vulnerability')
  const published = publishedAt === null ? null : new Date(publishedAt)
  const rest = { severity, cvss, category }
  return { uuid, cve, cves: [...cves], public_id: publicId, published_at: published, ...rest }
}
