import { z } from 'zod'
import { findInputIssue } from './input-rules.ts'

/** The filters of a call in one parameter: 'severity=HIGH&name=lodash', or a JSON object. */
export const Filters = z
  .string()
  .max(10_000)
  .refine((text) => entriesOf(text) !== null, "filters must be 'name=value&name=value' or a JSON object")
  .meta({ pattern: String.raw`^(?:[^{\s].*)?$` })
  .optional()

/** The query with what its `filters` holds; a parameter of its own takes precedence. */
export function spreadFilters(schema: z.ZodObject, query: unknown): unknown {
  if (!('filters' in schema.shape) || typeof query !== 'object' || query === null) return query
  const { filters } = query as { filters?: unknown }
  const entries = typeof filters === 'string' && filters.length <= 10_000 ? entriesOf(filters) : null
  return entries === null ? query : { ...Object.fromEntries(entries), ...query }
}

/** null if unreadable. */
function entriesOf(text: string): [string, string][] | null {
  const entries = text.trim().startsWith('{') ? entriesOfJson(text) : [...new URLSearchParams(text)]
  if (entries === null || entries.some(([name]) => name === 'filters')) return null
  return findInputIssue(Object.fromEntries(entries)) === null ? entries : null
}

function entriesOfJson(text: string): [string, string][] | null {
  try {
    const values: [string, unknown][] = Object.entries(JSON.parse(text) as object)
    return values
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  } catch {
    return null
  }
}
