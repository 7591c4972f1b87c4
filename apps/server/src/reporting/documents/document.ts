/** What a report holds, whichever the format of its file. */
export interface ReportDocument {
  title: string
  /** One line below the title. */
  subject: string
  createdAt: Date
  /** PNG or JPEG; null: none is set. */
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

/** One bar after the other. */
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

/** null: not known, or none. */
export type Cell = string | number | null
export type Row = readonly Cell[]

export interface Column {
  /** The name of the field in JSON. */
  key: string
  title: string
  /** Compared with the other columns. */
  width: number
}

export interface Table {
  /** The name of the list in JSON. */
  key: string
  title: string
  /** Said in place of a table without rows. */
  empty: string
  columns: readonly Column[]
  /** Rows are a heading and a long text. */
  isProse?: true
  /** Read anew each time, page by page. */
  rows(): AsyncIterable<readonly Row[]>
}

/** In words, for those who cannot see it: 'Open by severity: critical 1, high 2'. */
export const describeChart = ({ title, bars }: Chart): string =>
  `${title}: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}`

export const textOf = (cell: Cell | undefined): string => (cell === null ? '' : String(cell ?? ''))

export interface Taken {
  rows: readonly Row[]
  /** Whether this page ends the table although there are more rows. */
  isCut: boolean
}

/** The first rows of a table, for formats that people read page by page. */
export async function* firstRows(table: Table, limit: number): AsyncGenerator<Taken> {
  let left = limit
  for await (const rows of table.rows()) {
    const taken = rows.slice(0, left)
    left -= taken.length
    const isCut = taken.length < rows.length
    yield { rows: taken, isCut }
    if (isCut) return
  }
}

export const cutNote = (limit: number): string =>
  `Only the first ${limit.toLocaleString('en-US')} rows are shown. CSV and JSON hold all of them.`
