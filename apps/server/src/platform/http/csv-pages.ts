import { type CsvCell, writeCsv } from '@assay/text/csv.ts'

/** The columns of a file: by title, a function that returns the cell of a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>

/** A header row, then the batches, each produced on demand. */
export async function* writeCsvPages<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield writeCsv([Object.keys(columns)])
  for await (const batch of batches) yield writeCsv(batch.map((row) => cells.map((cell) => cell(row))))
}
