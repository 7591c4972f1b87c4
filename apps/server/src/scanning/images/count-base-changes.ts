import { findingKey, packageKey } from '@assay/engine/keys.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { findVulnerable } from '@assay/engine/scan.ts'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Scope } from '#auth/scope.ts'
import { completeEcosystems, readAdvisoryData } from '#knowledge/advisories/databases/database-store.ts'
import { readOwnAdvisories } from '#knowledge/own-advisories/read-own-advisories.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { findBaseInventory, listOpenInImage, listOwnPackages, type NewerBase } from './newer-base-store.ts'

const unpack = promisify(zstdDecompress)

interface Counted {
  branchUuid: string
  platform: string
  newer: NewerBase
}

/** The findings of a branch that another base image would end, and those that it would add; null if that is not known. */
export async function countBaseChanges(
  { db, advisories }: JobContext,
  scope: Scope,
  { branchUuid, platform, newer }: Counted,
): Promise<NewerBase['changes']> {
  const kept = await findBaseInventory(db, scope, { digest: newer.digest, platform })
  if (!kept?.inventory) return null
  const bytes = new Uint8Array(await unpack(kept.inventory))
  const { inventory } = readDocuments([{ path: 'sbom-cdx.json', bytes }])
  const ecosystems = new Set(inventory.components.flatMap(({ ecosystem }) => ecosystem ?? []))
  const complete = completeEcosystems(await readAdvisoryData(db, [...ecosystems]))
  // Nothing is found where advisories are missing, and nothing would be added.
  if (![...ecosystems].every((id) => complete.has(id))) return null
  const indexes = await advisories.load(ecosystems)
  const { indexOf: ownIndexes } = await readOwnAdvisories(db, scope)
  const next = findVulnerable({ inventory, indexes: indexes.get, ownIndexes })
  const open = await listOpenInImage(db, scope, branchUuid)
  const own = new Set(await listOwnPackages(db, scope, branchUuid))
  const [nextKeys, openKeys] = [new Set(next.map(findingKey)), new Set(open.map(findingKey))]
  return {
    fixed: open.filter((each) => each.isOfBase && !nextKeys.has(findingKey(each))).length,
    added: next.filter(
      (each) => !openKeys.has(findingKey(each)) && !own.has(packageKey(each.ecosystem, each.packageName)),
    ).length,
  }
}
