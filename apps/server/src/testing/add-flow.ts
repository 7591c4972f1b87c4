import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { flowEntry } from '#scanning/scans/series-store.ts'

export interface AddedFlow {
  /** '2024-02-29'. */
  day: string
  severity: string
  cause: string
  days_to_fix?: number | null
  findings: number
}

/** Adds to what scans opened and ended on a branch, without scans. In the order of days. */
export async function addFlow(
  db: Database,
  scope: Scope,
  { branchUuid, flow }: { branchUuid: string; flow: AddedFlow[] },
): Promise<void> {
  await sql`
    insert into branch_series (account_uuid, branch_uuid, chunk, points, flow)
    select ${scope.accountUuid}, ${branchUuid}, coalesce((
        select max(chunk) from branch_series where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}), 0),
      '', coalesce(string_agg(${flowEntry}, ''::bytea), '')
    from json_to_recordset(${JSON.stringify(flow)}::json)
      as flow(day date, severity text, cause text, days_to_fix int, findings int)
    on conflict (account_uuid, branch_uuid, chunk) do update set flow = branch_series.flow || excluded.flow`.execute(
    db,
  )
}
