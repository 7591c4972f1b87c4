import { showForbiddenInXml } from '@assay/text/invisible.ts'
import writeExcelFile from 'write-excel-file/node'
import {
  type Cell,
  firstRows,
  type ReportDocument,
  type Section,
  type Table,
  tableEnd,
  tablesIn,
  textOf,
} from '@assay/text/documents/document.ts'
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
  for (const table of tablesIn(document))
    sheets.push({
      sheet: sheetName(table.title),
      data: await dataOf(table, texts),
      columns: table.columns.map(({ width }) => ({ width: width * 9 })),
    })
  return writeExcelFile(sheets.map((sheet) => ({ ...sheet, stickyRowsCount: 1 }))).toBuffer()
}

const summaryOf = ({ title, subject, link, sections }: ReportDocument): SheetRow[] => [
  [bold(title), null],
  [cellOf(subject), null],
  ...(link ? [[cellOf(link.title), cellOf(link.url)]] : []),
  ...sections.flatMap(summaryRowsOf),
]

function summaryRowsOf(section: Section): SheetRow[] {
  switch (section.kind) {
    case 'text':
      return [[cellOf(section.text), null]]
    case 'facts':
      return section.facts.map(([label, value]) => [cellOf(label), cellOf(value)])
    case 'figures':
      return section.figures.map(({ label, value }) => [cellOf(label), cellOf(value)])
    case 'chart':
      return [
        [bold(section.title), null],
        ...section.bars.map(({ label, value }) => [cellOf(label), cellOf(value)]),
      ]
    case 'prose':
    case 'table':
  }
  return []
}

async function dataOf(table: Table, words: DocumentTexts): Promise<SheetRow[]> {
  const data: SheetRow[] = [table.columns.map(({ title }) => bold(title))]
  let [count, end] = [0, 0]
  for await (const { rows, cut } of firstRows(table, maxRows)) {
    for (const row of rows) data.push(table.columns.map((_, at) => cellOf(row[at] ?? null)))
    count += rows.length
    end = cut
  }
  const note = tableEnd(table, { count, cut: end, limit: maxRows, words })
  return note === null ? data : [...data, [cellOf(note)]]
}

const bold = (text: string): SheetCell => ({ value: printable(text), type: String, fontWeight: 'bold' })

const cellOf = (cell: Cell): SheetCell =>
  cell === null || cell === ''
    ? null
    : typeof cell === 'number'
      ? { value: cell, type: Number }
      : { value: printable(textOf(cell)), type: String }

const printable = (text: string): string => showForbiddenInXml(text).slice(0, maxCharacters)

/** At most 31 characters, without special characters. */
const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
