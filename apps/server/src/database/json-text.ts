/** For jsonb columns, which refuse the NUL character that some inventories contain. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(String.raw`\u0000`, String.raw`\ufffd`)
