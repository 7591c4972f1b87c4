/** Words after a number, from the lowest; all others stand between the first two. */
const known = ['dev', 'rc', 'snapshot', 'final', 'ga', 'release', 'sp']
const rankOf = (word: string): number => {
  const rank = known.indexOf(word.toLowerCase())
  return rank < 0 ? 1 : rank === 0 ? 0 : rank + 1
}

const partsOf = (version: string): string[] => version.match(/\d+|[a-z]+/gi) ?? []
const isNumber = (part: string): boolean => /^\d/.test(part)

/** https://docs.gradle.org/current/userguide/dependency_versions.html#sec:version-ordering */
export function compareGradle(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [x, y] = [left[at], right[at]]
    // '1.1' is before '1.1.0' and after '1.1-rc'.
    if (x === undefined) return isNumber(y!) ? -1 : 1
    if (y === undefined) return isNumber(x) ? 1 : -1
    const order = compareParts(x, y)
    if (order !== 0) return order
  }
  return 0
}

function compareParts(x: string, y: string): number {
  if (isNumber(x) !== isNumber(y)) return isNumber(x) ? 1 : -1
  if (isNumber(x)) {
    const [left, right] = [BigInt(x), BigInt(y)]
    return left < right ? -1 : left > right ? 1 : 0
  }
  const order = rankOf(x) - rankOf(y)
  return order !== 0 ? order : x < y ? -1 : x > y ? 1 : 0
}
