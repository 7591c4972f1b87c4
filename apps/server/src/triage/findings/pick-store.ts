import { severities, type Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { ssvcRanks } from '#scanning/scans/priority-store.ts'
import {
  areDueOtherwise,
  isDueBySeverity,
  isExploitedIn,
  type OwnDays,
} from '#scanning/due-dates/own-days-store.ts'
import {
  cameUpBeforeTargets,
  dueOnBySeverity,
  dueOnIf,
  isOfTriage,
  since,
  today,
} from '#scanning/due-dates/store.ts'

// Which findings a page lists, apart from what it shows of them: most severe or most urgent first, then oldest first.

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
  /** A position of ssvcRanks; null for any. */
  priority: number | null
}

/** A position in the order. */
export interface Picked {
  uuid: string
  /** Of the severity or, by priority, of both. */
  rank: number
  /** Start in microseconds. */
  position: string
}

export interface FindingPage {
  filter: FindingFilter
  /** By severity, or by priority and then severity. */
  order: 'severity' | 'priority'
  after: Picked | null
  limit: number
}

export interface PickQuery extends FindingPage, OwnDays {}

/** Of the first findings that can be meant; null: of all. */
export type LazyPick = (first: number | null) => RawBuilder<Picked>

const severityRank = sql<number>`array_position(${[...severities]}::text[], finding.severity) - 1`

const rankBy = ({ order }: Pick<FindingPage, 'order'>) =>
  order === 'priority'
    ? sql<number>`finding.ssvc * ${severities.length}::int + ${severityRank}`
    : severityRank

/** What an index has in the order of time. */
export interface Step {
  rank: number
  severity: Severity
  /** null for any. */
  priority: number | null
}

/** The steps of an order, first to last. */
export function stepsOf({ order, filter }: Pick<FindingPage, 'order' | 'filter'>): Step[] {
  const priorities = order === 'priority' ? [...ssvcRanks.keys()] : [filter.priority]
  return priorities
    .flatMap((priority) => severities.map((severity) => ({ severity, priority })))
    .map((step, rank) => ({ ...step, rank }))
    .filter(
      ({ severity, priority }) =>
        (filter.severity ?? severity) === severity && (filter.priority ?? priority) === priority,
    )
}

const isOfStep = ({ severity, priority }: Step) =>
  sql`finding.severity = ${severity} ${priority === null ? sql`` : sql`and finding.ssvc = ${priority}::int`}`

const picked = (query: PickQuery) =>
  sql`finding.uuid, ${rankBy(query)} as rank, ((extract(epoch from ${since}) * 1000000)::int8)::text as position`

