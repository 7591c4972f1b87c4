import { severities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, OpenDatabase } from '#platform/database/database.ts'
import { isChangedSince, type Snapshot as DatabaseSnapshot } from '#platform/database/this-transaction.ts'
import type { BranchFacts, ProjectFacts } from './directory.ts'
import type { Exclusion } from './exclusions.ts'
import { exploitedAdvisories } from '#knowledge/advisories/exploited-store.ts'
import { duesOfBranch, type OwnDue } from '#scanning/due-dates/store.ts'
import { type ExploitedFinding, listedExploited } from './exploited-store.ts'
import { integersOf } from './pooled-integers.ts'

export type Storage = Pick<OpenDatabase, 'db' | 'copyRows'>

/** State in which an account was read. */
export interface Snapshot extends DatabaseSnapshot {
  revision: number
}

/** The packed numbers of a branch. */
export interface History {
  points: Int32Array
  flow: Int32Array
  ages: Int32Array
}

export interface ChangedBranch {
  facts: BranchFacts
  history: History
  exploited: ExploitedFinding[]
  dues: OwnDue[]
  /** As JSON; null if upgrades were not requested. */
  plans: string[] | null
}

export interface Changes extends Snapshot {
  /** null: none. */
  rows: ChangedBranch[] | null
  hasNewExclusions: boolean
  /** Other vulnerabilities may be known exploited. */
  hasNewSignals: boolean
  hasNewDueDates: boolean
  /** Projects without a branch are in no other row. */
  hasNewProjects: boolean
}

interface Stored {
  branchUuid: string
  branch: string
  branchText: string
  uuid: string
  url: string
  name: string
  teamUuid: string | null
  groupUuids: string[]
  groupTargets: Record<string, number>
  defaultBranch: string | null
  tagLines: string
  text: string
  isActive: boolean
}

/** Texts are normalized by the database, so that filters match as they do in statements. */
const facts = sql`
  branch.uuid as "branchUuid", branch.name as branch, regexp_replace(branch.name, '\\s', '', 'g') as "branchText",
  project.uuid, project.url, project.name, project.team_uuid as "teamUuid",
  project.group_uuids::text[] as "groupUuids", project.group_settings as "groupTargets",
  project.default_branch as "defaultBranch",
  array_to_string(array(select regexp_replace(tag, '\\s', '', 'g') from unnest(project.tags) tag), E'\\n') as "tagLines",
  lower(regexp_replace(project.url, '\\s', '', 'g') || case when project.name = project.url then ''
    else E'\\n' || regexp_replace(project.name, '\\s', '', 'g') end) as text,
  project.archived_at is null and project.deleted_at is null as "isActive"`

const ofAccount = (scope: Scope) => sql`
  from branch
  join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
  where branch.account_uuid = ${scope.accountUuid}`

const factsOf = ({ branchUuid, branch, branchText, tagLines, ...project }: Stored): BranchFacts => ({
  branchUuid,
  branch,
  branchText,
  project: { ...project, tagTexts: tagLines === '' ? [] : tagLines.split('\n') },
})

/** The account's state; null if it does not exist. */
export async function readSnapshot(db: Database, scope: Scope): Promise<Snapshot | null> {
  const { rows } = await sql<Snapshot>`
    select revision, pg_current_snapshot()::text as snapshot
    from account_revision where account_uuid = ${scope.accountUuid}`.execute(db)
  return rows[0] ?? null
}

/** All branches of the account with their projects. */
export async function readDirectory(db: Database, scope: Scope): Promise<BranchFacts[]> {
  const { rows } = await sql<Stored>`select ${facts} ${ofAccount(scope)}`.execute(db)
  return rows.map(factsOf)
}

export type BranchlessProject = Pick<ProjectFacts, 'uuid' | 'teamUuid' | 'groupUuids'>

