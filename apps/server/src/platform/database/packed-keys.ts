import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { maxPageRows, readPage } from './read-pages.ts'

/**
 * Sorted fixed-width keys of many rows: 200,000 of 20 bytes take 4 MB. Long lists are read page by page through these
 * keys, as a consistent snapshot, however slow the reader.
 */
export class PackedKeys {
  readonly #bytes: Uint8Array
  readonly #width: number
  constructor(bytes: Uint8Array | null, width: number) {
    this.#bytes = bytes ?? new Uint8Array()
    this.#width = width
  }

  get length(): number {
    return this.#bytes.length / this.#width
  }

  /** The keys of a page. */
  page(start: number, limit: number): Keys {
    const from = Math.min(start, this.length)
    const length = Math.min(limit, this.length - from)
    return { length, slice: (first, end) => this.slice(from + first, from + Math.min(end, length)) }
  }

  /** In hexadecimal. */
  slice(start: number, end: number): string[] {
    const at = (index: number) => index * this.#width
    return Array.from({ length: Math.min(end, this.length) - start }, (_, index) =>
      Buffer.from(this.#bytes.subarray(at(start + index), at(start + index + 1))).toString('hex'),
    )
  }
}

/** Keys of which only some are wanted: a page of a list. */
export type Keys = Pick<PackedKeys, 'length' | 'slice'>

/** An aggregate that packs bytea keys: `packKeys(sql`uuid_send(uuid)`, sql`name`)`. */
export const packKeys = (
  key: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<Uint8Array | null> => sql<Uint8Array | null>`string_agg(${key}, ''::bytea order by ${order})`

/** Rows were deleted while a list of them was being read. */
export class RowsRemoved extends Error {
  override readonly name = 'RowsRemoved'
}

/** One row per key, in order. The query joins them as `wanted(key, position)`. */
export type KeyedQuery<Row> = (keyRows: RawBuilder<unknown>) => RawBuilder<Row & { position: number }>

interface KeyedPages<Row> {
  keys: Keys
  query: KeyedQuery<Row>
  limit?: number
  /** Size of a row, computed from its columns. */
  bytes?: RawBuilder<unknown>
}

/** Pages of rows by key. Throws RowsRemoved if a row is missing, since the list would be incomplete. */
export async function* readByKeys<Row extends object>(
  db: Database,
  { keys, query, limit = maxPageRows, bytes }: KeyedPages<Row>,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < keys.length;) {
    const pageKeys = keys.slice(start, start + limit)
    const page = sql`(select * from unnest(${pageKeys}::text[]) with ordinality wanted(key, position))`
    const { rows, found } = await readPage(db, {
      query: sql`(${query(page)})`,
      order: sql`position`,
      limit,
      ...(bytes && { bytes }),
    })
    if (found < pageKeys.length) throw new RowsRemoved()
    yield rows as Row[]
    start += rows.length
  }
}
