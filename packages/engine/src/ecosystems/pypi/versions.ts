import { ordered } from '../ordered.ts'
import { compareNumbers, compareDigits, compareText, isDigits, maxVersionLength } from '../numbers.ts'

/** https://peps.python.org/pep-0440/; other texts in the legacy order of setuptools. */
export type PypiVersion = Pep440 | { legacy: string[] }

interface Pep440 {
  epoch: string
  release: string[]
  /** a, b or rc, and its number. */
  pre: [string, string] | null
  post: string | null
  dev: string | null
  local: string[] | null
}

// The regular expression in Appendix B of the PEP, anchored. Each repeated group starts with a distinct character, so
// it takes linear time.
const pattern =
  /^\s*v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z\d]+(?:[-_.][a-z\d]+)*))?\s*$/i

const preNames = new Map([
  ['alpha', 'a'],
  ['a', 'a'],
  ['beta', 'b'],
  ['b', 'b'],
  ['c', 'rc'],
  ['rc', 'rc'],
  ['pre', 'rc'],
  ['preview', 'rc'],
])

export function readPypi(text: string): PypiVersion | null {
  if (text.length > maxVersionLength || text.trim() === '') return null
  const match = pattern.exec(text)
  if (!match) return { legacy: legacyParts(text.trim().toLowerCase()) }
  const [
    ,
    epoch,
    release,
    preName,
    preNumber,
    implicitPost,
    postName,
    postNumber,
    devName,
    devNumber,
    local,
  ] = match
  return {
    epoch: epoch ?? '0',
    release: release!.split('.'),
    pre: preName === undefined ? null : [preNames.get(preName.toLowerCase())!, preNumber || '0'],
    post: implicitPost ?? (postName === undefined ? null : postNumber || '0'),
    dev: devName === undefined ? null : devNumber || '0',
    local: local === undefined ? null : local.toLowerCase().split(/[-_.]/),
  }
}

/**
 * The version without its local part, which is ignored in comparisons with a version that has none:
 * https://peps.python.org/pep-0440/#version-matching
 */
export function publicPypi(text: string): string {
  if (!text.includes('+')) return text
  const version = readPypi(text)
  const isLocal = version !== null && !('legacy' in version) && version.local !== null
  return isLocal ? text.slice(0, text.indexOf('+')) : text
}

export function comparePypi(a: PypiVersion, b: PypiVersion): number {
  if ('legacy' in a || 'legacy' in b) {
    if ('legacy' in a && 'legacy' in b) return compareLists(a.legacy, b.legacy)
    return 'legacy' in a ? -1 : 1
  }
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareNumbers(a.release, b.release) ||
    comparePre(a, b) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1) ||
    compareLocal(a.local, b.local)
  )
}

/** A development release is lower than pre-releases of the same version, which are lower than the final release. */
function comparePre(a: Pep440, b: Pep440): number {
  const rank = ({ pre, post, dev }: Pep440) => (pre ? 1 : post === null && dev !== null ? 0 : 2)
  const order = rank(a) - rank(b)
  if (order !== 0 || !a.pre || !b.pre) return order
  return compareText(a.pre[0], b.pre[0]) || compareDigits(a.pre[1], b.pre[1])
}

/** absent: whether a version without the part is lower (-1) or higher (1) than one with it. */
function compareOptional(a: string | null, b: string | null, absent: -1 | 1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? absent : -absent
  return compareDigits(a, b)
}

/** Words are lower than numbers, and no local part is lower than any. */
function compareLocal(a: string[] | null, b: string[] | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  for (let index = 0; index < a.length && index < b.length; index++) {
    const [left, right] = [a[index]!, b[index]!]
    const [isNumberLeft, isNumberRight] = [isDigits(left), isDigits(right)]
    if (isNumberLeft !== isNumberRight) return isNumberLeft ? 1 : -1
    const order = isNumberLeft ? compareDigits(left, right) : compareText(left, right)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const legacyNames = new Map([
  ['pre', 'c'],
  ['preview', 'c'],
  ['-', 'final-'],
  ['rc', 'c'],
  ['dev', '@'],
])

/** The key of packaging's LegacyVersion: https://github.com/pypa/packaging/blob/21.3/packaging/version.py */
function legacyParts(text: string): string[] {
  const parts: string[] = []
  for (const found of [...(text.match(/\d+|[a-z]+|\.|-|[^\da-z.-]+/g) ?? []), 'final']) {
    const part = legacyNames.get(found) ?? found
    if (part === '.') continue
    const key = isDigits(part) ? part.padStart(8, '0') : `*${part}`
    if (key.startsWith('*') && key < '*final') while (parts.at(-1) === '*final-') parts.pop()
    if (key.startsWith('*')) while (parts.at(-1) === '00000000') parts.pop()
    parts.push(key)
  }
  return parts
}

function compareLists(a: string[], b: string[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareText(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

export const pypiVersions = ordered({
  name: 'PEP 440',
  read: readPypi,
  compare: comparePypi,
  numbers: numbersOf,
  isStable: (version) => !('legacy' in version) && version.pre === null && version.dev === null,
})

/** Prepends the epoch to the first number, since a change of epoch is a major step. */
function numbersOf(version: PypiVersion): string[] {
  if ('legacy' in version) return []
  const [major, ...rest] = version.release
  return [version.epoch + major!.padStart(maxVersionLength, '0'), ...rest]
}
