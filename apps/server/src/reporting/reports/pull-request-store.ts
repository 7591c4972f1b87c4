import type { PullRequests } from '@assay/contract/pull-requests.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { Position } from './components/component-pages-store.ts'

/** Replaces those recorded for the same scan. Returns the previous ones, if any. */
export async function upsertPullRequests(
  tx: Tx,
  scope: Scope,
  { branchUuid, number, recorded }: Position & { recorded: PullRequests },
): Promise<void> {
  await tx
    .insertInto('report_pull_requests')
    .values({
      account_uuid: scope.accountUuid,
      branch_uuid: branchUuid,
      number,
      recorded: jsonText(recorded),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'branch_uuid', 'number'])
        .doUpdateSet({ recorded: jsonText(recorded), created_at: sql<Date>`now()` }),
    )
    .execute()
}

/** The newest record at or before the scan, limited to entries whose version is still a component; null if there is none. */
export async function findPullRequests(
  db: Database,
  scope: Scope,
  { branchUuid, number }: Position,
): Promise<PullRequests | null> {
  const { rows } = await sql<{ recorded: PullRequests }>`
    select jsonb_set(recorded, '{entries}', coalesce((
      select jsonb_agg(entry order by place)
      from jsonb_array_elements(recorded -> 'entries') with ordinality listed(entry, place)
      where exists (
        select from component_of_branch component
        where component.account_uuid = ${scope.accountUuid} and component.branch_uuid = ${branchUuid}
          and component.name = entry -> 'dependency' -> 'library' ->> 'name'
          and component.version = entry -> 'dependency' ->> 'version'
          and introduced_number <= ${number} and (ended_number is null or ended_number > ${number}))), '[]')) as recorded
    from report_pull_requests
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and number <= ${number}
    order by report_pull_requests.number desc limit 1`.execute(db)
  return rows[0]?.recorded ?? null
}
