import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'

interface AffectedPackage {
  ecosystem: string
  /** Those in use. */
  versions: readonly string[]
  /** Of the advisory, which names one per release line. */
  fixedVersions: readonly string[]
}

/** For each version in use the lowest fixed version above it, in ascending order. */
export function nearestFixes({ ecosystem, versions, fixedVersions }: AffectedPackage): string[] {
  const { compareVersions } = ecosystemById(ecosystem as EcosystemId)
  const ascending = fixedVersions.toSorted((a, b) => compareVersions(a, b) ?? 0)
  const nearest = versions.map((version) =>
    ascending.find((fixed) => (compareVersions(fixed, version) ?? 0) > 0),
  )
  return ascending.filter((fixed) => nearest.includes(fixed))
}
