import { showForbiddenInXml } from '@assay/text/invisible.ts'
import writeExcelFile from 'write-excel-file/node'
import {
  type Cell,
  cutNote,
  firstRows,
  shownRows,
  type ReportDocument,
  type Table,
} from '#reporting/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'

/** Rows per sheet: the library holds all of them in memory. */
const maxRows = 20_000
/** Maximum length of a cell's text. */
const maxCharacters = 32_000

type SheetCell = { value: string | number; type: typeof String | typeof Number; fontWeight?: 'bold' } | null
type SheetRow = SheetCell[]

/** One sheet for the summary and one per table. Values are written as text, so none becomes a formula. */
export async function writeXlsxFile(document: ReportDocument): Promise<Uint8Array> {
  const texts = documentTextsIn(document.language)
  const sheets = [
    { sheet: texts.summary, data: summaryOf(document), columns: [{ width: 34 }, { width: 50 }] },
  ]
  for (const table of document.tables)
    sheets.push({
      sheet: sheetName(table.title),
      data: await dataOf(table, texts),
      columns: table.columns.map(({ width }) => ({ width: width * 9 })),
    })
  return writeExcelFile(sheets.map((sheet) => ({ ...sheet, stickyRowsCount: 1 }))).toBuffer()
}

const summaryOf = ({ title, subject, link, facts, figures, charts }: ReportDocument): SheetRow[] => [
  [bold(title), null],
  [cellOf(subject), null],
  ...(link ? [[cellOf(link.title), cellOf(link.url)]] : []),
  ...facts.map(([label, value]) => [cellOf(label), cellOf(value)]),
  ...figures.map(({ label, value }) => [cellOf(label), cellOf(value)]),
  ...charts.flatMap((chart) => [
    [bold(chart.title), null],
    ...chart.bars.map(({ label, value }) => [cellOf(label), cellOf(value)]),
  ]),
]

async function dataOf(table: Table, texts: DocumentTexts): Promise<SheetRow[]> {
  const data: SheetRow[] = [table.columns.map(({ title }) => bold(title))]
  for await (const { rows, isCut } of firstRows(table, maxRows)) {
    for (const row of rows) data.push(table.columns.map((_, at) => cellOf(row[at] ?? null)))
    if (isCut) data.push([cellOf(cutNote(shownRows(table, maxRows), texts))])
  }
  if (data.length === 1) data.push([cellOf(table.empty)])
  return data
}

const bold = (text: string): SheetCell => ({ value: printable(text), type: String, fontWeight: 'bold' })

const cellOf = (cell: Cell): SheetCell =>
  cell === null || cell === ''
    ? null
    : typeof cell === 'number'
      ? { value: cell, type: Number }
      : { value: printable(cell), type: String }

const printable = (text: string): string => showForbiddenInXml(text).slice(0, maxCharacters)

/** At most 31 characters, without special characters. */
const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
