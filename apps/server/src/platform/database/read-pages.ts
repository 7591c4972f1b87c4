import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** What is in memory of a list at once; a larger row has a page of its own. */
export const maxPageRows = 500
export const maxPageBytes = 1024 * 1024

export interface Page<Row> {
  rows: Row[]
  /** How many rows the query found, of which a page may hold fewer. */
  found: number
  /** Whether the query, which has this limit, found no more rows. */
  isLast: boolean
}

interface PageQuery<Row> {
  /** With a limit; in parentheses when it is plain SQL. */
  query: Expression<Row>
  /** By the query's own columns. */
  order: RawBuilder<unknown>
  limit?: number
  /** Bytes of a row; left out, those of its text. */
  bytes?: RawBuilder<unknown>
}

interface Measures {
  page_position: number
  page_bytes: number
  page_count: number
}

/** As many of the rows as a page holds: what is cut off stays in the database. */
export async function readPage<Row extends object>(
  db: Database,
  { query, order, limit = maxPageRows, bytes = sql`octet_length(listed::text)` }: PageQuery<Row>,
): Promise<Page<Row>> {
  const { rows } = await sql<Row & Measures>`
    select * from (
      select listed.*, row_number() over sorted as page_position,
        sum(${bytes}) over sorted as page_bytes, count(*) over () as page_count
      from ${query} listed
      window sorted as (order by ${order})) measured
    where page_position = 1 or page_bytes <= ${maxPageBytes}
    order by page_position`.execute(db)
  const found = rows[0]?.page_count ?? 0
  return { rows: rows.map(withoutMeasures), found, isLast: rows.length === found && found < limit }
}

function withoutMeasures<Row extends object>({
  page_position: _position,
  page_bytes: _bytes,
  page_count: _count,
  ...row
}: Row & Measures): Row {
  return row as unknown as Row
}

/** Page after page, each after the last row of the one before: nothing is held while the caller takes its time. */
export async function* readPages<Row>(
  read: (after: Row | undefined) => Promise<Pick<Page<Row>, 'rows' | 'isLast'>>,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const { rows, isLast } = await read(after)
    if (rows.length > 0) yield rows
    if (isLast) return
    after = rows.at(-1)
  }
}

/** For what a caller needs as a whole. */
export async function collectPages<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pages) all.push(...rows)
  return all
}
