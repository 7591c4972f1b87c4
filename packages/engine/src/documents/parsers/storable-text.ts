import type { Issue } from '../../inventory.ts'

// Only escape sequences can produce NUL and lone surrogates; a text file contains neither.
const suspectPattern = /\\(?:0|x00|u0000|U0000|u[dD][89a-fA-F])/

/**
 * Replaces NUL and lone surrogates in a parsed value with U+FFFD, since databases and JSON parsers reject them, and
 * reports them in an issue. Values without them are returned unchanged.
 */
export function cleanParsed(json: unknown, text: string, path: string): { json: unknown; issues: Issue[] } {
  if (!suspectPattern.test(text)) return { json, issues: [] }
  const clean = cleanValue(json, new Map())
  if (clean === json) return { json, issues: [] }
  const message = 'Some text holds NUL or half a character, which is shown as \uFFFD.'
  return { json: clean, issues: [{ code: 'text-invalid', message, where: path }] }
}

const cleanText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Shared values, as in YAML aliases, are visited once. */
function cleanValue(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (known.has(value)) return known.get(value)
  // Ends the recursion for values that contain themselves.
  known.set(value, value)
  const clean = Array.isArray(value) ? cleanList(value, known) : cleanObject(value, known)
  known.set(value, clean)
  return clean
}

function cleanList(list: readonly unknown[], known: Map<object, unknown>): readonly unknown[] {
  const clean = list.map((each) => cleanValue(each, known))
  return clean.every((each, index) => each === list[index]) ? list : clean
}

function cleanObject(object: object, known: Map<object, unknown>): object {
  const entries = Object.entries(object)
  const clean = entries.map(([key, value]) => [cleanText(key), cleanValue(value, known)] as const)
  const isSame = clean.every(
    ([key, value], index) => key === entries[index]![0] && value === entries[index]![1],
  )
  return isSame ? object : Object.fromEntries(clean)
}
