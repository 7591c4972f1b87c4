import type { Comparison, Filter } from './parse-filter.ts'

/** Whether a value of a list, like one of emails, is what a filter asks for. Text is compared without case. */
export function isMatch(filter: Filter, item: Record<string, unknown>): boolean {
  if ('filters' in filter) {
    const { filters } = filter
    const test = (each: Filter) => isMatch(each, item)
    return filter.op === 'and' ? filters.every(test) : filters.some(test)
  }
  if (filter.op === 'not') return !isMatch(filter.filter, item)
  const held = textOf(item, filter.attribute)
  if (filter.op === 'pr') return held !== null
  return held === null ? filter.op === 'ne' : tests[filter.op](held, String(filter.value).toLowerCase())
}

const tests: Record<Comparison, (held: string, wanted: string) => boolean> = {
  eq: (held, wanted) => held === wanted,
  ne: (held, wanted) => held !== wanted,
  co: (held, wanted) => held.includes(wanted),
  sw: (held, wanted) => held.startsWith(wanted),
  ew: (held, wanted) => held.endsWith(wanted),
  gt: (held, wanted) => held > wanted,
  ge: (held, wanted) => held >= wanted,
  lt: (held, wanted) => held < wanted,
  le: (held, wanted) => held <= wanted,
}

function textOf(item: Record<string, unknown>, attribute: string): string | null {
  const value = Object.entries(item).find(([name]) => name.toLowerCase() === attribute)?.[1]
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value).toLowerCase() : null
}
