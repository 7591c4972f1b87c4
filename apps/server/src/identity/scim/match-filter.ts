import type { Comparison, Filter } from './parse-filter.ts'
import type { Spend } from './work-budget.ts'

/** Substring search can take the product of both lengths. */
const charsPerUnit = 2000

/** Whether a list item such as an email matches a filter. Text is case-insensitive. */
export function isMatch(filter: Filter, item: ReadonlyMap<string, unknown>, spend: Spend): boolean {
  if ('filters' in filter) {
    const { filters } = filter
    const test = (each: Filter) => isMatch(each, item, spend)
    return filter.op === 'and' ? filters.every(test) : filters.some(test)
  }
  if (filter.op === 'not') return !isMatch(filter.filter, item, spend)
  const actual = textOf(item, filter.attribute)
  if (filter.op === 'pr' || actual === null) {
    spend(1)
    return filter.op === 'pr' ? actual !== null : filter.op === 'ne'
  }
  const expected = String(filter.value).toLowerCase()
  spend(1 + (actual.length * expected.length) / charsPerUnit)
  return tests[filter.op](actual, expected)
}

const tests: Record<Comparison, (actual: string, expected: string) => boolean> = {
  eq: (actual, expected) => actual === expected,
  ne: (actual, expected) => actual !== expected,
  co: (actual, expected) => actual.includes(expected),
  sw: (actual, expected) => actual.startsWith(expected),
  ew: (actual, expected) => actual.endsWith(expected),
  gt: (actual, expected) => actual > expected,
  ge: (actual, expected) => actual >= expected,
  lt: (actual, expected) => actual < expected,
  le: (actual, expected) => actual <= expected,
}

function textOf(item: ReadonlyMap<string, unknown>, attribute: string): string | null {
  const value = [...item].find(([name]) => name.toLowerCase() === attribute)?.[1]
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value).toLowerCase() : null
}
