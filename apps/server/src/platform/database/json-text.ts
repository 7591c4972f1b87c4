/**
 * Serializes for jsonb columns, which reject NUL and lone surrogates as sent by some tools and identity providers.
 * Escaped backslashes in front of such sequences are preserved.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g, String.raw`$1\ufffd`)

/** The value as such a column returns it, except for key order. */
export const asStored = (value: unknown): unknown => JSON.parse(jsonText(value))
