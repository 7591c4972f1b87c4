import { type Cell, firstRows, type ReportDocument, type Row, type Table } from '../document.ts'

/** One more than a table shows, which tells that it is cut. */
const maxRows = 2001

/** More than a cell shows. */
const maxCellCharacters = 1000

interface PrintedTable extends Omit<Table, 'rows'> {
  rows: readonly Row[]
}

/** What a PDF shows of a document: values only, so that they can be sent to a thread. */
export interface PrintedDocument extends Omit<ReportDocument, 'tables'> {
  tables: readonly PrintedTable[]
}

export async function readPrinted(document: ReportDocument): Promise<PrintedDocument> {
  const tables: PrintedTable[] = []
  for (const table of document.tables) tables.push(await readTable(table))
  return { ...document, tables }
}

async function readTable(table: Table): Promise<PrintedTable> {
  const rows: Row[] = []
  for await (const page of firstRows(table, maxRows))
    for (const row of page.rows) rows.push(table.isProse ? row : row.map(clip))
  return { ...table, rows }
}

const clip = (cell: Cell): Cell => (typeof cell === 'string' ? cell.slice(0, maxCellCharacters) : cell)

export const documentOf = (printed: PrintedDocument): ReportDocument => ({
  ...printed,
  tables: printed.tables.map((table) => ({ ...table, rows: () => onePage(table.rows) })),
})

async function* onePage(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  if (rows.length > 0) yield rows
}
