import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { dayMs } from '@assay/engine/time.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import type { OverdueTarget } from '#reporting/numbers/sum-overdue.ts'
import {
  isDueBySeverity,
  isExploitedIn,
  type OwnDays,
  readOwnDays,
} from '#scanning/due-dates/own-days-store.ts'
import { daysIf, isOfTriage, since, targetDays } from '#scanning/due-dates/store.ts'

export interface OverdueRow {
  uuid: string
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  adviceID: string
  cve: string | null
  publicId: string | null
  severity: string
  ecosystem: string
  package: string
  fixedVersions: string[]
  since: Date
  /** Epoch ms. */
  dueMs: number
}

interface PageQuery {
  selection: ProjectSelection
  /** Of the severities that are asked for. */
  targets: readonly OverdueTarget[]
  /** Of known exploited ones; null without. */
  exploitedDays: number | null
  severity: Severity | null
  /** 00:00 UTC. */
  today: Date
  /** The previous page's last row. */
  after: { dueMs: number; uuid: string } | null
  limit: number
}

interface Picked {
  uuid: string
  dueMs: number
}

/** Longest overdue first: which findings a page lists, apart from what it shows of them. */
export async function readOverdue(db: Database, scope: Scope, page: PageQuery): Promise<OverdueRow[]> {
  const own = await readOwnDays(db, scope)
  const query = { ...page, ...own, ...(page.exploitedDays === null && { exploited: [] }) }
  const read = async (picking: RawBuilder<Picked>) => (await picking.execute(db)).rows
  const picked: Picked[] = own.hasSet ? await read(pickSet(scope, query)) : []
  for (const target of page.targets) picked.push(...(await read(pickByTarget(scope, query, target))))
  for (const days of exploitedTargets(query)) {
    const found = await read(pickExploited(scope, query, { days, first: page.limit * candidates }))
    const isCut = found.length < page.limit
    picked.push(...(isCut ? await read(pickExploited(scope, query, { days, first: null })) : found))
  }
  const sorted = picked.toSorted((one, other) => one.dueMs - other.dueMs || (one.uuid < other.uuid ? -1 : 1))
  return readPicked(db, scope, sorted.slice(0, page.limit))
}

type PickQuery = PageQuery & OwnDays

/** Of a page's limit: most of what an index finds is listed. */
const candidates = 4

/** Of one severity in projects with this target, in the order of the index finding_open_since or branch by branch. */
function pickByTarget(
  scope: Scope,
  query: PickQuery,
  { severity, days, branchUuids }: OverdueTarget,
): RawBuilder<Picked> {
  const isLate = sql`
    finding.account_uuid = ${scope.accountUuid} and finding.severity = ${severity} and finding.ended_at is null
    and ${isDueBySeverity(scope, query)} and ${isLateAfter(query, days)}`
  if (branchUuids === null)
    return sql`
      select ${pickedWith(days)} from finding ${itsProject(scope, query)}
      where ${isLate} and ${targetDays} = ${days} ${inOrder(query.limit)}`
  return sql`
    select ${pickedWith(days)} from unnest(${branchUuids}::uuid[]) few(uuid)
    cross join lateral (
      select * from finding where finding.branch_uuid = few.uuid and ${isLate} ${inOrder(query.limit)}) finding
    ${inOrder(query.limit)}`
}

/** Days to fix of known exploited findings: those of all, and stricter ones of severities. */
const exploitedTargets = ({ exploited, exploitedDays, targets }: PickQuery): Set<number> =>
  exploitedDays === null || exploited.length === 0
    ? new Set()
    : new Set([exploitedDays, ...targets.map(({ days }) => days).filter((days) => days < exploitedDays)])

/** Of the first ones that can be meant; null: of all. */
const pickExploited = (
  scope: Scope,
  query: PickQuery,
  { days, first }: { days: number; first: number | null },
) => sql<Picked>`
  select ${pickedWith(days)} from (
    select * from finding
    where finding.account_uuid = ${scope.accountUuid} and finding.ended_at is null and ${isExploitedIn(query)}
      and ${isOfSeverity(query)} and ${isLateAfter(query, days)} ${inOrder(first)}) finding
  ${itsProject(scope, query)}
  left join finding_triage triage on ${isOfTriage}
  where triage.due_on is null and ${daysIf(sql`true`)} = ${days} ${inOrder(query.limit)}`

/** By a day that a member set: few, which are read and sorted. */
const pickSet = (scope: Scope, query: PickQuery) => sql<Picked>`
  select * from (
    select finding.uuid, ${dayMs}::float8 * (triage.due_on - date '1970-01-01') as "dueMs"
    from finding_triage triage join finding on ${isOfTriage} ${itsProject(scope, query)}
    where triage.account_uuid = ${scope.accountUuid} and finding.ended_at is null and ${isOfSeverity(query)}
      and triage.due_on < (${query.today}::timestamptz at time zone 'UTC')::date) late
  where ${query.after === null ? sql`true` : sql`("dueMs", uuid) > (${query.after.dueMs}::float8, ${query.after.uuid}::uuid)`}
  order by "dueMs", uuid limit ${query.limit}`

const pickedWith = (days: number) =>
  sql`finding.uuid, (extract(epoch from ${since}) * 1000)::float8 + ${days * dayMs}::float8 as "dueMs"`

const inOrder = (limit: number | null) => sql`order by ${since}, finding.uuid limit ${limit}`

const isOfSeverity = ({ severity }: PageQuery) =>
  severity === null ? sql`true` : sql`finding.severity = ${severity}`

/** Overdue by a target of so many days, and after the previous page. */
const isLateAfter = ({ today, after }: PageQuery, days: number) => sql`
  ${since} < ${new Date(today.getTime() - days * dayMs)}
  ${
    after === null
      ? sql``
      : sql`and (${since}, finding.uuid) > (to_timestamp(${after.dueMs - days * dayMs}::float8 / 1000), ${after.uuid}::uuid)`
  }`

/** Looked up row by row: only those that are chosen. */
const itsProject = (scope: Scope, { selection }: PageQuery) => sql`
  join account on account.uuid = finding.account_uuid
  cross join lateral (
    select visible.group_settings from branch
    join (${projectsInScope(scope, selection)}) visible on visible.uuid = branch.project_uuid
    where branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
      and visible.matches and ${isNamedLike(selection.branchPatterns)}
    limit 1) project`

async function readPicked(db: Database, scope: Scope, picked: readonly Picked[]): Promise<OverdueRow[]> {
  const { rows } = await sql<OverdueRow & { versions: { version: string }[] }>`
    select finding.uuid, finding.project_uuid as "projectUuid", project.name as "projectName",
      project.url as "projectUrl", branch.name as branch, advisory_uuid as "adviceID", cve, public_id as "publicId",
      severity, display_name as package, ecosystem, versions, fixed_versions as "fixedVersions", ${since} as since,
      picked.due_ms as "dueMs"
    from unnest(${picked.map(({ uuid }) => uuid)}::uuid[], ${picked.map(({ dueMs }) => dueMs)}::float8[])
      with ordinality picked(uuid, due_ms, place)
    join finding on finding.account_uuid = ${scope.accountUuid} and finding.uuid = picked.uuid
    join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    order by picked.place`.execute(db)
  return rows.map(({ versions, ...row }) => ({
    ...row,
    fixedVersions: nearestFixes({
      ecosystem: row.ecosystem,
      versions: versions.map(({ version }) => version),
      fixedVersions: row.fixedVersions,
    }),
  }))
}
