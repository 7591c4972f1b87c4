import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import { type ComparedIndexes, findChange } from '@assay/engine/advisories/changed-matches.ts'
import { IndexFormatError } from '@assay/engine/advisories/index-format.ts'
import type { Ecosystem, EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Tx } from '#platform/database/database.ts'
import { findIndexes } from '#knowledge/advisories/indexes/index-store.ts'
import {
  type ChangedPackage,
  listUsed,
  type NamedPackage,
  type UsedPackage,
} from '#knowledge/advisories/clusters/package-store.ts'

/**
 * The changes that a scan could notice. A scan asks the index for the advisories of the versions that it found; of
 * others, to which these could be upgraded; and, for packages of private registries, whether it lists the name.
 */
export async function narrowChanges(tx: Tx, packages: readonly NamedPackage[]): Promise<ChangedPackage[]> {
  const narrowed: ChangedPackage[][] = []
  for (const [id, changed] of Map.groupBy(packages, ({ ecosystem }) => ecosystem))
    narrowed.push(await narrowEcosystem(tx, id as EcosystemId, changed))
  return narrowed.flat()
}

async function narrowEcosystem(
  tx: Tx,
  id: EcosystemId,
  changed: readonly NamedPackage[],
): Promise<ChangedPackage[]> {
  if (changed.some(({ name }) => name === '')) return [...changed]
  const indexes = await openIndexes(tx, id)
  if (!indexes) return [...changed]
  const used = new Map((await listUsed(tx, changed)).map((each) => [each.name, each]))
  return changed.flatMap(({ name }) => usesOf(indexes, used.get(name) ?? unused(id, name)))
}

const unused = (ecosystem: EcosystemId, name: string): UsedPackage => ({
  ecosystem,
  name,
  versions: [],
  releases: [],
})

async function openIndexes(tx: Tx, id: EcosystemId): Promise<ComparedIndexes | null> {
  const found = await findIndexes(tx, id)
  const ecosystem = ecosystemById(id)
  const before = found && openOlder(ecosystem, found.before)
  return found && before && { ecosystem, before, after: openIndex(ecosystem, found.after) }
}

/** null if it was compiled in another format. */
function openOlder(ecosystem: Ecosystem, content: Uint8Array): AdvisoryIndex | null {
  try {
    return openIndex(ecosystem, content)
  } catch (error) {
    if (error instanceof IndexFormatError) return null
    throw error
  }
}

function usesOf(indexes: ComparedIndexes, used: UsedPackage): ChangedPackage[] {
  const { ecosystem, name } = used
  const change = findChange(indexes, used)
  if (!change.isChanged) return []
  const concerned: ChangedPackage[] = [{ ecosystem, name, condition: 'has-ancestor' }]
  if (used.versions.length === 0) return concerned
  // Statements may have waited for the advisory, whatever it affects.
  concerned.push({ ecosystem, name, condition: 'has-vex' })
  if (change.affectsUpgrades) concerned.push({ ecosystem, name, condition: 'has-upgrades' })
  if (change.affectsDowngrades) concerned.push({ ecosystem, name, condition: 'has-malware' })
  // A package of a private registry that advisories name is one of the public registry.
  if (change.isListed === true) concerned.push({ ecosystem, name, condition: 'has-private' })
  if (change.isListed === false) concerned.push({ ecosystem, name })
  return [...concerned, ...change.versions.map((version) => ({ ecosystem, name, version }))]
}
