import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { deleteSome, type RemovedAmount, sumBytes } from '#platform/database/removable-rows.ts'
import { isFree } from './store.ts'

/** Rows of an account that go by age alone: named by the store that owns the table. */
export interface AgedRows {
  table: string
  isOld: RawBuilder<unknown>
}

const removable = ({ accountUuid }: Scope, { isOld }: AgedRows) => sql`
  account_uuid = ${accountUuid} and ${isOld} and ${isFree(sql`${accountUuid}::uuid`)}`

export const countAged = (db: Database, scope: Scope, rows: AgedRows): Promise<RemovedAmount> =>
  sumBytes(
    db,
    sql`
      select pg_column_size(aged.*) as bytes
      from ${sql.table(rows.table)} aged where ${removable(scope, rows)}`,
  )

/** Returns how many it deleted. */
export const deleteAged = (tx: Tx, scope: Scope, { limit, ...rows }: AgedRows & { limit: number }) =>
  deleteSome(tx, { table: rows.table, where: removable(scope, rows), limit })
