import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { maxPageRows, readPage } from './read-pages.ts'

/**
 * Keys of many rows in their order, all of one width: 200,000 of 20 bytes take 4 MB. A long list is read by them page
 * by page, in the order and with the content of one moment, however long its reader takes.
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

  /** In hexadecimal. */
  slice(start: number, end: number): string[] {
    const at = (index: number) => index * this.#width
    return Array.from({ length: Math.min(end, this.length) - start }, (_, index) =>
      Buffer.from(this.#bytes.subarray(at(start + index), at(start + index + 1))).toString('hex'),
    )
  }
}

/** An aggregate that packs keys of bytea: `packKeys(sql`uuid_send(uuid)`, sql`name`)`. */
export const packKeys = (
  key: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<Uint8Array | null> => sql<Uint8Array | null>`string_agg(${key}, ''::bytea order by ${order})`

/** Rows were removed while a list of them was read. */
export class RowsRemoved extends Error {
  override readonly name = 'RowsRemoved'
}

/** As many rows as there are keys, in their order: what the query gives for `wanted(key, position)`. */
export type KeyedQuery<Row> = (wanted: RawBuilder<unknown>) => RawBuilder<Row & { position: number }>

interface KeyedPages<Row> {
  keys: PackedKeys
  query: KeyedQuery<Row>
  limit?: number
  /** Bytes of a row, by its columns. */
  bytes?: RawBuilder<unknown>
}

/** Pages of rows by their keys. Throws RowsRemoved when one is gone: no list is shorter than it was. */
export async function* readByKeys<Row extends object>(
  db: Database,
  { keys, query, limit = maxPageRows, bytes }: KeyedPages<Row>,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < keys.length;) {
    const wanted = keys.slice(start, start + limit)
    const page = sql`(select * from unnest(${wanted}::text[]) with ordinality wanted(key, position))`
    const { rows, found } = await readPage(db, {
      query: sql`(${query(page)})`,
      order: sql`position`,
      limit,
      ...(bytes && { bytes }),
    })
    if (found < wanted.length) throw new RowsRemoved()
    yield rows as Row[]
    start += rows.length
  }
}
