import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { AffectedRange } from './advisory.ts'
import { isObject } from './osv-json.ts'

const KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const

interface RangeEvent {
  kind: (typeof KINDS)[number]
  version: string
}

/**
 * Converts a list of OSV events to ranges by the evaluation rule of https://ossf.github.io/osv-schema/#evaluation; null
 * if an event is invalid.
 */
export function readEvents(events: readonly unknown[], ecosystem: Ecosystem): AffectedRange[] | null {
  const all: RangeEvent[] = []
  for (const event of events) {
    const read = readEvent(event)
    if (!read) return null
    all.push(...read)
  }
  const limit = highestLimit(all, ecosystem)
  const ranges = pairEvents(
    sortEvents(
      all.filter(({ kind }) => kind !== 'limit'),
      ecosystem,
    ),
    ecosystem,
  )
  return limit === null ? ranges : ranges.flatMap((range) => limitRange(range, limit, ecosystem))
}

/** Older feeds combine introduced and fixed in one event. */
function readEvent(event: unknown): RangeEvent[] | null {
  if (!isObject(event)) return null
  const read: RangeEvent[] = []
  for (const kind of KINDS) {
    const version = event[kind]
    if (version === undefined || version === null) continue
    if (typeof version !== 'string' || version.trim() === '') return null
    read.push({ kind, version: version.trim() })
  }
  return read.length > 0 ? read : null
}

/**
 * In version order, '0' first. At the same version, last_affected comes last, because it includes the version;
 * otherwise document order is kept, also if a version cannot be ordered.
 */
function sortEvents(events: RangeEvent[], ecosystem: Ecosystem): RangeEvent[] {
  const isOrdered = (event: RangeEvent) =>
    isStart(event) || ecosystem.compareVersions(event.version, event.version) !== null
  if (!events.every(isOrdered)) return events
  return events.toSorted(
    (a, b) =>
      Number(isStart(b)) - Number(isStart(a)) ||
      (isStart(a) ? 0 : (ecosystem.compareVersions(a.version, b.version) ?? 0)) ||
      Number(a.kind === 'last_affected') - Number(b.kind === 'last_affected'),
  )
}

function isStart({ kind, version }: RangeEvent): boolean {
  return kind === 'introduced' && version === '0'
}

function pairEvents(events: readonly RangeEvent[], ecosystem: Ecosystem): AffectedRange[] {
  const ranges: AffectedRange[] = []
  let introduced: string | null = null
  // The range that ended last, as long as a later event may still shorten it.
  let ended: AffectedRange | null = null
  for (const { kind, version } of events) {
    if (kind === 'introduced') {
      introduced ??= version
      ended = null
      continue
    }
    const begin: string | undefined =
      introduced ?? (cutsOff(version, ended, ecosystem) ? ended!.introduced : undefined)
    if (begin === undefined) continue
    if (introduced === null) ranges.pop()
    ended =
      kind === 'fixed' ? { introduced: begin, fixed: version } : { introduced: begin, lastAffected: version }
    ranges.push(ended)
    introduced = null
  }
  if (introduced !== null) ranges.push({ introduced })
  return ranges
}

/** last_affected 1.0 includes 1.0+b, so a later end at 1.0+b still applies. */
function cutsOff(
  version: string,
  ended: AffectedRange | null,
  { publicVersion, compareVersions }: Ecosystem,
): boolean {
  return ended?.lastAffected !== undefined && publicVersion !== undefined
    ? compareVersions(publicVersion(version), ended.lastAffected) === 0
    : false
}

/** Being below any limit is sufficient, so the highest one counts; '*' is above everything. */
function highestLimit(events: readonly RangeEvent[], ecosystem: Ecosystem): string | null {
  const limits = events.filter(({ kind }) => kind === 'limit').map(({ version }) => version)
  if (limits.length === 0 || limits.includes('*')) return null
  const unordered = limits.find((limit) => ecosystem.compareVersions(limit, limit) === null)
  return unordered ?? limits.reduce((a, b) => ((ecosystem.compareVersions(a, b) ?? 0) < 0 ? b : a))
}

/** Drops the limit if the range ends before it, and the range if it starts after it. */
function limitRange(range: AffectedRange, limit: string, ecosystem: Ecosystem): AffectedRange[] {
  const isAbove = (version: string | undefined) =>
    version !== undefined && (ecosystem.compareVersions(version, limit) ?? -1) >= 0
  if (range.introduced !== '0' && isAbove(range.introduced)) return []
  const end = range.fixed ?? range.lastAffected
  const endsBefore = end !== undefined && (ecosystem.compareVersions(end, limit) ?? 1) < 0
  return [endsBefore && !cutsOff(limit, range, ecosystem) ? range : { ...range, limit }]
}
