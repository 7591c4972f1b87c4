import type { FindingEvent } from '@assay/engine/vocabulary.ts'
import { severities } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { chosenBranches } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { since } from '#scanning/due-dates/store.ts'
import type { OverdueRow } from './overdue-store.ts'

export interface CountedRow extends Omit<OverdueRow, 'fixedVersions' | 'dueMs'> {
  openedAt: Date
  openedBy: string
  closedAt: Date | null
  closedBy: string | null
  fixedBy: string | null
  daysToFix: number | null
  /** Of the order, in microseconds. */
  position: string
}

export interface CountedQuery {
  selection: ProjectSelection
  event: FindingEvent
  /** Of opened and closed ones. */
  causes: readonly string[]
  /** Of opened and closed ones. */
  from: Date
  before: Date
  /** Of open ones: those that came up before; null for any. */
  openBefore: Date | null
  /** The last row of the previous page. */
  after: { position: string; uuid: string } | null
  limit: number
}

/** Opened and closed ones newest first, open ones oldest first. */
export async function listCounted(db: Database, scope: Scope, query: CountedQuery): Promise<CountedRow[]> {
  const order = query.event === 'open' ? sql`` : sql`desc`
  const { rows } = await sql<CountedRow>`
    with ${chosenBranches(scope, query.selection)}
    select found.uuid, found.project_uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl",
      branch.name as branch, advisory_uuid as "adviceID", cve, public_id as "publicId", severity, ecosystem,
      display_name as package, greatest(introduced_at, published_at) as since, introduced_at as "openedAt",
      introduced_by as "openedBy", ended_at as "closedAt", end_kind as "closedBy", fixed_by as "fixedBy",
      days_to_fix as "daysToFix", (extract(epoch from at) * 1000000)::int8::text as position
    from (${query.event === 'open' ? openFindings(scope, query) : changedFindings(scope, query)}) found
    join branch on branch.account_uuid = found.account_uuid and branch.uuid = found.branch_uuid
    join project on project.account_uuid = found.account_uuid and project.uuid = found.project_uuid
    order by at ${order}, found.uuid ${order} limit ${query.limit}`.execute(db)
  return rows
}

const timeOf = ({ position }: { position: string }) =>
  sql`(to_timestamp(0) + ${position}::int8 * interval '1 microsecond')`

/** Branch by branch, since neither kind of event has an index of the account. */
function changedFindings(scope: Scope, { event, causes, from, before, after, limit }: CountedQuery) {
  const isOpened = event === 'opened'
  const [at, cause] = isOpened ? [sql`introduced_at`, sql`introduced_by`] : [sql`ended_at`, sql`end_kind`]
  const ofBranch = sql`account_uuid = ${scope.accountUuid} and branch_uuid = chosen.uuid`
  // By number, which is in the index.
  const isLater = sql`introduced_number > coalesce((
    select number from scan where ${ofBranch} and scanned_at < ${from} order by scanned_at desc limit 1), 0)`
  return sql`
    select listed.* from chosen cross join lateral (
      select finding.*, ${at} as at from finding
      where ${ofBranch} and ${isOpened ? isLater : sql`true`}
        and ${at} >= ${from} and ${at} < ${before} and ${cause} = any(${[...causes]}::text[])
        ${after === null ? sql`` : sql`and (${at}, uuid) < (${timeOf(after)}, ${after.uuid}::uuid)`}
      order by ${at} desc, uuid desc limit ${limit}) listed`
}

/** Per severity in the order of the index finding_open_since. */
const openFindings = (scope: Scope, { openBefore, after, limit }: CountedQuery) =>
  sql.join(
    severities.map(
      (severity) => sql`(
        select finding.*, ${since} as at from finding
        where finding.account_uuid = ${scope.accountUuid} and severity = ${severity} and ended_at is null
          and branch_uuid in (select uuid from chosen)
          ${openBefore === null ? sql`` : sql`and ${since} < ${openBefore}`}
          ${after === null ? sql`` : sql`and (${since}, finding.uuid) > (${timeOf(after)}, ${after.uuid}::uuid)`}
        order by ${since}, finding.uuid limit ${limit})`,
    ),
    sql` union all `,
  )
