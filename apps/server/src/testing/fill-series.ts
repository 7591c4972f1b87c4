import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { flowEntry, scanPoint } from '#scanning/scans/series-store.ts'

/** The packed history of scans that were inserted by other means, without what they opened and ended. */
export const fillSeries = (connection: pg.PoolConfig, accountUuid: string): Promise<void> =>
  withDatabase(connection, async (db) => {
    await sql`
      insert into branch_series (account_uuid, branch_uuid, chunk, points, flow)
      select account_uuid, branch_uuid, (number - 1) / 32, string_agg(${scanPoint}, ''::bytea order by number), ''
      from scan where account_uuid = ${accountUuid} group by 1, 2, 3`.execute(db)
    await sql`vacuum analyze branch_series`.execute(db)
  })

/** Findings opened and ended by these scans, with drawn severities and causes, in the first chunk of each branch. */
export const fillFlow = (connection: pg.PoolConfig, accountUuid: string): Promise<void> =>
  withDatabase(connection, async (db) => {
    const day = sql`(scanned_at at time zone 'UTC')::date`
    const severity = sql`(array['critical', 'high', 'medium', 'low'])[1 + number % 4]`
    await sql`
      update branch_series set flow = packed.flow
      from (
        select branch_uuid, string_agg(${flowEntry}, ''::bytea order by day) as flow
        from (
          select branch_uuid, ${day} as day, ${severity} as severity,
            case when number = 1 then 'first-scan' when number % 5 = 0 then 'advisory' else 'dependency' end as cause,
            null::int as days_to_fix, identified_count as findings
          from scan where account_uuid = ${accountUuid} and identified_count > 0
          union all
          select branch_uuid, ${day}, ${severity}, case when number % 3 = 0 then 'removed' else 'upgraded' end,
            floor(random() * 90)::int, mitigation_count
          from scan where account_uuid = ${accountUuid} and mitigation_count > 0) counted
        group by branch_uuid) packed
      where branch_series.account_uuid = ${accountUuid} and branch_series.branch_uuid = packed.branch_uuid
        and chunk = 0`.execute(db)
    await sql`vacuum analyze branch_series`.execute(db)
  })

async function withDatabase(connection: pg.PoolConfig, fill: (db: Database) => Promise<void>): Promise<void> {
  const log = { error: (_context: object, message: string) => void process.stderr.write(`${message}\n`) }
  const { db, close } = openDatabase({ connection, maxConnections: 1, limitsStatements: false, log })
  await fill(db)
  await close()
}
