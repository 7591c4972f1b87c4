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

/** The string, trimmed, or ''. Databases refuse NUL and lone surrogates, so they go here. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : ''
}

/** The strings of a list, each once; what is empty or no string is left out. */
export function textsOf(value: unknown): string[] {
  return [...new Set(listOf(value).map(textOf))].filter((text) => text !== '')
}

/** At most so many UTF-16 units, never half a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isSplit = text.charCodeAt(maxLength - 1) >> 10 === 0xd800 >> 10
  return text.slice(0, isSplit ? maxLength - 1 : maxLength)
}
