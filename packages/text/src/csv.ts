export type CsvCell = string | number | boolean | null

/**
 * CSV as in RFC 4180, each row ended. Text that a spreadsheet would interpret as a formula is escaped; null is an empty
 * cell. https://owasp.org/www-community/attacks/CSV_Injection
 */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

/**
 * At the start of a cell, and after a semicolon, tab or line break: spreadsheets that separate lists by semicolons
 * ignore our commas and the quotes after them. Includes full-width characters.
 */
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

function cellOf(cell: CsvCell): string {
  const text = typeof cell === 'string' ? cell.replaceAll(formula, "'") : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
