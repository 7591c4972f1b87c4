import { maxTextLength } from './limits.ts'

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is a JSON object, otherwise an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : emptyRecord
}

/** The value if it is a JSON array, otherwise an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : emptyList
}

// Most optional members of a component are absent.
const emptyRecord: Record<string, unknown> = Object.freeze({})
const emptyList: readonly unknown[] = []

/** What is read from each value of a JSON array, without null. */
export function readList<T>(list: unknown, read: (value: unknown) => T | null): T[] {
  const all = listOf(list).map(read)
  return all.includes(null) ? all.filter((each) => each !== null) : (all as T[])
}

/** The trimmed string; '' for other types. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** The trimmed string, truncated to maxTextLength characters; '' for other types. */
export function shortTextOf(value: unknown): string {
  return clip(textOf(value), maxTextLength)
}

/** For messages: a truncated text in quotation marks. */
export function quote(text: string): string {
  return `'${text.length > 200 ? `${clip(text, 200)}…` : text}'`
}

/** Truncates a text without splitting a surrogate pair. */
function clip(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text
}
