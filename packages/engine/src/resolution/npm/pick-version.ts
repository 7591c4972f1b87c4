import { holdsRange, readRange } from '../../ecosystems/npm/ranges.ts'
import { npm } from '../../ecosystems/npm/index.ts'
import type { Manifest, Packument } from './packuments.ts'

/** The version of Node that packages must run on, if others are there. */
const assumedNode = '22.11.0'

const holds = (range: string, version: string) => holdsRange({ range, includePrerelease: false }, version)

/** Whether a text is a range of versions, and no tag. */
export const isRange = (text: string): boolean =>
  text.trim() === '' || readRange({ range: text, includePrerelease: false }).length > 0

/** The version that npm takes for a range or tag: https://github.com/npm/npm-pick-manifest. null if there is none. */
export function pickVersion({ tags, versions }: Packument, wanted: string): Manifest | null {
  const text = wanted.trim()
  const exact = versions.get(text.replace(/^[=v]\s*(?=\d)/, ''))
  if (exact) return exact
  if (!isRange(text)) return versions.get(tags.get(text) ?? '') ?? null
  const latest = versions.get(tags.get('latest') ?? '')
  const isAny = text === '' || text === '*'
  if (latest && (isAny || holds(text, latest.version)) && runs(latest) && latest.deprecated === '')
    return latest
  const found = [...versions.values()].filter(({ version }) => holds(text, version))
  return found.toSorted(compare).at(-1) ?? (isAny ? (latest ?? null) : null)
}

const runs = ({ engine }: Manifest): boolean =>
  engine === '' || !isRange(engine) || holds(engine, assumedNode)

/** Those that are not deprecated and run come last, then by version. */
function compare(a: Manifest, b: Manifest): number {
  const ranks = (each: Manifest) => [each.deprecated === '' && runs(each), runs(each), each.deprecated === '']
  const [left, right] = [ranks(a), ranks(b)]
  for (const [at, rank] of left.entries()) if (rank !== right[at]) return Number(rank) - Number(right[at])
  return npm.compareVersions(a.version, b.version) ?? 0
}

/** Whether a version is what a range or tag asks for. Any version of the registry can be that of a tag. */
export const satisfies = (version: string, wanted: string): boolean => {
  const text = wanted.trim()
  return text === '' || text === '*' || version === text || !isRange(text) || holds(text, version)
}
