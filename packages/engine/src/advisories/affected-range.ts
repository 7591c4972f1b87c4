import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { AffectedRange } from './advisory.ts'

/** The bounds of a range that must be valid versions; '0' as the lower bound is not one. */
export function boundsOf({ introduced, fixed, lastAffected, limit }: AffectedRange): string[] {
  const bounds = [introduced === '0' ? undefined : introduced, fixed, lastAffected, limit]
  return bounds.filter((bound) => bound !== undefined)
}

/** Whether the version is in the range; null if the version or a bound is invalid in the ecosystem. */
export function rangeHolds(ecosystem: Ecosystem, range: AffectedRange, version: string): boolean | null {
  const { introduced, fixed, lastAffected, limit } = range
  const compare = (bound: string) => ecosystem.compareVersions(version, bound)
  if (compare(version) === null || boundsOf(range).some((bound) => compare(bound) === null)) return null
  if (introduced !== '0' && compare(introduced)! < 0) return false
  if (fixed !== undefined && compare(fixed)! >= 0) return false
  if (limit !== undefined && compare(limit)! >= 0) return false
  if (lastAffected === undefined || compare(lastAffected)! <= 0) return true
  return ecosystem.compareVersions(ecosystem.publicVersion?.(version) ?? version, lastAffected) === 0
}