/** Active projects of groups without a branch: the numbers know all others by their branches. */
export async function readBranchless(db: Database, { accountUuid }: Scope): Promise<BranchlessProject[]> {
  const { rows } = await sql<BranchlessProject>`
    select uuid, team_uuid as "teamUuid", group_uuids::text[] as "groupUuids" from project
    where account_uuid = ${accountUuid} and group_uuids <> '{}' and archived_at is null and deleted_at is null
      and not exists (
        select from branch where branch.account_uuid = project.account_uuid and project_uuid = project.uuid)`.execute(
    db,
  )
  return rows
}

/** In the order of the table's key: the chunks of a branch follow each other. */
export async function copyHistory(
  { db, copyRows }: Storage,
  scope: Scope,
  onBranch: (branchUuid: string, history: Pick<History, 'points' | 'flow'>) => void,
): Promise<void> {
  let uuid = Buffer.alloc(0)
  let points: Buffer[] = []
  let flow: Buffer[] = []
  const end = () => {
    if (uuid.length === 0) return
    const history = { points: joined(points), flow: joined(flow) }
    onBranch(uuidOf(uuid), history)
    points = []
    flow = []
  }
  const chunks = sql`
    select branch_uuid, points, flow from branch_series
    where account_uuid = ${sql.lit(scope.accountUuid)} order by account_uuid, branch_uuid, chunk`
  await copyRows(chunks.compile(db).sql, ([branch, ofPoints, ofFlow]) => {
    if (!uuid.equals(branch!)) {
      end()
      uuid = Buffer.from(branch!)
    }
    points.push(Buffer.from(ofPoints!))
    if (ofFlow!.length > 0) flow.push(Buffer.from(ofFlow!))
  })
  end()
}

const joined = (parts: Buffer[]) => integersOf(parts.length === 1 ? parts[0]! : Buffer.concat(parts))

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const severityPosition = sql`
  array_position(array[${sql.join(severities.map((each) => sql.lit(each)))}], severity) - 1`

const packedAges = sql`string_agg(
  int4send(${severityPosition}) || int4send(since - date '1970-01-01') || int4send(findings), ''::bytea)`

/** Open findings by severity and the day since when. */
export const copyAges = (
  { db, copyRows }: Storage,
  scope: Scope,
  onBranch: (branchUuid: string, ages: Int32Array) => void,
): Promise<void> => {
  const ages = sql`
    select branch_uuid, ${packedAges} from finding_age
    where account_uuid = ${sql.lit(scope.accountUuid)} group by branch_uuid`
  return copyRows(ages.compile(db).sql, ([branch, packed]) =>
    onBranch(uuidOf(branch!), integersOf(Buffer.from(packed!))),
  )
}

/** Upgrades of each branch, as JSON. */
const plansOf = sql`array(
  select to_jsonb(r)::text from (
    select ecosystem, package_name, to_version, display_name, step, is_known_release, is_direct, shared, critical,
      high, medium, low, none, unknown, cves, from_versions, through, is_malware, is_not_seen, ssvc, instructions
    from branch_upgrade where account_uuid = branch.account_uuid and branch_uuid = branch.uuid) r)`

export const readPlans = async (db: Database, scope: Scope) =>
  (
    await sql<{ branchUuid: string; plans: string[] }>`
      select branch.uuid as "branchUuid", ${plansOf} as plans from branch
      where account_uuid = ${scope.accountUuid}`.execute(db)
  ).rows

interface Since {
  since: Snapshot
  withPlans: boolean
}

