/** CSV rows as in RFC 4180. What spreadsheets would interpret as a formula is escaped. */
export const writeCsv = (rows: string[][]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

/** The columns of a file: by title, a function that returns the cell of a row; null is an empty cell. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | boolean | null>

/** A header row, then the batches, each produced on demand. */
export async function* writeCsvPages<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield writeCsv([Object.keys(columns)])
  for await (const batch of batches)
    yield writeCsv(batch.map((row) => cells.map((cell) => String(cell(row) ?? ''))))
}

/**
 * At the start of a cell, and after a semicolon, tab or line break: spreadsheets that separate lists by semicolons
 * ignore our commas and the quotes after them. Includes full-width characters.
 */
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

function cellOf(text: string): string {
  const shown = text.replaceAll(formula, "'")
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}
