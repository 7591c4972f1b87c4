import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Maximum bytes of a list in memory; a larger row gets its own page. */
export const maxPageRows = 500
export const maxPageBytes = 1024 * 1024

export interface Page<Row> {
  rows: Row[]
  /** Rows found by the query; a page may contain fewer. */
  found: number
  /** Whether the query found fewer rows than its limit. */
  isLast: boolean
}

interface PageQuery<Row> {
  /** Must have a limit; plain SQL must be in parentheses. */
  query: Expression<Row>
  /** In terms of the query's columns. */
  order: RawBuilder<unknown>
  limit?: number
  /** Size of a row; defaults to the length of its text. */
  bytes?: RawBuilder<unknown>
}

interface Measures {
  page_position: number
  page_bytes: number
  page_count: number
}

/** As many rows as fit into a page; the rest is not sent by the database. */
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

/** Yields pages, each starting after the last row of the previous one. Holds no connection between pages. */
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

/** For callers that need the whole list. */
export async function collectPages<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pages) all.push(...rows)
  return all
}
