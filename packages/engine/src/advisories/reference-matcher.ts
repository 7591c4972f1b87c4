import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { isOrdered } from '../ecosystems/unordered-version.ts'

interface Package {
  name: string
  version: string
  /** Release of a distribution. */
  release?: string | undefined
  /** Module and stream of a package of Enterprise Linux, 'nodejs:18'; absent if unknown. */
  stream?: string | undefined
}

/** The parts of a document used here. */
export interface OsvDocument {
  id?: string
  summary?: string
  withdrawn?: string
  affected?: {
    package?: { ecosystem?: string; name?: string }
    versions?: string[]
    ranges?: ({ type?: string; events?: unknown[] } | null)[]
  }[]
}

/**
 * For tests only: a slow, literal implementation of https://ossf.github.io/osv-schema/#evaluation that shares no code
 * with what it verifies.
 */
export function matchByReference(
  ecosystem: Ecosystem,
  document: OsvDocument,
  { name, version, release, stream }: Package,
): boolean {
  if (document.withdrawn) return false
  for (const affected of document.affected ?? []) {
    const [listedEcosystem, ...suffix] = (affected.package?.ecosystem ?? '').split(':')
    if (listedEcosystem !== ecosystem.osvName || !affected.package?.name) continue
    const listedRelease = ecosystem.release?.fromSuffix(suffix.join(':')) ?? null
    if (listedRelease !== null && listedRelease !== release) continue
    if (ecosystem.normalizeName(affected.package.name) !== ecosystem.normalizeName(name)) continue
    if (hasModules(ecosystem) && isOfOtherStream(document, affected, { version, stream })) continue
    for (const listed of affected.versions ?? []) {
      if (listed === version) return true
      const areOrdered = isOrdered(ecosystem, version) && isOrdered(ecosystem, listed)
      if (areOrdered && compareToBound(ecosystem, version, listed) === 0) return true
    }
    for (const range of affected.ranges ?? []) {
      if (range?.type === 'GIT') continue
      const isAffected = isOrdered(ecosystem, version) ? isInRange : isInEveryVersion
      if (isAffected(ecosystem, range?.events ?? [], version)) return true
    }
  }
  return false
}

const hasModules = ({ release }: Ecosystem): boolean => release?.streamOf !== undefined

type Affected = NonNullable<OsvDocument['affected']>[number]

/** The streams that a document names, as in 'Important: nodejs:18 security update' or 'httpd:2.4/mod_http2'. */
export const streamsOf = ({ summary = '' }: OsvDocument): string[] =>
  (summary.split(' security')[0] ?? '')
    .split(' ')
    .map((word) => word.split('/')[0]!)
    .filter((word) => /^[^:]+:[^:]+$/.test(word))

const isModule = (version: string): boolean => /module.el/.test(version)

function isOfOtherStream(
  document: OsvDocument,
  { ranges = [] }: Affected,
  { version, stream }: Pick<Package, 'version' | 'stream'>,
): boolean {
  const bounds = ranges.flatMap((range) => range?.events ?? [])
  const streams = streamsOf(document)
  const isListedModule = streams.length > 0 || bounds.some((event) => isModule(JSON.stringify(event)))
  if (!isModule(version)) return isListedModule && version.includes('-')
  if (!isListedModule) return true
  return stream !== undefined && streams.length > 0 && !streams.includes(stream)
}

/** Ignored parts of a version do not make it higher than a bound. */
function compareToBound(ecosystem: Ecosystem, version: string, bound: string): number | null {
  const publicOf = (text: string) => ecosystem.publicVersion?.(text) ?? text
  return ecosystem.compareVersions(publicOf(bound) === bound ? publicOf(version) : version, bound)
}

type Event = [kind: string, version: string]

