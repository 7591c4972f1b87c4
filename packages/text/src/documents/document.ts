/** The content of a document, independent of its file format. Writers render its sections in their order. */
export interface ReportDocument {
  /** 'en'; machine-readable formats are in English. */
  language: string
  /** '' for a part of another text. */
  title: string
  /** Subtitle. */
  subject: string
  createdAt: Date
  /** The page in the web interface that shows the same. */
  link?: { title: string; url: string }
  /** PNG or JPEG; null if not set. */
  logo: Uint8Array | null
  sections: readonly Section[]
}

export type Section = Text | Facts | Figures | Chart | Table

/** A paragraph, such as what was checked; a warning is what limits what the document says. */
export interface Text {
  kind: 'text'
  text: Cell
  isWarning?: boolean
}

export interface Facts {
  kind: 'facts'
  facts: readonly (readonly [label: string, value: string])[]
}

/** Numbers that stand out. */
export interface Figures {
  kind: 'figures'
  figures: readonly Figure[]
}

export interface Figure {
  label: string
  value: string
}

/** Horizontal bar chart. */
export interface Chart {
  kind: 'chart'
  title: string
  bars: readonly Bar[]
}

export interface Bar {
  label: string
  value: number
  /** '#rrggbb' */
  color: string
}

/** A part of a cell, followed by a text that is not part of its link. */
export interface CellPart {
  text: string
  /** null if it leads nowhere. */
  url?: string | null
  isCode?: true
  isStrong?: true
  rest?: string
}

/** null if unknown or absent. Parts are a list. */
export type Cell = string | number | null | readonly CellPart[]
export type Row = readonly Cell[]

export interface Column {
  /** Field name in JSON. */
  key: string
  title: string
  /** Relative width. */
  width: number
}

/** Prose: each row is a heading with a long text. */
export interface Table {
  kind: 'table' | 'prose'
  /** List name in JSON. */
  key: string
  /** '' for a table that continues the section before it. */
  title: string
  /** What applies to all rows. */
  note?: string | null
  /** Shown instead of an empty table. */
  empty: string
  columns: readonly Column[]
  /** Fewer rows for people than the format allows; the rest is left to CSV and JSON. */
  maxRows?: number
  /** Says how many other rows there are, where the words of all tables do not fit. */
  cut?: (rest: number) => string
  /** Restartable; rows are read in pages. */
  rows(): AsyncIterable<readonly Row[]>
}

/** The words of a language that writers add. */
export interface DocumentWords {
  /** BCP 47, for numbers and screen readers. */
  locale: string
  summary: string
  sections: string
  logo: string
  /** That a table is cut after a number of rows; rest is the number of others, if it is known. */
  cut: (shown: string, rest: number) => string
}

export const englishWords = {
  locale: 'en-US',
  summary: 'Summary',
  sections: 'Sections',
  logo: 'Logo',
} as const satisfies Omit<DocumentWords, 'cut'>

/** Alternative text: 'Open by severity: critical 1, high 2'. */
export const describeChart = ({ title, bars }: Chart): string =>
  `${title}: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}`

export const partText = ({ text, rest = '' }: CellPart): string => `${text}${rest}`

export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? cell.map(partText).join(', ') : String(cell)
}

export const isTable = (section: Section): section is Table =>
  section.kind === 'table' || section.kind === 'prose'

export const tablesIn = ({ sections }: ReportDocument): Table[] => sections.filter(isTable)

export interface RowPage {
  rows: readonly Row[]
  /** How many rows of the page are left out, after which nothing follows; 0 if the table goes on. */
  cut: number
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
    const cut = rows.length - included.length
    yield { rows: included, cut }
    if (cut > 0) return
  }
}

export const formatCount = (count: number, { locale }: Pick<DocumentWords, 'locale'>): string =>
  count.toLocaleString(locale)

/** What is said below a table: that it is empty or cut; null if neither. */
export function tableEnd(
  table: Table,
  { count, cut, limit, words }: { count: number; cut: number; limit: number; words: DocumentWords },
): string | null {
  if (count === 0) return table.empty
  if (cut === 0) return null
  return table.cut?.(cut) ?? words.cut(formatCount(shownRows(table, limit), words), cut)
}

/** Rows that are in memory. */
export const rowsOf = (rows: readonly Row[]): Table['rows'] =>
  async function* () {
    if (rows.length > 0) yield await Promise.resolve(rows)
  }

/** The text of a document that is small enough for memory. */
export async function wholeText(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}
