import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'

const columns = ['uuid', 'url', 'name', 'tags', 'team_uuid as teamUuid'] as const

const branchNames = sql<string[]>`array(
  select branch.name from branch
  where branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
  order by branch.name)`.as('branches')

/** Whether a row of the table project is in reach; to stand beside its account's condition. */
export function projectInReach(scope: Scope): RawBuilder<SqlBool> {
  const ofTeams =
    scope.teams === 'all' ? sql`true` : sql`project.team_uuid = any(${teamUuids(scope)}::uuid[])`
  return scope.project === null
    ? sql<SqlBool>`${ofTeams}`
    : sql<SqlBool>`(${ofTeams} and project.uuid = ${scope.project}::uuid)`
}

export const listProjects = (db: Database, scope: Scope) =>
  db
    .selectFrom('project')
    .select([...columns])
    .select(branchNames)
    .where('account_uuid', '=', scope.accountUuid)
    .where(projectInReach(scope))
    .orderBy('url')
    .execute()

export const countProjects = async (db: Database, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('project')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_uuid', '=', scope.accountUuid)
      .where(projectInReach(scope))
      .executeTakeFirstOrThrow()
  ).count

export const findProject = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('project')
    .select([...columns])
    .select(branchNames)
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(projectInReach(scope))
    .executeTakeFirst()

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>

/** By url, whatever the scope's teams: the url is unique in the account. */
export const findProjectByUrl = (db: Database, scope: Scope, url: string) =>
  db
    .selectFrom('project')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .where('url', '=', url)
    .executeTakeFirst()

export interface NewProject {
  url: string
  name: string
  teamUuid: string | null
  tags: string[]
}

/** Nothing happens when another request has made it meanwhile: look it up afterwards. */
export const insertProject = (db: Tx, scope: Scope, project: NewProject) =>
  db
    .insertInto('project')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      url: project.url,
      name: project.name,
      team_uuid: project.teamUuid,
      tags: project.tags,
    })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'url']).doNothing())
    .execute()

export const updateTeam = (db: Tx, scope: Scope, project: { uuid: string; teamUuid: string | null }) =>
  db
    .updateTable('project')
    .set({ team_uuid: project.teamUuid })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', project.uuid)
    .execute()

/** Whether the team is in reach; of a token for one project, the project's own team is. */
export const hasTeam = async (db: Database, scope: Scope, teamUuid: string): Promise<boolean> =>
  (scope.teams === 'all' || scope.teams.includes(teamUuid)) &&
  (scope.project === null || (await findProject(db, scope, scope.project))?.teamUuid === teamUuid) &&
  (await db
    .selectFrom('team')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', teamUuid)
    .executeTakeFirst()) !== undefined

/** The branch's uuid; made when it is new. */
export async function ensureBranch(
  db: Tx,
  scope: Scope,
  branch: { projectUuid: string; name: string },
): Promise<string> {
  const found = await findBranch(db, scope, branch)
  if (found) return found.uuid
  await db
    .insertInto('branch')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      project_uuid: branch.projectUuid,
      name: branch.name,
    })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'project_uuid', 'name']).doNothing())
    .execute()
  const made = await findBranch(db, scope, branch)
  return made!.uuid
}

export const findBranch = (db: Database, scope: Scope, branch: { projectUuid: string; name: string }) =>
  db
    .selectFrom('branch')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', branch.projectUuid)
    .where('name', '=', branch.name)
    .executeTakeFirst()

export const listBranches = (db: Database, scope: Scope, projectUuid: string) =>
  db
    .selectFrom('branch')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .orderBy('last_scanned_at', (order) => order.desc().nullsLast())
    .orderBy('name')
    .execute()

/** When any branch of the account was scanned last. Epoch ms; 0 when none was. */
export const findLastScanTime = async (db: Database, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('branch')
      .select((eb) => eb.fn.max('last_scanned_at').as('at'))
      .where('account_uuid', '=', scope.accountUuid)
      .executeTakeFirst()
  )?.at?.getTime() ?? 0

export type BranchRow = Awaited<ReturnType<typeof listBranches>>[number]
