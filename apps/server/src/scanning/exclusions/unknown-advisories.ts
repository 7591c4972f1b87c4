import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import type { Scope } from '#auth/scope.ts'
import { listKnownCves } from '#knowledge/advisories/clusters/cluster-store.ts'
import { listKnownUuids, resolveIds } from '#knowledge/own-advisories/resolve-ids.ts'
import type { Database } from '#platform/database/database.ts'

type Target = Exclusion['target']

/** The exclusions that match no advisory of this server: a typo, or data that has not been synced yet. */
export async function findUnknown<E extends { target: Target }>(
  db: Database,
  scope: Scope,
  exclusions: readonly E[],
): Promise<E[]> {
  const targets = exclusions.map(({ target }) => target)
  const cves = targets.flatMap((target) => (target.kind === 'cve' ? [target.cve] : []))
  const uuids = targets.flatMap((target) => (target.kind === 'advisory' ? [target.uuid] : []))
  const [knownCves, own, advisories] = await Promise.all([
    cves.length === 0 ? new Set<string>() : listKnownCves(db, cves),
    resolveIds(db, scope, cves),
    uuids.length === 0 ? new Set<string>() : listKnownUuids(db, scope, uuids),
  ])
  return exclusions.filter(({ target }) => {
    if (target.kind === 'library') return false
    return target.kind === 'cve'
      ? !knownCves.has(target.cve) && !own.has(target.cve)
      : !advisories.has(target.uuid)
  })
}

export function unknownMessage(target: Target): string {
  const name = target.kind === 'cve' ? target.cve : target.kind === 'advisory' ? target.uuid : target.name
  return `No known advisory is called ${name}: nothing is excluded until one is`
}
