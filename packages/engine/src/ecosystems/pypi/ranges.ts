import { holdsAll, maxRangeLength, type Operator } from '../comparator.ts'
import { pypiVersions, readPypi } from './versions.ts'

/** https://packaging.python.org/en/latest/specifications/version-specifiers/#version-specifiers */
export function holdsSpecifiers(specifiers: string, version: string): boolean {
  return specifiers.split(',').every((text) => {
    const match = /^\s*(===|[~=!<>]=|[<>])\s*(\S+)\s*$/.exec(text)
    return match !== null && holdsSpecifier(match[1]!, match[2]!, version)
  })
}

function holdsSpecifier(operator: string, bound: string, version: string): boolean {
  if (operator === '===') return version.toLowerCase() === bound.toLowerCase()
  const read = readPypi(version)
  if (!read || 'legacy' in read) return false
  if (operator === '==') return isEqual(bound, version)
  if (operator === '!=') return !isEqual(bound, version)
  if (operator === '~=') return isCompatible(bound, version)
  return isOrdered(operator as Operator, bound, version)
}

/** Ignores the local version if the bound has none. */
function isEqual(bound: string, version: string): boolean {
  if (bound.endsWith('.*')) return startsWith(bound.slice(0, -2), version)
  return holds('=', bound, bound.includes('+') ? version : withoutLocal(version))
}

/** '~=1.4.5' is '>=1.4.5, ==1.4.*'. */
function isCompatible(bound: string, version: string): boolean {
  const release = /^\s*v?(?:\d+!)?\d+(?:\.\d+)*/.exec(bound)![0]
  return holds('>=', bound, withoutLocal(version)) && startsWith(release.replace(/\.\d+$/, ''), version)
}

/** '>1.0' excludes post-releases and local versions of 1.0, '<1.0' its pre-releases. */
function isOrdered(operator: Operator, bound: string, version: string): boolean {
  if (operator === '<=' || operator === '>=') return holds(operator, bound, withoutLocal(version))
  if (!holds(operator, bound, version)) return false
  const [read, limit] = [readPypi(version)!, readPypi(bound)!]
  if ('legacy' in read || 'legacy' in limit || !startsWithRelease(bound, version)) return true
  if (operator === '<')
    return limit.pre !== null || limit.dev !== null || (read.pre === null && read.dev === null)
  return (
    (limit.post !== null || read.post === null) &&
    (read.local === null || holds('>', bound, withoutLocal(version)))
  )
}

const holds = (operator: Operator, bound: string, version: string): boolean =>
  holdsAll(pypiVersions, [{ operator, version: bound }], version)

const withoutLocal = (version: string): string => version.split('+')[0]!

/** Whether both belong to the same release: 1.0rc1 and 1.0.post2. */
const startsWithRelease = (bound: string, version: string): boolean => {
  const release = (text: string) => /^\s*v?(?:\d+!)?\d+(?:\.\d+)*/.exec(text)![0]
  return holds('=', release(bound), release(version))
}

/** Compares numbers; the version is padded with zeros. */
function startsWith(prefix: string, version: string): boolean {
  const [start, read] = [readPypi(prefix), readPypi(version)]
  if (!start || !read || 'legacy' in start || 'legacy' in read) return false
  const isSame = (index: number) => BigInt(start.release[index]!) === BigInt(read.release[index] ?? '0')
  const isPlain = start.pre === null && start.post === null && start.dev === null
  const isReleaseSame =
    BigInt(start.epoch) === BigInt(read.epoch) && start.release.every((_, index) => isSame(index))
  return isPlain ? isReleaseSame : isReleaseSame && withoutLocal(version).startsWith(prefix)
}

/**
 * Specifiers, or what Poetry writes in their place: '^1.2', '~1.2', '1.2', '*' and alternatives joined by '||'
 * (https://python-poetry.org/docs/dependency-specification/#version-constraints). null if it is neither.
 */
export function isInPythonRange(range: string, version: string): boolean | null {
  if (range.length > maxRangeLength) return null
  const parts = range.split(/\s*\|\|?\s*/).map((part) =>
    part
      .split(/\s*,\s*|\s+(?=[\^~<>=!])/)
      .map((each) => each.replaceAll(/[()\s]/g, ''))
      .filter((each) => each !== '' && each !== '*')
      .flatMap(specifiersOf),
  )
  if (parts.flat().some((each) => !/^(?:===|[~=!<>]=|[<>])\d/.test(each))) return null
  return parts.some((all) => all.length === 0 || holdsSpecifiers(all.join(','), version))
}

function specifiersOf(text: string): string[] {
  const [, sign, numbers] = /^(\^|~(?!=))v?(\d+(?:\.\d+)*)$/.exec(text) ?? []
  if (numbers === undefined) return [/^v?\d/.test(text) ? `==${text.replace(/^v/, '')}` : text]
  const parts = numbers.split('.')
  const significant = parts.findIndex((each) => !/^0+$/.test(each))
  const at =
    sign === '~' ? Math.min(1, parts.length - 1) : significant === -1 ? parts.length - 1 : significant
  return [`>=${numbers}`, `<${[...parts.slice(0, at), String(BigInt(parts[at]!) + 1n)].join('.')}`]
}
