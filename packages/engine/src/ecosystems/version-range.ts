import type { Ecosystem } from './ecosystem.ts'

/** Whether a version is in the range, in the order of its ecosystem; without an ecosystem, only exact versions are. */
export type VersionRange = (ecosystem: Ecosystem | null, version: string) => boolean

interface Bound {
  operator: '<' | '<=' | '>' | '>=' | '='
  version: string
}

/**
 * Parses Maven intervals and versions joined by '|' or '||' ('[2.0,2.17.1)|3.0'), or comparisons that must all hold
 * ('>=2.0 <2.17.1'); null for anything else, such as '^1.2' or '1.x'.
 */
export function parseVersionRange(text: string): VersionRange | null {
  const alternatives = text.split(/\|\|?/).map((part) => readBounds(part.trim()))
  if (alternatives.some((bounds) => bounds === null)) return null
  return (ecosystem, version) =>
    alternatives.some((bounds) => bounds!.every((bound) => isWithin(bound, { ecosystem, version })))
}

function readBounds(text: string): Bound[] | null {
  if (text === '') return null
  if (/^[[(]/.test(text)) return readInterval(text)
  if (!/^[<>=]/.test(text)) return isPlainVersion(text) ? [{ operator: '=', version: text }] : null
  const bounds = text
    .replaceAll(/([<>=])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => /^(?<operator><=?|>=?|={1,2})(?<version>[^<>=]+)$/.exec(part)?.groups)
  if (bounds.some((bound) => bound === undefined)) return null
  return bounds.map((bound) => ({
    operator: bound!['operator'] === '==' ? '=' : (bound!['operator'] as Bound['operator']),
    version: bound!['version']!,
  }))
}

/** Excludes wildcards and carets, which would match nothing. */
const isPlainVersion = (text: string) => !/[\s()[\],<>*]|^[\^~]|^v?\d+(?:\.\d+)*\.x$/i.test(text)

/** '[1.0,2.0)', '[,2.0]', '[1.0,]', '[1.0]'. */
function readInterval(text: string): Bound[] | null {
  const parts = /^([[(])([^,[\]()|]*)(?:(,)([^,[\]()|]*))?([\])])$/.exec(text)
  if (!parts) return null
  const [, open, from = '', comma, to = '', close] = parts
  if (!comma) return from === '' ? null : [{ operator: '=', version: from.trim() }]
  const bounds: Bound[] = [
    { operator: open === '[' ? '>=' : '>', version: from.trim() },
    { operator: close === ']' ? '<=' : '<', version: to.trim() },
  ]
  return bounds.filter(({ version }) => version !== '')
}

function isWithin(
  { operator, version: bound }: Bound,
  { ecosystem, version }: { ecosystem: Ecosystem | null; version: string },
): boolean {
  const order = ecosystem?.compareVersions(version, bound) ?? null
  // The bound is not a version of this ecosystem, but for example a commit, which only matches itself.
  if (order === null) return operator === '=' && version === bound
  return holds[operator](order)
}

const holds: Record<Bound['operator'], (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
}
