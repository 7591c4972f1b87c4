export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The trimmed string, or ''. Removes NUL and lone surrogates, which databases reject. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : ''
}

/** The distinct non-empty strings of a list. */
export function textsOf(value: unknown): string[] {
  return [...new Set(listOf(value).map(textOf))].filter((text) => text !== '')
}

/** Truncates to this many UTF-16 units without splitting a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isSplit = text.charCodeAt(maxLength - 1) >> 10 === 0xd800 >> 10
  return text.slice(0, isSplit ? maxLength - 1 : maxLength)
}
