import { advisoryPage } from '@assay/engine/advisories/public-id.ts'
import type { Language } from '@assay/contract/languages.ts'
import type { ColumnName, DocumentTexts } from './texts/document-texts.ts'

/** The content of a report, independent of the file format. */
export interface ReportDocument {
  /** Language of the document; machine-readable formats are in English. */
  language: Language
  title: string
  /** Subtitle. */
  subject: string
  createdAt: Date
  /** The page in the web interface that shows the same. */
  link?: { title: string; url: string }
  /** PNG or JPEG; null if not set. */
  logo: Uint8Array | null
  facts: readonly (readonly [label: string, value: string])[]
  figures: readonly Figure[]
  charts: readonly Chart[]
  tables: readonly Table[]
}

export interface Figure {
  label: string
  value: string
}

/** Horizontal bar chart. */
export interface Chart {
  title: string
  bars: readonly Bar[]
}

export interface Bar {
  label: string
  value: number
  /** '#rrggbb' */
  color: string
}

/** null if unknown or absent. */
export type Cell = string | number | null
export type Row = readonly Cell[]

export interface Column {
  /** Field name in JSON. */
  key: string
  title: string
  /** Relative width. */
  width: number
}

export interface Table {
  /** List name in JSON. */
  key: string
  title: string
  /** Shown instead of an empty table. */
  empty: string
  columns: readonly Column[]
  /** Each row is a heading with a long text. */
  isProse?: true
  /** Fewer rows for people than the format allows; the rest is left to CSV and JSON. */
  maxRows?: number
  /** Restartable; rows are read in pages. */
  rows(): AsyncIterable<readonly Row[]>
}

/** Alternative text: 'Open by severity: critical 1, high 2'. */
export const describeChart = ({ title, bars }: Chart): string =>
  `${title}: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}`

export const textOf = (cell: Cell | undefined): string => (cell === null ? '' : String(cell ?? ''))

/** A vulnerability of a cell; url is the page of its advisory. */
export interface CellPart {
  text: string
  url: string | null
}

/** The vulnerabilities that a cell lists, each beginning with its id; null for a cell of another column. */
export const vulnerabilitiesIn = ({ key }: Pick<Column, 'key'>, text: string): CellPart[] | null =>
  key === 'vulnerability'
    ? text.split(', ').map((part) => ({ text: part, url: advisoryPage(/^\S*/.exec(part)![0], []) }))
    : null

export interface RowPage {
  rows: readonly Row[]
  /** Whether the table is truncated after this page. */
  isCut: boolean
}

/** How many rows of a table a format for people shows. */
export const shownRows = ({ maxRows = Infinity }: Pick<Table, 'maxRows'>, limit: number): number =>
  Math.min(maxRows, limit)

/** The first rows of a table, for formats read by people. */
export async function* firstRows(table: Table, limit: number): AsyncGenerator<RowPage> {
  let remaining = shownRows(table, limit)
  for await (const rows of table.rows()) {
    const included = rows.slice(0, remaining)
    remaining -= included.length
    const isCut = included.length < rows.length
    yield { rows: included, isCut }
    if (isCut) return
  }
}

export const formatCount = (count: number, { locale }: DocumentTexts): string => count.toLocaleString(locale)

export const cutNote = (limit: number, texts: DocumentTexts): string => texts.cut(formatCount(limit, texts))

/** Columns with their titles, by name and relative width. */
export const columnsIn = (
  { columns }: DocumentTexts,
  widths: readonly (readonly [key: ColumnName, width: number])[],
): Column[] => widths.map(([key, width]) => ({ key, title: columns[key], width }))
