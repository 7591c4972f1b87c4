import { severities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { exploitedAdvisories } from '#knowledge/advisories/exploited-store.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import {
  cameUpBeforeTargets,
  dueOn,
  isExploitedFinding,
  isOfTriage,
  ownDues,
  since,
  today,
} from '#scanning/due-dates/store.ts'
import type { FindingKey } from './finding-key.ts'

export interface ListedFinding extends FindingKey {
  findingUuid: string
  projectName: string
  projectUrl: string
  branch: string
  branches: number
  displayName: string
  cve: string | null
  publicId: string | null
  severity: string
  isKnownExploited: boolean
  versions: { version: string; to: number | null }[]
  fixedVersions: string[]
  since: Date
  isOpen: boolean
  endKind: string | null
  state: string
  decisionUuid: string | null
  wantedUuid: string | null
  assigneeUuid: string | null
  /** YYYY-MM-DD. */
  dueOn: string | null
  isDueDateSet: boolean
  isOverdue: boolean
  /** Of the order: rank of the severity, and the start in microseconds. */
  rank: number
  position: string
}

export interface FindingFilter {
  /** Of those that are stored: 'open' and others. */
  states: readonly string[]
  /** null: nobody; absent: anybody. */
  assigneeUuid?: string | null
  isOverdue: boolean
  projectUuid: string | null
  package: { ecosystem: string; packageName: string } | null
  severity: string | null
  isExploited: boolean | null
}

export interface FindingPage {
  filter: FindingFilter
  after: { rank: number; position: string; uuid: string } | null
  limit: number
}

const micros = sql`(extract(epoch from ${since}) * 1000000)::int8`
const ofSameKey = (one: string, other: string) => sql`
  ${sql.ref(`${one}.ecosystem`)} = ${sql.ref(`${other}.ecosystem`)}
  and ${sql.ref(`${one}.package_name`)} = ${sql.ref(`${other}.package_name`)}
  and ${sql.ref(`${one}.advisory_uuid`)} = ${sql.ref(`${other}.advisory_uuid`)}
  and ${sql.ref(`${one}.project_uuid`)} = ${sql.ref(`${other}.project_uuid`)}`

/** States of findings that scans leave out, which are found by what is stored of them. */
const leftOut = new Set(['accepted', 'snoozed', 'false-positive', 'not-affected'])

/** Most severe first, then oldest first. */
export async function listFindings(
  db: Database,
  scope: Scope,
  { filter, after, limit }: FindingPage,
): Promise<ListedFinding[]> {
  const isStored = !filter.states.includes('open') || Boolean(filter.assigneeUuid)
  const conditions = sql`${projectInScope(scope)} and ${matches(filter)}
    and ${isOneOf(filter.states)}`
  const { rows } = await sql<ListedFinding>`
    ${filter.isOverdue && !isStored ? sql`with ${exploitedAdvisories}, own as materialized (${ownDues(scope)})` : sql``}
    select * from (
      ${isStored ? storedFindings(scope, conditions) : openFindings(scope, { filter, conditions, after, limit })}
    ) listed
    ${after === null ? sql`` : sql`where (rank, position::int8, "findingUuid") > (${after.rank}::int, ${after.position}::int8, ${after.uuid}::uuid)`}
    order by rank, position::int8, "findingUuid" limit ${limit}`.execute(db)
  return rows
}

interface Query {
  filter: FindingFilter
  conditions: RawBuilder<unknown>
}

/** Those with a row of their own, of which there are few. */
const storedFindings = (scope: Scope, conditions: RawBuilder<unknown>) => sql`
  select ${columns}
  from finding_triage triage
  join project on project.account_uuid = triage.account_uuid and project.uuid = triage.project_uuid
  join account on account.uuid = triage.account_uuid
  cross join lateral (
    select finding.* from branch
    join finding on finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid
    where branch.account_uuid = triage.account_uuid and branch.project_uuid = triage.project_uuid
      and finding.ecosystem = triage.ecosystem and finding.package_name = triage.package_name
      and finding.advisory_uuid = triage.advisory_uuid
    order by ended_at desc nulls first, finding.introduced_at, finding.uuid limit 1) finding
  join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
  where triage.account_uuid = ${scope.accountUuid} and (finding.ended_at is null or triage.decision_uuid is not null)
    and ${conditions}`

