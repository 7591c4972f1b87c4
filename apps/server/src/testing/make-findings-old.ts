import { dayMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { thisTransaction } from '#platform/database/this-transaction.ts'

/** As if all findings of the account had come up that many days ago, at midnight. */
export async function makeFindingsOld(db: Database, accountUuid: string, days: number): Promise<void> {
  const at = sql`to_timestamp(${((Math.floor(Date.now() / dayMs) - days) * dayMs) / 1000}::float8)`
  await sql`
    update finding set introduced_at = ${at}, published_at = ${at} - interval '10 days'
    where account_uuid = ${accountUuid}`.execute(db)
  await sql`update finding_age set since = (${at} at time zone 'UTC')::date where account_uuid = ${accountUuid}`.execute(
    db,
  )
  // Like a scan does, so that the numbers are read again.
  await sql`update branch set changed_in = ${thisTransaction} where account_uuid = ${accountUuid}`.execute(db)
}
