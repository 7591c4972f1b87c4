import { severities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { exploitedAdvisories, isExploited } from '#knowledge/advisories/exploited-store.ts'
import type { Database } from '#platform/database/database.ts'

// When findings are due, in the one place that says so for rows; the engine's policies/due-day.ts is the same for facts.
// Expressions are about rows of `finding`, `project` and `account`, and one of `finding_triage` as `triage` or null.

/** When a finding came up: the later of its introduction and the publication of its advisory. */
export const since = sql`greatest(finding.introduced_at, finding.published_at)`

export const isExploitedFinding = isExploited(sql`finding.advisory_uuid`)

/** Days to fix by severity: as the strictest of the project's groups says, otherwise the account. */
export const targetDays = sql`coalesce(
  (project.group_settings ->> upper(finding.severity))::int, (account.fix_targets ->> upper(finding.severity))::int)`

/** The earlier one of the targets of its severity and of known exploited ones; null without a target. */
export const daysIf = (isExploited: RawBuilder<unknown>) => sql`least(${targetDays},
  case when account.exploited_fix_days is not null and ${isExploited} then account.exploited_fix_days end)`

/** The last day on which a finding is in time: as set by a member, otherwise from the targets. null without one. */
export const dueOnIf = (isExploited: RawBuilder<unknown>) =>
  sql<string | null>`coalesce(triage.due_on, (${since} at time zone 'UTC')::date + ${daysIf(isExploited)})`

export const dueOn = dueOnIf(isExploitedFinding)

/** The same by the target of its severity alone. */
export const dueOnBySeverity = sql<string | null>`(${since} at time zone 'UTC')::date + ${targetDays}`

/** Today, UTC. */
export const today = sql`(now() at time zone 'UTC')::date`

/** Before the strictest target of a severity, in the account or one of its groups: necessary to be overdue by one. */
export const cameUpBeforeTargets = (
  { accountUuid }: Scope,
  severity: string,
) => sql`${since} < ((${today} - least(
  (select (fix_targets ->> upper(${severity}))::int from account where uuid = ${accountUuid}),
  (select min((fix_targets ->> upper(${severity}))::int) from project_group where account_uuid = ${accountUuid})
  ))::timestamp at time zone 'UTC')`

/** Of rows of `finding` and `triage`. */
export const isOfTriage = sql`triage.account_uuid = finding.account_uuid and triage.project_uuid = finding.project_uuid
  and triage.ecosystem = finding.ecosystem and triage.package_name = finding.package_name
  and triage.advisory_uuid = finding.advisory_uuid`

/**
 * Open findings (uuid) whose day may not follow from their severity: a member set it, or they are known exploited. Needs
 * exploited_advisory of exploited-store.ts.
 */
const ownDues = ({ accountUuid }: Scope) => sql`
  select finding.uuid from exploited_advisory
  join finding on finding.account_uuid = ${accountUuid} and finding.advisory_uuid = exploited_advisory.advisory_uuid
  where ended_at is null
  union
  select finding.uuid from finding_triage triage join finding on ${isOfTriage} and ended_at is null
  where triage.account_uuid = ${accountUuid} and triage.due_on is not null`

/** Severity as a position, days since 1970 since when, whether it is known exploited, and the day that a member set. */
export type OwnDue = [severity: number, since: number, isExploited: boolean, setDay: number | null]

/** OwnDues of rows of finding, with triage or null. */
const listedDues = sql`json_agg(json_build_array(
  array_position(${[...severities]}::text[], finding.severity) - 1,
  (${since} at time zone 'UTC')::date - date '1970-01-01',
  finding.advisory_uuid in (select advisory_uuid from exploited_advisory),
  triage.due_on - date '1970-01-01'))`

/** Those of a row of branch. */
export const duesOfBranch = sql`(
  select ${listedDues} from finding left join finding_triage triage on ${isOfTriage} and triage.due_on is not null
  where finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid and ended_at is null
    and (triage.due_on is not null or finding.advisory_uuid in (select advisory_uuid from exploited_advisory)))`

/** Of all branches that have any. */
export async function readOwnDues(db: Database, scope: Scope) {
  const { rows } = await sql<{ branchUuid: string; dues: OwnDue[] }>`
    with ${exploitedAdvisories}, own as materialized (${ownDues(scope)})
    select finding.branch_uuid as "branchUuid", ${listedDues} as dues
    from own join finding on finding.account_uuid = ${scope.accountUuid} and finding.uuid = own.uuid
    left join finding_triage triage on ${isOfTriage}
    group by finding.branch_uuid`.execute(db)
  return rows
}

/** The days that members set, by 'project ecosystem package advisory' and counted from 1970. */
export async function readSetDays(
  db: Database,
  { accountUuid }: Scope,
  projectUuids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; day: number }>`
    select project_uuid || ' ' || ecosystem || ' ' || package_name || ' ' || advisory_uuid as key,
      due_on - date '1970-01-01' as day
    from finding_triage
    where account_uuid = ${accountUuid} and project_uuid = any(${[...projectUuids]}::uuid[]) and due_on is not null`.execute(
    db,
  )
  return new Map(rows.map(({ key, day }) => [key, day]))
}