/** In the order of the index finding_open_since; of several branches the one that had it first. */
const openFindings = (
  scope: Scope,
  { filter, conditions, after, limit }: Query & Pick<FindingPage, 'after' | 'limit'>,
) =>
  sql.join(
    severities
      .map((name, rank) => ({ name, rank }))
      .filter(({ name, rank }) => (filter.severity ?? name) === name && rank >= (after?.rank ?? 0))
      .flatMap((severity) =>
        candidates(scope, filter, severity.name).map((isCandidate) => ({ ...severity, isCandidate })),
      )
      .map(
        ({ name, rank, isCandidate }) => sql`(
  select ${columns}
  from finding
  join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
  join account on account.uuid = finding.account_uuid
  join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
  left join finding_triage triage on ${isOfTriage}
  where finding.account_uuid = ${scope.accountUuid} and finding.severity = ${name} and finding.ended_at is null
    and ${isCandidate}
    ${after?.rank === rank ? sql`and (${since}, finding.uuid) > (to_timestamp(0) + ${after.position}::int8 * interval '1 microsecond', ${after.uuid}::uuid)` : sql``}
    and not exists (
      select from finding earlier
      where earlier.account_uuid = finding.account_uuid and ${ofSameKey('earlier', 'finding')} and earlier.ended_at is null
        and (greatest(earlier.introduced_at, earlier.published_at), earlier.uuid) < (${since}, finding.uuid))
    and ${conditions}
  order by ${since}, finding.uuid limit ${limit})`,
      ),
    sql` union all `,
  )

/**
 * Few findings are overdue, so only two kinds are read: those that came up before the strictest target of their severity,
 * in the order of the index, and those with a day of their own.
 */
const candidates = (scope: Scope, { isOverdue }: FindingFilter, severity: string): RawBuilder<unknown>[] =>
  isOverdue
    ? [
        sql`${cameUpBeforeTargets(scope, severity)} and finding.uuid not in (select uuid from own)`,
        sql`finding.uuid in (select uuid from own)`,
      ]
    : [sql`true`]

const rank = sql`array_position(${[...severities]}::text[], finding.severity) - 1`

const isLate = sql`finding.ended_at is null and ${dueOn} < ${today}`

const columns = sql`
  finding.uuid as "findingUuid", finding.project_uuid as "projectUuid", project.name as "projectName",
  project.url as "projectUrl", branch.name as branch, finding.advisory_uuid as "advisoryUuid", finding.ecosystem,
  finding.package_name as "packageName", finding.display_name as "displayName", finding.cve,
  finding.public_id as "publicId", finding.severity, finding.versions, finding.fixed_versions as "fixedVersions",
  ${since} as since, ${isExploitedFinding} as "isKnownExploited", finding.ended_at is null as "isOpen",
  finding.end_kind as "endKind", coalesce(triage.state, 'open') as state, triage.decision_uuid as "decisionUuid",
  triage.wanted_uuid as "wantedUuid", triage.assignee_uuid as "assigneeUuid",
  (${dueOn})::text as "dueOn", triage.due_on is not null as "isDueDateSet",
  coalesce(${isLate}, false) as "isOverdue",
  ${rank} as rank, ${micros}::text as position,
  (select count(*)::int from branch other join finding open on open.account_uuid = other.account_uuid
    and open.branch_uuid = other.uuid and open.ended_at is null
    where other.account_uuid = finding.account_uuid and other.project_uuid = finding.project_uuid
      and ${ofSameKey('open', 'finding')}) as branches`

