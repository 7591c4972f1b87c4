import { dayMs } from '@assay/engine/time.ts'
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

interface Log {
  kind: 'deliveries' | 'inbox'
  days: number
  limit: number
}

/** Deletes what is older in all accounts that have set no time of their own. Returns how many. */
export function deleteOld(
  db: Database,
  old: (before: Date) => AgedRows,
  { kind, days, limit }: Log,
): Promise<number> {
  const { table, isOld } = old(new Date(Date.now() - days * dayMs))
  const accountUuid = sql.ref(`${table}.account_uuid`)
  const where = sql`${isOld} and ${hasNoOwnDays(accountUuid, kind)} and ${isFree(accountUuid)}`
  return deleteSome(db, { table, where, limit })
}

/** In statements: that the account of a row has set no time of its own. */
const hasNoOwnDays = (accountUuid: RawBuilder<unknown>, kind: Log['kind']) => sql<boolean>`
  not exists (
    select from retention
    where retention.account_uuid = ${accountUuid} and ${sql.ref(`retention.${kind}`)} is not null)`
