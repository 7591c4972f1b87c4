import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** An encrypted column, and what its values are encrypted for. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the primary key. */
  key: readonly string[]
  /** By the values of the key, in their order. */
  purposeOf(...key: string[]): string
}

export interface SealedValue {
  key: string[]
  sealed: Uint8Array
}

const keyOf = ({ key }: SealedColumn) =>
  sql`array[${sql.join(key.map((name) => sql`${sql.ref(name)}::text`))}] collate "C"`

/** In the order of the key, after this one. */
export async function listSealed(
  db: Database,
  column: SealedColumn,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<SealedValue[]> {
  const value = sql.ref(column.column)
  const { rows } = await sql<SealedValue>`
    select ${keyOf(column)} as key, ${value} as sealed from ${sql.table(column.table)}
    where octet_length(${value}) > 0 and (${after}::text[] is null or ${keyOf(column)} > ${after}::text[])
    order by 1 limit ${limit}`.execute(db)
  return rows
}

/** Replaces a value by another encryption of the same. Returns false if it was changed in the meantime. */
export async function replaceSealed(
  db: Database,
  column: SealedColumn,
  { key, sealed, replacement }: SealedValue & { replacement: Uint8Array },
): Promise<boolean> {
  const value = sql.ref(column.column)
  const { numAffectedRows } = await sql`
    update ${sql.table(column.table)} set ${value} = ${replacement}
    where ${keyOf(column)} = ${key}::text[] and ${value} = ${sealed}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
