import { holdsAll, maxRangeLength, type Comparator } from '../comparator.ts'
import { ordered } from '../ordered.ts'
import { compareNuget, readNuget } from './versions.ts'

export const nugetVersions = ordered({
  name: 'NuGet',
  read: readNuget,
  compare: compareNuget,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})

const interval = /[[(]([^,()[\]]*)(,?)([^,()[\]]*)[\])]|([^,\s()[\]]+)/g

/**
 * https://learn.microsoft.com/nuget/concepts/package-versioning#version-ranges: '1.0' and the floating '1.*' are the
 * lowest version. Ranges of several target frameworks are joined by commas.
 */
export function isInNugetRange(range: string, version: string): boolean | null {
  if (range.length > maxRangeLength) return null
  const bounds = [...range.matchAll(interval)].flatMap(boundsOf)
  return bounds.some(({ version: bound }) => readNuget(bound) === null)
    ? null
    : holdsAll(nugetVersions, bounds, version)
}

function boundsOf([whole, low = '', comma, high = '', lowest]: RegExpExecArray): Comparator[] {
  if (lowest !== undefined) return lowest === '*' ? [] : [{ operator: '>=', version: floor(lowest) }]
  if (comma === '') return [{ operator: '=', version: low.trim() }]
  return [
    ...(low.trim() === ''
      ? []
      : [{ operator: whole.startsWith('[') ? ('>=' as const) : ('>' as const), version: floor(low.trim()) }]),
    ...(high.trim() === ''
      ? []
      : [{ operator: whole.endsWith(']') ? ('<=' as const) : ('<' as const), version: high.trim() }]),
  ]
}

/** '1.2.*' starts at 1.2. */
const floor = (version: string): string => version.replace(/[.-]?\*$/, '')
