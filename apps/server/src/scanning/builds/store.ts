import type { BuildSource, BuildState } from '@assay/contract/builds.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { coveredColumn } from '#projects/coverage-store.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import { rescansAtOnce } from './scan-build-kind.ts'

export interface NewBuild {
  uuid: string
  projectUuid: string
  branchUuid: string
  source: BuildSource
  state: BuildState
  createdBy: string | null
  /** The API token that submitted it; null for none. */
  tokenUuid?: string | null
  /** Creation time; defaults to now. */
  at?: Date | undefined
}

export const insertBuild = (db: Tx, scope: Scope, build: NewBuild) =>
  db
    .insertInto('build')
    .values({
      account_uuid: scope.accountUuid,
      uuid: build.uuid,
      project_uuid: build.projectUuid,
      branch_uuid: build.branchUuid,
      source: build.source,
      state: build.state,
      created_by: build.createdBy,
      token_uuid: build.tokenUuid ?? null,
      ...(build.at && { created_at: build.at }),
    })
    .execute()

/**
 * The turn of a queued build: after those of its account, and not before the next one of any other account, so that
 * accounts with waiting builds are served one after the other. https://en.wikipedia.org/wiki/Fair_queuing
 */
export async function takeTurn(
  tx: Tx,
  { accountUuid, buildUuid }: { accountUuid: string; buildUuid: string },
): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    update build set turn = greatest(1,
      (select max(turn) + 1 from build own
        where own.account_uuid = ${accountUuid} and own.state = 'queued' and own.turn is not null),
      (select min(turn) from build next where next.state = 'queued' and next.turn is not null))
    where account_uuid = ${accountUuid} and uuid = ${buildUuid} returning turn`.execute(tx)
  return rows[0]!.turn
}

/** What VEX documents can call the subject of the builds' documents. */
export const setSubject = (
  db: Tx,
  scope: Scope,
  { uuids, keys }: { uuids: readonly string[]; keys: readonly string[] },
) =>
  db
    .updateTable('build')
    .set({ subject_keys: [...keys] })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', anyOf(uuids))
    .where('subject_keys', 'is', null)
    .execute()

/** Includes the names used on the wire and the scan. For a rescan without changes, that is the previous scan. */
export const findBuild = async (db: Database, scope: Scope, uuid: string) =>
  (await findBuilds(db, scope, [uuid]))[0]

export const findBuilds = (db: Database, scope: Scope, uuids: readonly string[]) =>
  db
    .selectFrom('build')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'build.account_uuid')
        .onRef('branch.uuid', '=', 'build.branch_uuid'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'build.account_uuid')
        .onRef('project.uuid', '=', 'build.project_uuid'),
    )
    .leftJoin('scan', (join) =>
      join.onRef('scan.account_uuid', '=', 'build.account_uuid').onRef('scan.uuid', '=', 'build.scan_uuid'),
    )
    .leftJoin('isaac_scan', (join) =>
      join
        .onRef('isaac_scan.account_uuid', '=', 'build.account_uuid')
        .onRef('isaac_scan.build_uuid', '=', 'build.uuid'),
    )
    .select([
      ...(['isaac_scan.uuid as isaacUuid', 'isaac_scan.issues as isaacIssues'] as const),
      ...(['build.uuid', 'build.state', 'build.reason', 'build.issues', 'build.source'] as const),
      ...(['build.project_uuid as projectUuid', 'build.branch_uuid as branchUuid'] as const),
      ...(['branch.name as branch', 'scan.uuid as scanUuid', 'scan.issues as scanIssues'] as const),
      ...(['scan.security_score as security', 'scan.stability_score as stability'] as const),
      ...([
        'scan.licensing_score as licensing',
        'scan.outcome',
        'scan.declared_outcome as declaredOutcome',
        'scan.index_versions as indexVersions',
      ] as const),
      coveredColumn.as('covered'),
    ])
    .where('build.account_uuid', '=', scope.accountUuid)
    .where('build.uuid', '=', anyOf(uuids))
    .where(anyProjectInScope(scope))
    .execute()

/** For those who wait and ask again and again, without what findBuild joins. undefined if there is no such build. */
export const findBuildState = async (db: Database, scope: Scope, uuid: string) =>
  (
    await db
      .selectFrom('build')
      .select('state')
      .where('account_uuid', '=', scope.accountUuid)
      .where('uuid', '=', uuid)
      .executeTakeFirst()
  )?.state

/** The newest build that a token submitted. */
export async function findLastOfToken(db: Database, scope: Scope, tokenUuid: string) {
  const last = await db
    .selectFrom('build')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('token_uuid', '=', tokenUuid)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && findBuild(db, scope, last.uuid)
}

export type BuildRow = NonNullable<Awaited<ReturnType<typeof findBuild>>>

/** Maximum duration of an attempt to fetch a repository. */
const maxPullMs = 86_400_000

/** The branch's build whose files are still to be fetched. Others that start one wait until the transaction ends. */
export async function findWaitingPull(tx: Tx, { accountUuid }: Scope, branchUuid: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pull ${branchUuid}`}, 0))`.execute(tx)
  return tx
    .selectFrom('build')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('created_at', '>', new Date(Date.now() - maxPullMs))
    .where('source', '=', 'pull')
    .where('state', '=', 'preparing')
    .executeTakeFirst()
}

const unfinished = (tx: Tx, { accountUuid }: Scope) =>
  tx
    .selectFrom('build')
    .select('build.uuid')
    .where('build.account_uuid', '=', accountUuid)
    .where('source', '<>', 'rescan')
    .where('state', 'in', ['queued', 'scanning'])
    .limit(1)

/** Another build of the branch with documents of its own that is still to be scanned. */
export const findUnfinished = (
  tx: Tx,
  scope: Scope,
  { branchUuid, except }: { branchUuid: string; except?: string },
) =>
  unfinished(tx, scope)
    .where('branch_uuid', '=', branchUuid)
    .$if(except !== undefined, (query) => query.where('build.uuid', '<>', except!))
    .executeTakeFirst()

/** One of any branch of the project. */
export const findUnfinishedOf = (tx: Tx, scope: Scope, projectUuid: string) =>
  unfinished(tx, scope)
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'build.account_uuid')
        .onRef('branch.uuid', '=', 'build.branch_uuid'),
    )
    .where('branch.project_uuid', '=', projectUuid)
    .executeTakeFirst()

/** Locks the build for a state transition. */
export const lockBuild = async (db: Tx, scope: Scope, uuid: string) =>
  (await lockBuilds(db, scope, [uuid]))[0]

export const lockBuilds = (db: Tx, scope: Scope, uuids: readonly string[]) =>
  db
    .selectFrom('build')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', anyOf(uuids))
    .orderBy('uuid')
    .forUpdate()
    .execute()

interface BuildChange {
  state: BuildState
  reason?: string
  issues?: Issue[]
  scanUuid?: string
  /** Time of the transition; defaults to now. */
  at?: Date
}

export const updateBuild = (
  db: Database,
  scope: Scope,
  { uuid, at = new Date(), ...change }: BuildChange & { uuid: string },
) =>
  db
    .updateTable('build')
    .set({
      state: change.state,
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.issues && { issues: jsonText(change.issues) }),
      ...(change.scanUuid !== undefined && { scan_uuid: change.scanUuid }),
      ...(change.state === 'scanning' && { started_at: at }),
      ...((change.state === 'success' || change.state === 'failed') && { finished_at: at }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('state', 'not in', ['success', 'failed'])
    .execute()

export const startBuilds = (
  db: Database,
  scope: Scope,
  { uuids, at }: { uuids: readonly string[]; at: Date },
) =>
  db
    .updateTable('build')
    .set({ state: 'scanning', started_at: at })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', anyOf(uuids))
    .where('state', 'not in', ['success', 'failed'])
    .execute()

/** Ends builds with the scans that they led to. */
export const endBuilds = (
  tx: Tx,
  { accountUuid }: Scope,
  builds: readonly { uuid: string; scanUuid: string; at: Date }[],
) =>
  sql`
    update build set state = 'success', scan_uuid = given.scan_uuid, finished_at = given.at
    from unnest(
      ${builds.map(({ uuid }) => uuid)}::uuid[], ${builds.map(({ scanUuid }) => scanUuid)}::uuid[],
      ${builds.map(({ at }) => at)}::timestamptz[]) as given(uuid, scan_uuid, at)
    where build.account_uuid = ${accountUuid} and build.uuid = given.uuid
      and build.state not in ('success', 'failed')`.execute(tx)

/** Whether the build's branch has a scan of a later build. */
export async function hasNewerScan(tx: Tx, scope: Scope, uuid: string): Promise<boolean> {
  const { rows } = await sql`
    select from build
    where account_uuid = ${scope.accountUuid} and uuid = ${uuid} and exists (
      select from build later
      where later.account_uuid = build.account_uuid and later.branch_uuid = build.branch_uuid
        and later.created_at > build.created_at and later.state = 'success')`.execute(tx)
  return rows.length > 0
}

/** Continues failed builds, across accounts: queued ones are scanned, preparing ones wait for their files. */
export async function requeueBuilds(
  tx: Tx,
  builds: readonly { accountUuid: string; buildUuid: string }[],
  state: 'queued' | 'preparing' = 'queued',
): Promise<void> {
  await sql`
    update build set state = ${state}, reason = null, issues = '[]', started_at = null, finished_at = null
    from unnest(${builds.map(({ accountUuid }) => accountUuid)}::uuid[],
                ${builds.map(({ buildUuid }) => buildUuid)}::uuid[]) as given(account_uuid, uuid)
    where build.account_uuid = given.account_uuid and build.uuid = given.uuid and build.state = 'failed'`.execute(
    tx,
  )
}

/**
 * Queues a rescan of each scanned branch that has none waiting; a waiting rescan will read the new data anyway.
 * Skips archived projects. Returns the builds, those of the same documents together, interleaved by account.
 */
export async function insertRescans(
  tx: Tx,
  branches: readonly { accountUuid: string; branchUuid: string }[],
): Promise<{ accountUuid: string; buildUuid: string }[]> {
  const { rows } = await sql<{ accountUuid: string; buildUuid: string }>`
    with added as (
      insert into build (account_uuid, uuid, project_uuid, branch_uuid, source, state)
      select branch.account_uuid, gen_random_uuid(), branch.project_uuid, branch.uuid, 'rescan', 'queued'
      from unnest(${branches.map(({ accountUuid }) => accountUuid)}::uuid[],
                  ${branches.map(({ branchUuid }) => branchUuid)}::uuid[]) as given(account_uuid, branch_uuid)
      join branch on branch.account_uuid = given.account_uuid and branch.uuid = given.branch_uuid
      join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
      where branch.last_number > 0 and project.archived_at is null and not exists (
        select from build waiting
        where waiting.account_uuid = branch.account_uuid and waiting.branch_uuid = branch.uuid
          and waiting.source = 'rescan' and waiting.state = 'queued')
      returning account_uuid, uuid, branch_uuid
    )
    select account_uuid as "accountUuid", uuid as "buildUuid" from (
      select added.account_uuid, added.uuid, read.documents,
        row_number() over (partition by added.account_uuid order by read.documents) / ${rescansAtOnce}::int as chunk
      from added
      left join lateral (
        select string_agg(digest, ''::bytea order by position) as documents
        from branch
        join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
          and scan.number = branch.last_number
        join build_document on build_document.account_uuid = scan.account_uuid
          and build_document.build_uuid = scan.build_uuid
        where branch.account_uuid = added.account_uuid and branch.uuid = added.branch_uuid) read on true) listed
    order by chunk, account_uuid, documents`.execute(tx)
  return rows
}

/** The newest successful build of each branch. */
export const listLastScanned = (db: Database, scope: Scope, branchUuids: readonly string[]) =>
  db
    .selectFrom('branch')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.account_uuid', '=', 'branch.account_uuid')
        .onRef('scan.branch_uuid', '=', 'branch.uuid')
        .onRef('scan.number', '=', 'branch.last_number'),
    )
    .select(['branch_uuid as branchUuid', 'build_uuid as buildUuid', 'scan.project_uuid as projectUuid'])
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.uuid', '=', anyOf(branchUuids))
    .execute()

const anyOf = (uuids: readonly string[]) => sql<string>`any(${[...uuids]}::uuid[])`
