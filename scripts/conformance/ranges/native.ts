import type { Ecosystem } from '../../../packages/engine/src/ecosystems/ecosystem.ts'
import type { Comparator, Operator } from '../../../packages/engine/src/ecosystems/comparator.ts'
import { readRange } from '../../../packages/engine/src/ecosystems/npm/ranges.ts'
import { next } from '../../../packages/engine/src/ecosystems/rubygems/ranges.ts'

/** Translates a range in its ecosystem's syntax to VERS, with sorted bounds; null if the syntax is not supported. */
export function versOf(ecosystem: Ecosystem, range: string): string | null {
  const bounds = readers.get(ecosystem.purlType)?.(range)
  if (!bounds) return null
  const sorted = bounds.toSorted((a, b) => ecosystem.compareVersions(a.version, b.version)!)
  const texts = sorted.map(({ operator, version }) => `${operator === '=' ? '' : operator}${version}`)
  return `vers:${ecosystem.purlType}/${[...new Set(texts)].join('|') || '*'}`
}

const readers = new Map<string, (range: string) => Comparator[]>([
  ['npm', readNpm],
  ['conan', readConan],
  ['pypi', (range) => readBounds(range, />=|<=|!=|==|[<>]/)],
  ['gem', readGem],
  ['nuget', readInterval],
])

/** npm appends the lowest pre-release to an upper bound to exclude all pre-releases. */
function readNpm(range: string): Comparator[] {
  const bounds = readRange({ range, includePrerelease: false }).flat()
  return bounds.map(({ operator, version }) => ({ operator, version: version.replace(/-0$/, '') }))
}

function readBounds(range: string, operator: RegExp): Comparator[] {
  if (range.trim() === '*') return [{ operator: '>=', version: '0.0.0' }]
  const bound = new RegExp(String.raw`(${operator.source})?\s*([^\s|,<>=]+)`, 'g')
  return [...range.matchAll(bound)].map(([, sign = '=', version]) => ({
    operator: (sign === '==' ? '=' : sign) as Operator,
    version: version!,
  }))
}

/** https://docs.conan.io/2/tutorial/versioning/version_ranges.html; '-' after a bound only affects pre-releases. */
function readConan(range: string): Comparator[] {
  const words = range
    .replace(/,.*$/, '')
    .replaceAll(/-(?=\s|$)/g, '')
    .split(/[\s|]+/)
  return words.flatMap((word) => {
    const step = /^([~^])(.+)$/.exec(word)
    return step ? readStep(step[1]!, step[2]!) : readBounds(word, />=|<=|[<>=]/)
  })
}

/** '~2.5.1' ends below 2.6, '^1.2' below 2, '^0.1.2' below 0.2. */
function readStep(sign: string, version: string): Comparator[] {
  const numbers = version.split('.')
  const at = sign === '~' ? Math.min(1, numbers.length - 1) : numbers.findIndex((each) => each !== '0')
  const end = [...numbers.slice(0, at), Number(numbers[at]) + 1].join('.')
  return [
    { operator: '>=', version },
    { operator: '<', version: `${end}-` },
  ]
}

function readGem(range: string): Comparator[] {
  const compatible = /^\s*~>\s*(\S+)$/.exec(range)
  if (!compatible) return readBounds(range, />=|<=|!=|[<>=]/)
  return [
    { operator: '>=', version: compatible[1]! },
    { operator: '<', version: next(compatible[1]!) },
  ]
}

/** '[1.0.0, 2.0.0)' */
function readInterval(range: string): Comparator[] {
  const [, open, low, high, close] = /^([[(])\s*([^\s,]*)\s*,\s*([^\s,]*)\s*([\])])$/.exec(range) ?? []
  const bounds: Comparator[] = []
  if (low) bounds.push({ operator: open === '[' ? '>=' : '>', version: low })
  if (high) bounds.push({ operator: close === ']' ? '<=' : '<', version: high })
  return bounds
}
