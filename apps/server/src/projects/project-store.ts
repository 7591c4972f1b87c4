import { projectIdentity } from '@assay/engine/project-address.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { thisTransaction } from '#platform/database/this-transaction.ts'
import { anyProjectInScope, ofNoDeletedProject, projectInScope } from './in-scope-store.ts'
import { minimumsOfRow } from './policies/store.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { checkProjectQuota } from '#platform/limits/quota-store.ts'

const columns = [
  ...(['uuid', 'url', 'name', 'tags', 'team_uuid as teamUuid'] as const),
  ...(['default_branch as defaultBranch', 'is_sample as isSample', 'archived_at as archivedAt'] as const),
  minimumsOfRow('project', 'project_uuid').as('ownMinimums'),
  sql<Record<string, number>>`group_settings`.as('groupSettings'),
] as const

const branchNames = sql<string[]>`array(
  select branch.name from branch
  where branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
  order by branch.name)`.as('branches')

/** By url. */
export const projectPages = (db: Database, scope: Scope) =>
  readPages((after: ProjectRow | undefined) =>
    readPage(db, {
      query: db
        .selectFrom('project')
        .select([...columns])
        .select(branchNames)
        .where('account_uuid', '=', scope.accountUuid)
        .where(projectInScope(scope))
        .$if(after !== undefined, (query) => query.where('url', '>', after!.url))
        .orderBy('url')
        .limit(maxPageRows),
      order: sql`url`,
    }),
  )

export const countProjects = async (db: Database, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('project')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_uuid', '=', scope.accountUuid)
      .where(projectInScope(scope))
      .executeTakeFirstOrThrow()
  ).count

export const findProject = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('project')
    .select([...columns])
    .select(branchNames)
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(anyProjectInScope(scope))
    .executeTakeFirst()

/** Several, by uuid. */
export async function findProjects(
  db: Database,
  scope: Scope,
  uuids: readonly string[],
): Promise<Map<string, ProjectRow>> {
  const rows = await db
    .selectFrom('project')
    .select([...columns])
    .select(branchNames)
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where(anyProjectInScope(scope))
    .execute()
  return new Map(rows.map((row) => [row.uuid, row]))
}

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>

/** Locks the project against deletion until the transaction ends. undefined if it does not exist. */
export const shareLockProject = async (
  tx: Tx,
  scope: Scope,
  uuid: string,
): Promise<ProjectRow | undefined> => {
  await tx
    .selectFrom('project')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .forKeyShare()
    .execute()
  return findProject(tx, scope, uuid)
}

/** By url in any spelling, across all teams: project urls are unique in an account. */
export const findProjectByUrl = (db: Database, scope: Scope, url: string) =>
  db
    .selectFrom('project')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .where('identity', '=', projectIdentity(url))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export interface NewProject {
  url: string
  name: string
  teamUuid: string | null
  tags: string[]
  isSample: boolean
}

/** Returns its uuid; undefined if a concurrent request created it: look it up afterwards. */
export async function insertProject(db: Tx, scope: Scope, project: NewProject): Promise<string | undefined> {
  const created = await db
    .insertInto('project')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      url: project.url,
      identity: projectIdentity(project.url),
      name: project.name,
      team_uuid: project.teamUuid,
      tags: project.tags,
      is_sample: project.isSample,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uuid')
    .executeTakeFirst()
  await checkProjectQuota(db, scope)
  await checkLimit(db, scope, 'projects')
  return created?.uuid
}

export const updateTeam = (db: Tx, scope: Scope, project: { uuid: string; teamUuid: string | null }) =>
  db
    .updateTable('project')
    .set({ team_uuid: project.teamUuid, changed_in: thisTransaction })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', project.uuid)
    .execute()

/** Whether the team is in scope. For a project token, that is the project's own team. */
export const hasTeam = async (db: Database, scope: Scope, teamUuid: string): Promise<boolean> =>
  (scope.teams === 'all' || scope.teams.includes(teamUuid)) &&
  (scope.project === null || (await findProject(db, scope, scope.project))?.teamUuid === teamUuid) &&
  (await db
    .selectFrom('team')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', teamUuid)
    .executeTakeFirst()) !== undefined

/** Also locks the team until the transaction ends. */
export async function shareLockTeamInScope(tx: Tx, scope: Scope, teamUuid: string): Promise<boolean> {
  await tx
    .selectFrom('team')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', teamUuid)
    .forKeyShare()
    .execute()
  return hasTeam(tx, scope, teamUuid)
}

