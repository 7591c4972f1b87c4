import { Problem } from '#platform/http/problem.ts'
import { drawHeapMb } from '#platform/worker-threads/memory.ts'
import {
  type Cell,
  firstRows,
  isTable,
  type ReportDocument,
  type Row,
  rowsOf,
  type Section,
  type Table,
  textOf,
} from '@assay/text/documents/document.ts'

/** One more than a table shows, to detect truncation. */
const maxRows = 2001

/** More than a cell shows. */
const maxCellCharacters = 1000

interface PrintedTable extends Omit<Table, 'rows'> {
  rows: readonly Row[]
}

/** The content of a PDF: plain values, so that they can be sent to a thread. */
export interface PrintedDocument extends Omit<ReportDocument, 'sections'> {
  sections: readonly (Exclude<Section, Table> | PrintedTable)[]
}

/** Throws Problem 413 as soon as more is read than can be drawn. */
export async function readPrinted(
  document: ReportDocument,
  heapBytes = drawHeapMb * 1024 ** 2,
): Promise<PrintedDocument> {
  const sections: PrintedDocument['sections'][number][] = []
  let neededBytes = 0
  for (const section of document.sections) {
    if (!isTable(section)) {
      sections.push(section)
      continue
    }
    const rows: Row[] = []
    for await (const page of firstRows(section, maxRows)) {
      for (const values of page.rows) {
        const row = section.kind === 'prose' ? values : values.map(clip)
        neededBytes += drawingBytesOf(row)
        if (neededBytes > heapBytes) throw tooLarge()
        rows.push(row)
      }
    }
    sections.push({ ...section, rows })
  }
  return { ...document, sections }
}

// Measured with tables of many cells, and texts without a repeated word.
const [bytesPerCell, bytesPerCharacter] = [5500, 40]

const drawingBytesOf = (row: Row): number =>
  row.reduce<number>((sum, cell) => sum + bytesPerCell + bytesPerCharacter * textOf(cell).length, 0)

export const tooLarge = (): Problem =>
  new Problem(
    413,
    'pdfTooLarge',
    'The report is too large for a PDF: filter it to fewer projects or rows, or choose CSV',
  )

const clip = (cell: Cell): Cell => (typeof cell === 'string' ? cell.slice(0, maxCellCharacters) : cell)

export const documentOf = ({ sections, ...printed }: PrintedDocument): ReportDocument => ({
  ...printed,
  sections: sections.map((section) =>
    'rows' in section ? { ...section, rows: rowsOf(section.rows) } : section,
  ),
})
