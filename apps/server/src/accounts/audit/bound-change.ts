import { ownProperty } from '@assay/engine/own-property.ts'

/** Maximum size of an event's old and new values, as JSON in UTF-8. */
export const maxValueBytes = 16 * 1024

interface Change {
  before: unknown
  after: unknown
}

/**
 * Truncates the values of an event. Unchanged fields are removed first; then long texts, lists and objects are cut,
 * each with a marker of what is missing.
 */
export function boundChange({ before, after }: Change): Change {
  if (fits(before) && fits(after)) return { before, after }
  const differing = withoutEqualFields({ before, after })
  return { before: bound(differing.before), after: bound(differing.after) }
}

interface Limits {
  text: number
  items: number
  fields: number
  depth: number
}

/** From most readable to smallest. */
const levels: readonly Limits[] = [
  { text: 1000, items: 100, fields: 100, depth: 8 },
  { text: 200, items: 20, fields: 50, depth: 6 },
  { text: 60, items: 5, fields: 30, depth: 4 },
  { text: 30, items: 3, fields: 30, depth: 1 },
]

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
const fits = (value: unknown): boolean => sizeOf(value) <= maxValueBytes

function bound(value: unknown): unknown {
  if (fits(value)) return value
  const cuts = levels.values().map((limits) => cut(value, limits))
  return cuts.find(fits) ?? `… ${sizeOf(value)} bytes`
}

function cut(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return cutText(value, limits.text)
  if (typeof value !== 'object' || value === null) return value
  if ('toJSON' in value) return cutText(JSON.stringify(value), limits.text)
  const inner = { ...limits, depth: limits.depth - 1 }
  if (Array.isArray(value)) {
    if (limits.depth === 0) return `… ${value.length} items`
    const first = value.slice(0, limits.items).map((item) => cut(item, inner))
    return value.length > first.length ? [...first, `… ${value.length - first.length} more`] : first
  }
  const fields = Object.entries(value)
  if (limits.depth === 0) return `… ${fields.length} fields`
  const entries = fields
    .slice(0, limits.fields)
    .map(([name, each]) => [cutText(name, limits.text), cut(each, inner)])
  const more = fields.length - entries.length
  return Object.fromEntries(more > 0 ? [...entries, ['…', `${more} more`]] : entries)
}

const cutText = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `${text.slice(0, limit).toWellFormed()}… ${text.length - limit} more characters`

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withoutEqualFields({ before, after }: Change): Change {
  if (!isFields(before) || !isFields(after)) return { before, after }
  const isEqual = (name: string) =>
    JSON.stringify(ownProperty(before, name)) === JSON.stringify(ownProperty(after, name))
  const differing = (value: Fields) =>
    Object.fromEntries(
      Object.entries(value).filter(
        ([name]) => !(Object.hasOwn(before, name) && Object.hasOwn(after, name)) || !isEqual(name),
      ),
    )
  return { before: differing(before), after: differing(after) }
}