/** Returns the branch's uuid, creating the branch if necessary. */
export async function ensureBranch(
  db: Tx,
  scope: Scope,
  branch: { projectUuid: string; name: string },
): Promise<string> {
  const found = await findBranch(db, scope, branch)
  if (found) return found.uuid
  const created = await db
    .insertInto('branch')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      project_uuid: branch.projectUuid,
      name: branch.name,
    })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'project_uuid', 'name']).doNothing())
    .returning('uuid')
    .executeTakeFirst()
  await checkLimit(db, { accountUuid: scope.accountUuid, projectUuid: branch.projectUuid }, 'branches')
  return (created ?? (await findBranch(db, scope, branch)))!.uuid
}

export const findBranch = (db: Database, scope: Scope, branch: { projectUuid: string; name: string }) =>
  db
    .selectFrom('branch')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', branch.projectUuid)
    .where('name', '=', branch.name)
    .executeTakeFirst()

/** The default branch or main if it was scanned, otherwise the most recently scanned one. */
export const findMainBranch = (db: Database, scope: Scope, projectUuid: string) =>
  db
    .selectFrom('branch')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .orderBy(
      sql`last_number > 0 and name = (
        select coalesce(project.default_branch, 'main') from project
        where project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid)`,
      'desc',
    )
    .orderBy('last_scanned_at', (order) => order.desc().nullsLast())
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()

/** Time of the account's newest scan in epoch ms; 0 if there is none. */
export const findLastScanTime = async (db: Database, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('branch')
      .select((eb) => eb.fn.max('last_scanned_at').as('at'))
      .where('account_uuid', '=', scope.accountUuid)
      .where(ofNoDeletedProject(scope, 'branch.project_uuid'))
      .executeTakeFirst()
  )?.at?.getTime() ?? 0

/** Sets exactly which of the projects in scope have the tag. */
export async function assignTag(
  tx: Tx,
  scope: Scope,
  { name, projects }: { name: string; projects: string[] },
) {
  await sql`
    update project set changed_in = ${thisTransaction}, tags = case
      when uuid = any(${projects}::uuid[]) then array_append(array_remove(tags, ${name}), ${name})
      else array_remove(tags, ${name}) end
    where account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
      and (${name} = any(tags)) <> (uuid = any(${projects}::uuid[]))`.execute(tx)
}

export const renameTagOfProjects = (tx: Tx, scope: Scope, { from, to }: { from: string; to: string }) =>
  sql`
    update project set changed_in = ${thisTransaction}, tags = array_replace(tags, ${from}, ${to})
    where account_uuid = ${scope.accountUuid} and ${from} = any(tags)`.execute(tx)

export const removeTagFromProjects = (tx: Tx, scope: Scope, name: string) =>
  sql`
    update project set changed_in = ${thisTransaction}, tags = array_remove(tags, ${name})
    where account_uuid = ${scope.accountUuid} and ${name} = any(tags)`.execute(tx)

/** Makes the numbers in memory read the branches again after a change to their data in other tables. */
export const markChanged = (tx: Tx, scope: Scope, branchUuids: readonly string[]) =>
  tx
    .updateTable('branch')
    .set({ changed_in: thisTransaction })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...branchUuids]}::uuid[])`)
    .execute()

interface LastScan {
  branchUuid: string
  uuid: string
  number: number
  at: Date
  /** Of the components that it lists; unchanged if absent. */
  componentsDigest?: Uint8Array
}

/** Moves the branches' pointers to their newest scans. */
export const updateLastScans = (tx: Tx, { accountUuid }: Scope, scans: readonly LastScan[]) =>
  sql`
    update branch set last_number = given.number, last_scan_uuid = given.uuid, last_scanned_at = given.at,
      components_digest = coalesce(given.components_digest, branch.components_digest), changed_in = ${thisTransaction}
    from unnest(
      ${scans.map(({ branchUuid }) => branchUuid)}::uuid[], ${scans.map(({ uuid }) => uuid)}::uuid[],
      ${scans.map(({ number }) => number)}::int[], ${scans.map(({ at }) => at)}::timestamptz[],
      ${scans.map(({ componentsDigest }) => componentsDigest ?? null)}::bytea[]
    ) as given(branch_uuid, uuid, number, at, components_digest)
    where branch.account_uuid = ${accountUuid} and branch.uuid = given.branch_uuid`.execute(tx)
