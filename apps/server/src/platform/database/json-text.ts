/**
 * For jsonb columns, which refuse NUL and half a character: some inventories and identity providers send them. Text in
 * which somebody writes such an escape out, after a backslash of its own, stays as it is.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g, String.raw`$1\ufffd`)

/** As such a column gives it back, but for the order of keys. */
export const asStored = (value: unknown): unknown => JSON.parse(jsonText(value))
