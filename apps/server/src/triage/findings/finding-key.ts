import type { FindingRef } from '@assay/contract/triage.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'

/** A finding across the branches of its project. */
export interface FindingKey {
  projectUuid: string
  advisoryUuid: string
  ecosystem: string
  /** Normalized by the ecosystem. */
  packageName: string
}

/** null if no ecosystem has this id. */
export function keyOf({
  projectUuid,
  advisoryUuid,
  ecosystem,
  package: name,
}: FindingRef): FindingKey | null {
  const found = ecosystems.find(({ id }) => id === ecosystem)
  if (!found) return null
  return {
    projectUuid: projectUuid.toLowerCase(),
    advisoryUuid: advisoryUuid.toLowerCase(),
    ecosystem,
    packageName: found.normalizeName(name),
  }
}

export const textOfKey = ({ projectUuid, advisoryUuid, ecosystem, packageName }: FindingKey): string =>
  [projectUuid, advisoryUuid, ecosystem, packageName].join(' ')

export const refOf = ({ packageName, ...key }: FindingKey): FindingRef => ({
  projectUuid: key.projectUuid,
  ecosystem: key.ecosystem,
  package: packageName,
  advisoryUuid: key.advisoryUuid,
})