function matches({
  assigneeUuid,
  isOverdue,
  projectUuid,
  package: of,
  severity,
  isExploited,
}: FindingFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (assigneeUuid !== undefined)
    all.push(sql`triage.assignee_uuid is not distinct from ${assigneeUuid}::uuid`)
  if (isOverdue) all.push(isLate)
  if (projectUuid !== null) all.push(sql`finding.project_uuid = ${projectUuid}`)
  if (of !== null)
    all.push(sql`finding.package_name = ${of.packageName} and finding.ecosystem = ${of.ecosystem}`)
  if (severity !== null) all.push(sql`finding.severity = ${severity}`)
  if (isExploited !== null) all.push(sql`${isExploitedFinding} = ${isExploited}`)
  return sql.join(all, sql` and `)
}

/** One that is left out, but still open, waits for the next scan. */
const isOneOf = (states: readonly string[]) =>
  sql`coalesce(triage.state, 'open') = any(${[...states]}::text[])`

export const isLeftOut = (state: string): boolean => leftOut.has(state)

/** The finding in any state, by its latest lifetime or, if it was never open, as the last scan excluded it. */
export async function findFinding(
  db: Database,
  scope: Scope,
  key: FindingKey,
): Promise<ListedFinding | undefined> {
  const { rows } = await sql<ListedFinding>`
    select ${columns}
    from finding
    join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
    join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
  join account on account.uuid = finding.account_uuid
    left join finding_triage triage on ${isOfTriage}
    where finding.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${key.projectUuid}
      and finding.ecosystem = ${key.ecosystem} and finding.package_name = ${key.packageName}
      and finding.advisory_uuid = ${key.advisoryUuid} and ${projectInScope(scope)}
    order by finding.ended_at desc nulls first, finding.introduced_at, finding.uuid limit 1`.execute(db)
  return rows[0] ?? findExcluded(db, scope, key)
}

/** Excluded ones have no row: it is made of what the scan says of them. */
async function findExcluded(db: Database, scope: Scope, key: FindingKey): Promise<ListedFinding | undefined> {
  const { rows } = await sql<ListedFinding>`
    select ${columns}
    from branch
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    cross join lateral jsonb_array_elements(scan.excluded) found
    cross join lateral jsonb_populate_record(null::finding, jsonb_build_object(
      'account_uuid', branch.account_uuid, 'uuid', branch.uuid, 'branch_uuid', branch.uuid,
      'project_uuid', branch.project_uuid, 'ecosystem', found -> 'ecosystem', 'package_name', found -> 'packageName',
      'display_name', found -> 'displayName', 'advisory_uuid', found -> 'advisoryUuid', 'cve', found -> 'cve',
      'public_id', found -> 'publicId', 'severity', found -> 'severity', 'fixed_versions', found -> 'fixedVersions',
      'versions', (select jsonb_agg(version || '{"to": null}') from jsonb_array_elements(found -> 'versions') version),
      'introduced_at', scan.scanned_at, 'ended_at', scan.scanned_at, 'end_kind', 'excluded')) finding
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    join account on account.uuid = branch.account_uuid
    left join finding_triage own on own.account_uuid = finding.account_uuid and ${ofSameKey('own', 'finding')}
    left join exclusion on exclusion.account_uuid = branch.account_uuid
      and exclusion.uuid = (found ->> 'exclusionUuid')::uuid
    cross join lateral (select own.wanted_uuid, own.assignee_uuid, own.due_on,
      coalesce(own.decision_uuid, exclusion.uuid) as decision_uuid, coalesce(nullif(own.state, 'open'), exclusion.state,
        case when exclusion.reason = 'unapplicable' then 'not-affected' else 'accepted' end) as state) triage
    where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${key.projectUuid}
      and finding.ecosystem = ${key.ecosystem} and finding.package_name = ${key.packageName}
      and finding.advisory_uuid = ${key.advisoryUuid} and ${projectInScope(scope)}
    order by branch.name limit 1`.execute(db)
  return rows[0]
}
