import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** What a removal takes: rows, and bytes without the overhead of the table. */
export interface RemovedAmount {
  count: number
  bytes: number
}

/** Counts the rows of a statement with a column "bytes". */
export async function sumBytes(db: Database, rowsWithBytes: RawBuilder<unknown>): Promise<RemovedAmount> {
  const { rows } = await sql<RemovedAmount>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from (${rowsWithBytes}) removable`.execute(
    db,
  )
  return rows[0]!
}

/** Deletes up to a limit of the rows after "from <table> where", for the store that owns the table. */
export async function deleteSome(
  db: Database,
  { table, where, limit }: { table: string; where: RawBuilder<unknown>; limit: number },
): Promise<number> {
  const name = sql.table(table)
  const { numAffectedRows = 0n } = await sql`
    delete from ${name} where ctid = any(array(select ctid from ${name} where ${where} limit ${limit}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