/** The branches that changed since then, in one statement and thus in one state. Mostly there are none. */
export async function readChanges(
  db: Database,
  scope: Scope,
  { since, withPlans }: Since,
): Promise<Changes | null> {
  const changed = sql`
    changed as materialized (
      select uuid from branch where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)}
      union
      select branch.uuid from branch
      where account_uuid = ${scope.accountUuid} and project_uuid = any(array(
        select uuid from project where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)})))`
  const state = sql`select revision, pg_current_snapshot()::text as snapshot`
  const ofProjects = sql`exists (
      select from project where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)}) as "hasNewProjects"`
  const ofSignals = sql`exists (
      select from advisory_signal_change where ${isChangedSince(since)}) as "hasNewSignals"`
  const ofDues = sql`exists (
      select from finding_triage where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)}) as "hasNewDueDates"`
  const of = sql`from account_revision where account_uuid = ${scope.accountUuid}`
  const hasNewExclusions = sql`exists (
      select from exclusion where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)}) as "hasNewExclusions"`
  const flags = sql.join([hasNewExclusions, ofProjects, ofSignals, ofDues])
  const { rows: known } = await sql<Omit<Changes, 'rows'> & { isChanged: boolean }>`
    with ${changed} ${state}, exists (select from changed) as "isChanged", ${flags} ${of}`.execute(db)
  const [snapshot] = known
  if (!snapshot) return null
  if (!snapshot.isChanged) return { ...snapshot, rows: null }
  const { rows } = await sql<Omit<Changes, 'rows'> & { rows: StoredBranch[] }>`
    with ${exploitedAdvisories}, ${changed} ${state}, ${flags},
    (select coalesce(json_agg(r), '[]') from (${changedRows(scope, withPlans)}) r) as rows ${of}`.execute(db)
  const [found] = rows
  return found ? { ...found, rows: found.rows.map(changedOf) } : null
}

interface StoredBranch extends Stored {
  points: string | null
  flow: string | null
  ages: string | null
  plans: string[] | null
  exploited: ExploitedFinding[] | null
  dues: OwnDue[] | null
}

const changedRows = (scope: Scope, withPlans: boolean) => sql`
  select ${facts}, ${hex(sql`series.points`)} as points, ${hex(sql`series.flow`)} as flow, (
      select ${hex(packedAges)} from finding_age
      where account_uuid = branch.account_uuid and branch_uuid = branch.uuid) as ages,
    (select ${listedExploited} from finding join exploited_advisory using (advisory_uuid)
      where finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid) as exploited, ${duesOfBranch} as dues,
    ${withPlans ? plansOf : sql`null`} as plans
  from branch
  join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
  cross join lateral (
    select string_agg(points, ''::bytea order by chunk) as points, string_agg(flow, ''::bytea order by chunk) as flow
    from branch_series
    where branch_series.account_uuid = branch.account_uuid and branch_series.branch_uuid = branch.uuid) series
  where branch.account_uuid = ${scope.accountUuid} and branch.uuid = any(array(select uuid from changed))`

const hex = (bytes: RawBuilder<unknown>) => sql`encode(${bytes}, 'hex')`

function changedOf({ points, flow, ages, plans, exploited, dues, ...stored }: StoredBranch): ChangedBranch {
  const numbers = (text: string | null) => integersOf(Buffer.from(text ?? '', 'hex'))
  return {
    facts: factsOf(stored),
    history: { points: numbers(points), flow: numbers(flow), ages: numbers(ages) },
    exploited: exploited ?? [],
    dues: dues ?? [],
    plans,
  }
}

/** All that were ever made. */
export async function readExclusions(db: Database, scope: Scope): Promise<Exclusion[]> {
  const { rows } = await sql<Exclusion>`
    select (extract(epoch from created_at) * 1000)::float8 as at, project_uuid as "projectUuid",
      team_uuids as "teamUuids"
    from exclusion where account_uuid = ${scope.accountUuid} and approval in ('none', 'approved')`.execute(db)
  return rows
}

/** PostgreSQL's lower(), which differs from JavaScript's for non-ASCII letters. */
export async function lowerText(db: Database, text: string): Promise<string> {
  if (/^\p{ASCII}*$/v.test(text)) return text.toLowerCase()
  const { rows } = await sql<{ lower: string }>`select lower(${text}::text)`.execute(db)
  return rows[0]!.lower
}
