import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { OpenRow } from './open-store.ts'

type Package = Pick<OpenRow['packages'][number], 'ecosystem' | 'versions' | 'fixedVersions'>

/** For each version in use the lowest fixed version above it; advisories name one per release line. */
export function nearestFixes({ ecosystem, versions, fixedVersions }: Package): string[] {
  const { compareVersions } = ecosystemById(ecosystem as EcosystemId)
  const ascending = fixedVersions.toSorted((a, b) => compareVersions(a, b) ?? 0)
  const nearest = versions.map((version) =>
    ascending.find((fixed) => (compareVersions(fixed, version) ?? 0) > 0),
  )
  return ascending.filter((fixed) => nearest.includes(fixed))
}
