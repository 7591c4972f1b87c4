import { type ReportDocument, type Row, type Table, tablesIn, textOf } from './document.ts'

/** The columns of a file: by title, a function that returns the cell of a row. */
export type CsvColumns<Of> = Record<string, (row: Of) => CsvCell>

/** One table of rows in memory. */
export const writeTableCsv = <Of>(columns: CsvColumns<Of>, rows: readonly Of[]): string =>
  writeCsv([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))])

/** One table: a header row, then the batches, each produced on demand. */
export async function* writeCsvPages<Of>(
  columns: CsvColumns<Of>,
  batches: AsyncIterable<readonly Of[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield writeCsv([Object.keys(columns)])
  for await (const batch of batches) yield writeCsv(batch.map((row) => cells.map((cell) => cell(row))))
}

interface ListedRow {
  table: Table
  row: Row
}

/** All tables of a document in one file: each row names its table and has the columns of all. */
export function writeDocumentCsv(document: ReportDocument): AsyncGenerator<string> {
  const tables = tablesIn(document).filter(({ kind }) => kind === 'table')
  const keys = [...new Set(tables.flatMap(({ columns }) => columns.map(({ key }) => key)))]
  const cellOf =
    (key: string) =>
    ({ table: { columns }, row }: ListedRow) =>
      textOf(row[columns.findIndex((column) => column.key === key)])
  return writeCsvPages(
    {
      list: ({ table }: ListedRow) => table.key,
      ...Object.fromEntries(keys.map((key) => [key, cellOf(key)])),
    },
    listedRows(tables),
  )
}

async function* listedRows(tables: readonly Table[]): AsyncGenerator<ListedRow[]> {
  for (const table of tables) for await (const rows of table.rows()) yield rows.map((row) => ({ table, row }))
}

type CsvCell = string | number | boolean | null

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
