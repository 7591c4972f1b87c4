import { z } from 'zod'
import type { UnionIssue } from './field-issues.ts'

// Messages for invalid input, naming the field and what is expected. A schema's own message takes precedence:
// https://zod.dev/error-customization

type Issue = z.core.$ZodRawIssue

/** The message of an issue. `whole` names the input as a whole: 'body', 'query'. */
export const messagesFor =
  (whole: string) =>
  (issue: Issue): string =>
    messageOf(issue, whole)

/** A message for absent values only: given as a string, a schema would use it for every failing check. */
export const whenMissing = (sentence: string) => ({
  error: ({ input }: Issue) => (input === undefined || input === null || input === '' ? sentence : undefined),
})

function messageOf(issue: Issue, whole: string): string {
  const subject = issue.path?.length ? issue.path.join('.') : `The ${whole}`
  if (isMissing(issue)) return missingSentenceOf(issue) ?? `${subject} is missing`
  if (issue.code === 'invalid_union') return ofUnion(issue, subject)
  return `${subject} ${wantedBy(issue)}`
}

/** An absent key or null in its place, and empty values where something is required. */
const isMissing = (issue: Issue): boolean =>
  issue.input === undefined || issue.input === null
    ? ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code)
    : issue.code === 'too_small' && issue.minimum === 1 && issue.input === ''

/** A schema's message for an empty string is also used for an absent one. */
function missingSentenceOf(issue: Issue): string | null {
  const checks = issue.inst instanceof z.ZodString ? (issue.inst.def.checks ?? []) : []
  const atLeastOne = checks.find((check) => check._zod.def.check === 'min_length')
  const messageOf = atLeastOne?._zod.def.error as z.core.$ZodErrorMap | undefined
  const message = messageOf?.({ ...issue, code: 'too_small', origin: 'string', minimum: 1 })
  return (typeof message === 'string' ? message : message?.message) ?? null
}

/** If one union member accepts the value's type, its message; otherwise the expected types of all. */
function ofUnion(issue: Issue, subject: string): string {
  const branches = (issue as Partial<UnionIssue>).errors ?? []
  const [closest] = branches
    .filter((each) => each.length > 0 && each.every(({ path }) => path.length > 0))
    .toSorted((a, b) => a.length - b.length)
  if (closest?.[0]) return closest[0].message
  const expectations = new Set(branches.flatMap(([first]) => (first ? [wantedBy(first as Issue)] : [])))
  for (const each of [anyText, anything]) if (expectations.size > 1) expectations.delete(each)
  const [first = anything, ...others] = expectations
  return [`${subject} ${first}`, ...others.map((each) => each.replace(/^must be /, ''))].join(' or ')
}

const anyText = "must be ''"
const anything = 'is invalid'

function wantedBy(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames.get(issue.expected) ?? 'of another type'}`
    case 'invalid_value':
      return oneOf(issue.values, issue['expected'])
    case 'too_small':
      return issue.minimum === Number.MIN_SAFE_INTEGER
        ? 'is too small'
        : `must ${limit('at least', issue.origin, issue.minimum)}`
    case 'too_big':
      return issue.maximum === Number.MAX_SAFE_INTEGER
        ? 'is too large'
        : `must ${limit('at most', issue.origin, issue.maximum)}`
    case 'invalid_format':
      return formats.get(issue.format) ?? 'has an invalid format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.slice(0, 10).join(', ')}`
    case 'invalid_key':
      return 'has an invalid name in it'
    case 'custom':
      return typeof issue.params?.['wanted'] === 'string' ? issue.params['wanted'] : anything
    case 'invalid_element':
    case 'invalid_union':
      break
  }
  return anything
}

const typeNames = new Map<string, string>([
  ['string', 'text'],
  ['number', 'a number'],
  ['nan', 'a number'],
  ['int', 'a whole number'],
  ['bigint', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['map', 'an object'],
  ['date', 'a date'],
  ['null', 'null'],
])

const formats = new Map<string, string>([
  ['email', 'must be an email address'],
  ['url', 'must be a URL, such as https://example.org'],
  ['uuid', 'must be a UUID'],
  ['date', 'must be a date, such as 2026-01-31'],
  ['datetime', 'must be a date and time, such as 2026-01-31T12:00:00Z'],
])

function oneOf(values: readonly unknown[], expected: unknown): string {
  if (expected === 'stringbool' || values.join() === 'true,false') return 'must be true or false'
  const [only] = values
  if (values.length === 1) return `must be ${typeof only === 'string' ? `'${only}'` : String(only)}`
  return `must be one of ${values.map(String).join(', ')}`
}

const units = new Map<string, string>([
  ['string', 'character'],
  ['array', 'item'],
  ['set', 'item'],
  ['map', 'entry'],
])

/** For example 'have at most 200 characters' or 'be at least 1'. */
function limit(comparison: string, origin: string, bound: number | bigint | Date): string {
  const unit = units.get(origin)
  if (unit === undefined) return `be ${comparison} ${bound instanceof Date ? bound.toISOString() : bound}`
  const plural = unit === 'entry' ? 'entries' : `${unit}s`
  return `have ${comparison} ${String(bound)} ${Number(bound) === 1 ? unit : plural}`
}
