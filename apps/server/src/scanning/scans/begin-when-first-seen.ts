import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import type { NewFinding } from './finding-store.ts'
import { deleteFirstSeen, type FirstSeen, listFirstSeen } from './first-seen-store.ts'

/** Findings that another product knew begin when it first saw them, so that days to fix count from there. */
export async function beginWhenFirstSeen(
  tx: Tx,
  scope: Scope,
  opened: readonly NewFinding[],
): Promise<NewFinding[]> {
  const branchUuids = [...new Set(opened.map(({ branchUuid }) => branchUuid))]
  const seen = await listFirstSeen(tx, scope, branchUuids)
  if (seen.size === 0) return [...opened]
  await deleteFirstSeen(tx, scope, branchUuids)
  return opened.map((each) => {
    const earlier = seen.get(each.branchUuid)?.filter((known) => isOf(known, each.found)) ?? []
    const times = earlier.map((known) => known.at.getTime())
    return times.length === 0 ? each : { ...each, at: new Date(Math.min(...times)) }
  })
}

function isOf({ ecosystem, packageName, vulnerability }: FirstSeen, found: FoundFinding): boolean {
  const ids = [found.cve, found.publicId, ...found.cves].map((id) => id?.toUpperCase())
  return found.ecosystem === ecosystem && found.packageName === packageName && ids.includes(vulnerability)
}
