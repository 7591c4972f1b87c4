import { writeCsv } from '@assay/text/csv.ts'
import { type Column, type ReportDocument, textOf } from '#reporting/documents/document.ts'

/** All tables in one file: each row names its table and has the columns of all. */
export async function* writeCsvFile({ tables }: ReportDocument): AsyncGenerator<string> {
  const listed = tables.filter(({ isProse }) => !isProse)
  const columns = [
    ...new Map(listed.flatMap((table) => table.columns).map((column) => [column.key, column])).values(),
  ]
  yield writeCsv([['list', ...columns.map(({ key }) => key)]])
  for (const table of listed) {
    const indexes = columns.map((column) => indexIn(table.columns, column))
    for await (const rows of table.rows())
      yield writeCsv(rows.map((row) => [table.key, ...indexes.map((at) => (at < 0 ? '' : textOf(row[at])))]))
  }
}

const indexIn = (columns: readonly Column[], { key }: Column) =>
  columns.findIndex((column) => column.key === key)
