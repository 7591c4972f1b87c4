import { fromWireSeverity, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { noOwnDays, readOwnDays } from '#scanning/due-dates/own-days-store.ts'
import { dueOnIf, isExploitedFinding, isOfTriage, since, today } from '#scanning/due-dates/store.ts'
import type { FindingKey } from './finding-key.ts'
import {
  type FindingFilter,
  type FindingPage,
  isOfFew,
  isOfStored,
  type LazyPick,
  needsOwnDays,
  ofSameKey,
  type Picked,
  pickFew,
  pickInOrder,
  pickOwnDays,
  pickStored,
  stepsOf,
} from './pick-store.ts'

export interface ListedFinding extends FindingKey {
  findingUuid: string
  projectName: string
  projectUrl: string
  projectTags: string[]
  branch: string
  branches: number
  displayName: string
  cve: string | null
  publicId: string | null
  severity: string
  isKnownExploited: boolean
  /** A position of ssvcRanks; null if no scan had it as open. */
  priority: number | null
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
}

/** States of findings that scans leave out, which are found by what is stored of them. */
const leftOut = new Set(['accepted', 'snoozed', 'false-positive', 'not-affected'])

export interface ListedPage {
  findings: ListedFinding[]
  /** The last one, if others follow. */
  next: Picked | null
}

/** Most severe or most urgent first, then oldest first. */
export async function listFindings(db: Database, scope: Scope, page: FindingPage): Promise<ListedPage> {
  const picked = await pick(db, scope, { ...page, limit: page.limit + 1 })
  const listed = picked.slice(0, page.limit)
  const last = listed.at(-1)
  return {
    findings: await readPicked(db, scope, listed),
    next: last && picked.length > page.limit ? last : null,
  }
}

/** Of a page's limit: most of what an index finds is listed. */
const candidates = 4

async function pick(db: Database, scope: Scope, page: FindingPage): Promise<Picked[]> {
  const { filter, after, limit } = page
  const query = { ...page, ...(needsOwnDays(filter) ? await readOwnDays(db, scope) : noOwnDays) }
  const read = async (picking: RawBuilder<Picked>) => (await picking.execute(db)).rows
  if (isOfStored(filter)) return read(pickStored(scope, query))
  const readFirst = async (picking: LazyPick) => {
    const found = await read(picking(limit * candidates))
    return found.length < limit ? read(picking(null)) : found
  }
  if (isOfFew(filter)) return readFirst(pickFew(scope, query))
  const found: Picked[] = []
  for (const step of stepsOf(page)) {
    const { rank } = step
    if (found.length >= limit) break
    if (rank < (after?.rank ?? 0)) continue
    const rest = { ...query, after: after?.rank === rank ? after : null }
    const rows = hasTarget(filter, step.severity) ? await read(pickInOrder(scope, rest, step)) : []
    const others = filter.isOverdue ? pickOwnDays(scope, rest, step) : []
    for (const each of others) rows.push(...(await readFirst(each)))
    found.push(...rows.toSorted(byPosition))
  }
  return found.slice(0, limit)
}

/** Whether findings of a severity can be what is asked for: without a target, none is overdue. */
const hasTarget = ({ isOverdue }: FindingFilter, severity: string): boolean =>
  !isOverdue || ratedSeverities.some((rated) => fromWireSeverity(rated) === severity)

const byPosition = (one: Picked, other: Picked): number =>
  Number(BigInt(one.position) - BigInt(other.position)) || (one.uuid < other.uuid ? -1 : 1)

async function readPicked(db: Database, scope: Scope, picked: readonly Picked[]): Promise<ListedFinding[]> {
  if (picked.length === 0) return []
  const { rows } = await sql<ListedFinding>`
    select ${columns}
    from unnest(${picked.map(({ uuid }) => uuid)}::uuid[]) with ordinality picked(uuid, place)
    join finding on finding.account_uuid = ${scope.accountUuid} and finding.uuid = picked.uuid
    ${withBranch}
    left join finding_triage triage on ${isOfTriage}
    ${withExploited}
    order by picked.place`.execute(db)
  return rows
}

const withBranch = sql`
  join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
  join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
  join account on account.uuid = finding.account_uuid`

/** Looked up once a row. */
const withExploited = sql`cross join lateral (select ${isExploitedFinding} as is_exploited offset 0) known`

const itsDueOn = dueOnIf(sql`known.is_exploited`)

const columns = sql`
  finding.uuid as "findingUuid", finding.project_uuid as "projectUuid", project.name as "projectName",
  project.url as "projectUrl", project.tags as "projectTags", branch.name as branch, finding.advisory_uuid as "advisoryUuid", finding.ecosystem,
  finding.package_name as "packageName", finding.display_name as "displayName", finding.cve,
  finding.public_id as "publicId", finding.severity, finding.versions, finding.fixed_versions as "fixedVersions",
  ${since} as since, known.is_exploited as "isKnownExploited", finding.ssvc as priority, finding.ended_at is null as "isOpen",
  finding.end_kind as "endKind", coalesce(triage.state, 'open') as state, triage.decision_uuid as "decisionUuid",
  triage.wanted_uuid as "wantedUuid", triage.assignee_uuid as "assigneeUuid",
  (${itsDueOn})::text as "dueOn", triage.due_on is not null as "isDueDateSet",
  coalesce(finding.ended_at is null and ${itsDueOn} < ${today}, false) as "isOverdue",
  (select count(*)::int from finding open where open.account_uuid = finding.account_uuid and open.ended_at is null
    and ${ofSameKey('open', 'finding')}) as branches`

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
    ${withBranch}
    left join finding_triage triage on ${isOfTriage}
    ${withExploited}
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
    ${withExploited}
    where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${key.projectUuid}
      and finding.ecosystem = ${key.ecosystem} and finding.package_name = ${key.packageName}
      and finding.advisory_uuid = ${key.advisoryUuid} and ${projectInScope(scope)}
    order by branch.name limit 1`.execute(db)
  return rows[0]
}
