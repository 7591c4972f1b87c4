import { holdsAll, maxRangeLength, type Comparator, type Operator } from '../comparator.ts'
import { hexVersions } from './versions.ts'

const pattern = /^(~>|==|!=|>=|<=|>|<)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:-[\w.-]+)?(?:\+[\w.-]+)?)$/

/** https://hexdocs.pm/elixir/Version.html#module-requirements: 'or' binds less than 'and'. */
export function isInHexRange(requirement: string, version: string): boolean | null {
  if (requirement.length > maxRangeLength) return null
  const sets = requirement.split(/\s+or\s+/).map(readSet)
  if (sets.includes(null)) return null
  return sets.some((set) => holdsAll(hexVersions, set!, version))
}

/** Ranges of several releases of one requirement are joined by a comma. */
function readSet(text: string): Comparator[] | null {
  const read = text.split(/\s+and\s+|\s*,\s*/).map((each) => readOne(each.trim()))
  return read.includes(null) ? null : read.flatMap((each) => each!)
}

function readOne(text: string): Comparator[] | null {
  if (text === '') return []
  const [, operator = '==', major, minor, patch, suffix = ''] = pattern.exec(text) ?? []
  if (major === undefined) return null
  const version = `${major}.${minor ?? 0}.${patch ?? 0}${suffix}`
  if (operator !== '~>') return [{ operator: operator === '==' ? '=' : (operator as Operator), version }]
  const next = patch === undefined ? `${BigInt(major) + 1n}.0.0` : `${major}.${BigInt(minor ?? 0) + 1n}.0`
  // The lowest pre-release: none of the next version is in the range.
  return [
    { operator: '>=', version },
    { operator: '<', version: `${next}-0` },
  ]
}