export const ofSameKey = (one: string, other: string) =>
  sql.join(
    ['ecosystem', 'package_name', 'advisory_uuid', 'project_uuid'].map(
      (column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
    ),
    sql` and `,
  )

/** Whether only findings with a row of finding_triage qualify. */
export const isOfStored = ({ states, assigneeUuid }: FindingFilter): boolean =>
  !states.includes('open') || Boolean(assigneeUuid)

/** Whether so few qualify that they are read before they are sorted. */
export const isOfFew = ({ projectUuid, package: of, isExploited }: FindingFilter): boolean =>
  projectUuid !== null || of !== null || isExploited === true

export const needsOwnDays = ({ isOverdue, isExploited }: FindingFilter): boolean =>
  isOverdue || isExploited !== null

/** Of those with a row of their own, the last lifetime on any branch; an ended one only where it was decided. */
export const pickStored = (scope: Scope, query: PickQuery): RawBuilder<Picked> => {
  const { states, assigneeUuid } = query.filter
  return sql`
    select ${picked(query)}
    from finding_triage triage
    join project on project.account_uuid = triage.account_uuid and project.uuid = triage.project_uuid
    ${itsAccount(query)}
    cross join lateral (
      select * from (
        select open.* from finding open
        where open.account_uuid = triage.account_uuid and ${ofSameKey('open', 'triage')} and open.ended_at is null
        union all
        select ended.* from branch
        join finding ended on ended.account_uuid = branch.account_uuid and ended.branch_uuid = branch.uuid
        where branch.account_uuid = triage.account_uuid and branch.project_uuid = triage.project_uuid
          and ${ofSameKey('ended', 'triage')} and ended.ended_number is not null
          and triage.decision_uuid is not null) finding
      order by ended_at desc nulls first, finding.introduced_at, finding.uuid limit 1) finding
    where triage.account_uuid = ${scope.accountUuid} and triage.state = any(${[...states]}::text[])
      ${assigneeUuid === undefined ? sql`` : sql`and triage.assignee_uuid is not distinct from ${assigneeUuid}::uuid`}
      and ${projectInScope(scope)} and ${matches(scope, query)} and ${isLate(query)} and ${isAfter(query)}
    ${sorted(query)}`
}

/** Of open ones, all that match are sorted. */
export const pickFew = (scope: Scope, query: PickQuery): LazyPick =>
  pickSorted(scope, query, matches(scope, query))

const sorted = (query: PickQuery) =>
  sql`order by ${rankBy(query)}, ${since}, finding.uuid limit ${query.limit}`

/** Of one step, in the order of the indexes finding_open_since and finding_open_by_ssvc, read as far as needed. */
export const pickInOrder = (scope: Scope, query: PickQuery, step: Step) => sql<Picked>`
  select ${picked(query)} from ${openFindings(scope, query)}
  where ${isOpenFinding(scope, query)} and ${matches(scope, query)} and ${isOfStep(step)}
    ${query.filter.isOverdue ? isLateBySeverity(scope, { ...query, severity: step.severity }) : sql``}
    ${query.after === null ? sql`` : sql`and (${since}, finding.uuid) > (${timeOf(query.after)}, ${query.after.uuid}::uuid)`}
  order by ${since}, finding.uuid limit ${query.limit}`

/** Overdue ones of one step whose day does not follow from it alone. */
export const pickOwnDays = (scope: Scope, query: PickQuery, step: Step): LazyPick[] =>
  areDueOtherwise(scope, query).map((condition) =>
    pickSorted(scope, query, sql`${isOfStep(step)} and ${matches(scope, query)} and ${condition}`),
  )

/** Sorts what an index finds, and then looks up the first ones only, or all of them. */
const pickSorted =
  (scope: Scope, query: PickQuery, isFound: RawBuilder<unknown>): LazyPick =>
  (first) =>
    sql<Picked>`
    select ${picked(query)} from (
      select * from finding
      where finding.account_uuid = ${scope.accountUuid} and finding.ended_at is null and ${isFound} and ${isAfter(query)}
      order by ${rankBy(query)}, ${since}, finding.uuid limit ${first}) finding
    join project on project.account_uuid = ${scope.accountUuid} and project.uuid = finding.project_uuid
    ${itsAccount(query)} ${itsTriage(query)}
    where ${isOpenFinding(scope, query)} and ${isLate(query)}
    ${sorted(query)}`

const timeOf = ({ position: micros }: { position: string }) =>
  sql`to_timestamp(0) + ${micros}::int8 * interval '1 microsecond'`

const isAfter = ({ after, ...query }: PickQuery) =>
  after === null
    ? sql`true`
    : sql`(${rankBy(query)}, ${since}, finding.uuid) > (${after.rank}::int, ${timeOf(after)}, ${after.uuid}::uuid)`

/** Those of few projects are found by the index of their branches. */
const openFindings = (scope: Scope, query: PickQuery) =>
  scope.teams === 'all' && scope.project === null
    ? sql`finding
      join project on project.account_uuid = ${scope.accountUuid} and project.uuid = finding.project_uuid
      ${itsAccount(query)}`
    : sql`finding
      join branch on branch.account_uuid = ${scope.accountUuid} and branch.uuid = finding.branch_uuid
      join project on project.account_uuid = ${scope.accountUuid} and project.uuid = branch.project_uuid
      ${itsAccount(query)}`

/** Targets and days of members say what is overdue; planning takes longer with more tables. */
const itsAccount = ({ filter: { isOverdue } }: PickQuery) =>
  isOverdue ? sql`join account on account.uuid = project.account_uuid` : sql``

const itsTriage = ({ filter: { isOverdue } }: PickQuery) =>
  isOverdue ? sql`left join finding_triage triage on ${isOfTriage}` : sql``

/** In scope, of one of the states; of several branches the one that had it first. */
const isOpenFinding = (scope: Scope, { filter: { states, assigneeUuid } }: PickQuery) => sql`
  finding.account_uuid = ${scope.accountUuid} and finding.ended_at is null and ${projectInScope(scope)}
  and not exists (
    select from finding earlier
    where earlier.account_uuid = ${scope.accountUuid} and ${ofSameKey('earlier', 'finding')} and earlier.ended_at is null
      and (greatest(earlier.introduced_at, earlier.published_at), earlier.uuid) < (${since}, finding.uuid))
  and not exists (
    select from finding_triage other
    where other.account_uuid = ${scope.accountUuid} and ${ofSameKey('other', 'finding')}
      and (other.state <> all(${[...states]}::text[]) ${assigneeUuid === null ? sql`or other.assignee_uuid is not null` : sql``}))`

const isLate = (query: PickQuery) =>
  query.filter.isOverdue
    ? sql`finding.ended_at is null and ${dueOnIf(isExploitedIn(query))} < ${today}`
    : sql`true`

/** Before the strictest target, which the index finds, and then by that of the project; without those of pickOwnDays. */
const isLateBySeverity = (scope: Scope, { severity, ...query }: PickQuery & { severity: string }) => sql`
  and ${cameUpBeforeTargets(scope, severity)} and ${dueOnBySeverity} < ${today} and ${isDueBySeverity(scope, query)}`

function matches({ accountUuid }: Scope, { filter, ...query }: PickQuery): RawBuilder<unknown> {
  const { projectUuid, package: of, severity, priority, isExploited: isWanted } = filter
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (projectUuid !== null)
    all.push(sql`finding.branch_uuid in (
      select uuid from branch where account_uuid = ${accountUuid} and project_uuid = ${projectUuid})`)
  if (of !== null)
    all.push(sql`finding.package_name = ${of.packageName} and finding.ecosystem = ${of.ecosystem}`)
  if (severity !== null) all.push(sql`finding.severity = ${severity}`)
  if (priority !== null) all.push(sql`finding.ssvc = ${priority}::int`)
  if (isWanted !== null) all.push(sql`${isWanted ? sql`` : sql`not`} ${isExploitedIn(query)}`)
  return sql.join(all, sql` and `)
}
