import type { Step } from '../vocabulary.ts'
// Numbers are kept as strings, since a date with a time exceeds the precision of a double.

/** Longer texts are not versions. This bounds the cost of comparisons, and no real version is as long. */
export const maxVersionLength = 512

/** Compares two strings of digits by value. */
export function compareDigits(a: string, b: string): number {
  if (a === b) return 0
  const left = withoutZeros(a)
  const right = withoutZeros(b)
  if (left.length !== right.length) return left.length < right.length ? -1 : 1
  return left < right ? -1 : left > right ? 1 : 0
}

function withoutZeros(digits: string): string {
  if (digits.charCodeAt(0) !== 48) return digits
  let start = 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === 48) start++
  return digits.slice(start)
}

/** Compares lists of numbers; missing ones count as 0. */
export function compareNumbers(a: readonly string[], b: readonly string[]): number {
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const order = compareDigits(a[index] ?? '0', b[index] ?? '0')
    if (order !== 0) return order
  }
  return 0
}

/** Compares lists of numbers; a prefix is lower: 1.0 < 1.0.0. */
export function compareSequences(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareDigits(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const isDigits = (text: string): boolean => {
  if (text === '') return false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 48 || code > 57) return false
  }
  return true
}

/** The first of the three leading numbers that differs determines the step; any other difference is a patch. */
export function stepBetweenNumbers(a: readonly string[], b: readonly string[]): Step {
  if (compareDigits(a[0] ?? '0', b[0] ?? '0') !== 0) return 'major'
  return compareDigits(a[1] ?? '0', b[1] ?? '0') !== 0 ? 'minor' : 'patch'
}

/** In 0.x versions, the first number other than 0 is the major one, as in the caret ranges of npm, Cargo and others. */
export function stepOfCaret(a: readonly string[], b: readonly string[]): Step {
  const significant = [0, 1, 2].find((at) => compareDigits(a[at] ?? '0', '0') !== 0) ?? 2
  const isBreaking = compareNumbers(a.slice(0, significant + 1), b.slice(0, significant + 1)) !== 0
  return isBreaking ? 'major' : stepBetweenNumbers(a, b)
}