/** A version that cannot be ordered is in a range that starts at 0 and has no end. */
function isInEveryVersion(ecosystem: Ecosystem, raw: unknown[]): boolean {
  const events = eventsOf(raw) ?? []
  const limits = events.filter(([kind]) => kind === 'limit').map(([, limit]) => limit)
  const rest = events.filter(([kind]) => kind !== 'limit')
  if (limits.length > 0 && !limits.includes('*')) return false
  // Without an order, events are paired as they stand, and the last pair may have no end.
  const isUnordered = rest.some(([, at]) => at !== '0' && ecosystem.compareVersions(at, at) === null)
  const open = rest.slice(rest.findLastIndex(([kind]) => kind !== 'introduced') + 1)
  if (isUnordered) return open[0]?.[1] === '0'
  return open.length === rest.length && open.some(([, at]) => at === '0')
}

/** null if an event is invalid. */
function eventsOf(raw: unknown[]): Event[] | null {
  const events: Event[] = []
  for (const each of raw) {
    // Per key, in the order in which an event with several of them is read.
    const known = ['introduced', 'fixed', 'last_affected', 'limit']
      .map((kind): [string, unknown] => [kind, (each as Record<string, unknown> | null)?.[kind]])
      .filter(([, value]) => value !== undefined && value !== null)
    if (known.length === 0 || known.some(([, value]) => typeof value !== 'string' || value === ''))
      return null
    events.push(...(known as Event[]))
  }
  return events
}

function isInRange(ecosystem: Ecosystem, raw: unknown[], version: string): boolean {
  const events = eventsOf(raw)
  if (events === null) return false
  const compare = (a: string, b: string) => ecosystem.compareVersions(a, b)
  const compareAsked = (bound: string) => compareToBound(ecosystem, version, bound)
  const limits = events.filter(([kind]) => kind === 'limit').map(([, limit]) => limit)
  if (limits.length > 0 && !limits.includes('*')) {
    if (limits.some((limit) => compareAsked(limit) === null)) return false
    if (!limits.some((limit) => compareAsked(limit)! < 0)) return false
  }
  const rest = events.filter(([kind]) => kind !== 'limit')
  const isStart = ([kind, at]: Event) => kind === 'introduced' && at === '0'
  const isUnordered = (event: Event) => !isStart(event) && compare(event[1], event[1]) === null
  if (rest.some(isUnordered))
    return isInStretch(rest, (event) => (isUnordered(event) ? null : position(event)))

  const sorted = rest.filter(isStart)
  for (const event of rest.filter((each) => !isStart(each))) {
    const after = sorted.findIndex((other) => !isStart(other) && isBefore(event, other))
    sorted.splice(after < 0 ? sorted.length : after, 0, event)
  }
  let isAffected = false
  for (const event of sorted) {
    const order = position(event)
    if (event[0] === 'introduced' && order >= 0) isAffected = true
    else if (event[0] === 'fixed' && order >= 0) isAffected = false
    else if (event[0] === 'last_affected' && order > 0) isAffected = false
  }
  return isAffected

  /** The version as compared with the event. */
  function position(event: Event): number {
    return isStart(event) ? 1 : compareAsked(event[1])!
  }

  function isBefore(a: Event, b: Event): boolean {
    const order = compare(a[1], b[1])!
    return order < 0 || (order === 0 && a[0] !== 'last_affected' && b[0] === 'last_affected')
  }
}

/** Events that cannot be ordered are paired in document order; a pair with an invalid bound matches nothing. */
function isInStretch(events: Event[], position: (event: Event) => number | null): boolean {
  for (let start = 0; start < events.length; start++) {
    if (events[start]![0] !== 'introduced') continue
    let end = start + 1
    while (end < events.length && events[end]![0] === 'introduced') end++
    const from = position(events[start]!)
    const last = events[end]
    const to = last === undefined ? -1 : position(last)
    const isBelowEnd = to !== null && (last?.[0] === 'last_affected' ? to <= 0 : to < 0)
    if (from !== null && from >= 0 && isBelowEnd) return true
    start = end
  }
  return false
}
