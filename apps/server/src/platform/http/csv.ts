/** Rows, by RFC 4180. What a spreadsheet would take for a formula is shown as the text that it is. */
export const writeCsv = (rows: string[][]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const shown = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}
