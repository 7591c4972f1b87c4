import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { rangeHolds } from './affected-range.ts'
import type { AffectedPackage, AffectedRange } from './advisory.ts'

/**
 * The wire format of affected versions: Maven intervals, then listed versions outside of them, joined by '|'
 * ('[,1.3.10)|[1.4.0,1.4.4)|2.0'). '[0,]' is every version, '' none.
 */
export function formatAffected(
  ecosystem: Ecosystem,
  affected: readonly Pick<AffectedPackage, 'ranges' | 'versions'>[],
): string {
  const ranges = affected.flatMap((each) => each.ranges)
  const isHeld = (version: string) => ranges.some((range) => rangeHolds(ecosystem, range, version) === true)
  const versions = affected.flatMap((each) => each.versions).filter((version) => !isHeld(version))
  return [...new Set([...ranges.map(formatRange), ...versions])].join('|')
}

/** If a range has both a limit and an end, the limit is the lower one: see readEvents. */
function formatRange({ introduced, fixed, lastAffected, limit }: AffectedRange): string {
  const end = limit ?? fixed ?? lastAffected
  if (end === undefined) return `[${introduced},]`
  const from = introduced === '0' ? '' : introduced
  return `[${from},${end}${(limit ?? fixed) ? ')' : ']'}`
}
