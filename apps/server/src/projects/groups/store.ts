import type { Group } from '@assay/contract/groups.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import { minimumsOfRow, setMinimums } from '#projects/policies/store.ts'

export interface GroupRow extends Omit<Group, 'createdAt' | 'fixTargets' | 'minimums'> {
  /** Own ones only. */
  fixTargets: Partial<Group['fixTargets']>
  minimums: Partial<Group['minimums']>
  createdAt: Date
  path: string[]
}

/**
 * Condition on a row of project_group. A caller who does not see the whole account sees the groups of visible projects,
 * those given to its teams with all below them, and the names above them.
 */
function isVisible(scope: Scope): RawBuilder<SqlBool> {
  if (scope.teams === 'all' && scope.project === null) return sql<SqlBool>`true`
  const given =
    scope.project !== null || scope.groups.length === 0
      ? sql``
      : sql`union all select unnest(path) from project_group where account_uuid = ${scope.accountUuid}
          and path && ${[...scope.groups]}::uuid[]`
  return sql<SqlBool>`project_group.uuid in (
    select unnest(project.group_uuids) from project
    where project.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)} ${given})`
}

/** Members of teams see only these. */
const isVisibleTeam = (scope: Scope) =>
  scope.teams === 'all' ? sql`true` : sql`team.uuid = any(${teamUuids(scope)}::uuid[])`

const groupsIn = (scope: Scope) => sql<GroupRow>`
  with owner as (
    select group_uuid, json_agg(json_build_object('uuid', member.uuid, 'name', coalesce(nullif(member.name, ''), member.email))
        order by member.name, member.uuid) as listed
    from group_owner join member on member.account_uuid = group_owner.account_uuid and member.uuid = group_owner.member_uuid
    where group_owner.account_uuid = ${scope.accountUuid} group by group_uuid),
  given as (
    select group_uuid, json_agg(json_build_object('uuid', team.uuid, 'name', team.name) order by team.name, team.uuid) as listed
    from group_team join team on team.account_uuid = group_team.account_uuid and team.uuid = group_team.team_uuid
    where group_team.account_uuid = ${scope.accountUuid} and ${isVisibleTeam(scope)} group by group_uuid)
  select project_group.uuid, parent_uuid as "parentUuid", kind, project_group.name, project_group.description, path::text[] as path,
    fix_targets as "fixTargets", coalesce(${minimumsOfRow('project_group', 'group_uuid')}, '{}') as minimums, created_at as "createdAt",
    case when rule_tag is null and rule_pattern is null then null
      else json_build_object('tag', coalesce(rule_tag, ''), 'pattern', coalesce(rule_pattern, '')) end as rule,
    coalesce(owner.listed, '[]') as owners, coalesce(given.listed, '[]') as teams
  from project_group left join owner on owner.group_uuid = project_group.uuid
  left join given on given.group_uuid = project_group.uuid
  where project_group.account_uuid = ${scope.accountUuid} and ${isVisible(scope)}`

/** As JSON has it. */
export type ListedGroup = Omit<GroupRow, 'createdAt' | 'path'> & { createdAt: number }

/** Those above before those below, each level by name: read as one text, because reading hundreds of rows takes longer. */
export async function listGroups(db: Database, scope: Scope): Promise<ListedGroup[]> {
  const { rows } = await sql<{ groups: ListedGroup[] }>`
    select coalesce(json_agg(json_build_object('uuid', uuid, 'parentUuid', "parentUuid", 'kind', kind, 'name', name,
      'description', description, 'fixTargets', "fixTargets", 'minimums', minimums, 'rule', rule, 'owners', owners,
      'teams', teams, 'createdAt', floor(extract(epoch from "createdAt") * 1000)) order by cardinality(path), name),
      '[]') as groups
    from (${groupsIn(scope)}) listed`.execute(db)
  return rows[0]!.groups
}

export const findGroup = async (db: Database, scope: Scope, uuid: string): Promise<GroupRow | undefined> =>
  (await sql<GroupRow>`${groupsIn(scope)} and project_group.uuid = ${uuid}`.execute(db)).rows[0]

export const hasGroup = async (db: Database, scope: Scope, uuid: string): Promise<boolean> =>
  (
    await sql`
      select from project_group
      where account_uuid = ${scope.accountUuid} and uuid = ${uuid} and ${isVisible(scope)}`.execute(db)
  ).rows.length > 0

/** All groups of a project, from the top; those that it is in itself are direct. */
export const groupsOfProject = async (db: Database, { accountUuid }: Scope, projectUuid: string) =>
  (
    await sql<Pick<Group, 'uuid' | 'parentUuid' | 'kind' | 'name'> & { isDirect: boolean }>`
      select project_group.uuid, parent_uuid as "parentUuid", kind, project_group.name, exists (
          select from group_project where group_project.account_uuid = project_group.account_uuid
            and group_uuid = project_group.uuid and project_uuid = ${projectUuid}::uuid) as "isDirect"
      from project_group
      where project_group.account_uuid = ${accountUuid} and project_group.uuid = any((
        select group_uuids from project where account_uuid = ${accountUuid} and uuid = ${projectUuid})::uuid[])
      order by cardinality(path), project_group.name`.execute(db)
  ).rows

/** Those in scope, by url. */
export const projectsOfGroup = async (db: Database, scope: Scope, groupUuid: string): Promise<string[]> =>
  (
    await sql<{ uuid: string }>`
      select project.uuid from group_project join project
        on project.account_uuid = group_project.account_uuid and project.uuid = group_project.project_uuid
      where group_project.account_uuid = ${scope.accountUuid} and group_uuid = ${groupUuid}
        and ${anyProjectInScope(scope)}
      order by project.url`.execute(db)
  ).rows.map(({ uuid }) => uuid)

/** A group by its name below another one, or at the top. */
export const findGroupNamed = (
  db: Database,
  { accountUuid }: Scope,
  { parentUuid, name }: { parentUuid: string | null; name: string },
) =>
  db
    .selectFrom('project_group')
    .select(['uuid', 'path'])
    .where('account_uuid', '=', accountUuid)
    .where('parent_uuid', 'is not distinct from', parentUuid)
    .where('name', '=', name)
    .executeTakeFirst()

export interface GroupValues {
  parentUuid: string | null
  kind: Group['kind']
  name: string
  description: string
  fixTargets: Group['fixTargets']
  minimums: Group['minimums']
  rule: Group['rule']
}

const columnsOf = ({ rule, ...values }: Omit<GroupValues, 'parentUuid'>) => ({
  kind: values.kind,
  name: values.name,
  description: values.description,
  fix_targets: jsonText(setOnly(values.fixTargets)),
  rule_tag: rule?.tag || null,
  rule_pattern: rule?.pattern || null,
})

const setOnly = (values: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

export async function insertGroup(
  tx: Tx,
  scope: Scope,
  { uuid, parentUuid, ...values }: GroupValues & { uuid: string },
): Promise<void> {
  await tx
    .insertInto('project_group')
    .values({
      account_uuid: scope.accountUuid,
      uuid,
      parent_uuid: parentUuid,
      path: pathBelow(scope, parentUuid, uuid),
      ...columnsOf(values),
    })
    .execute()
  await setMinimums(tx, scope, { groupUuid: uuid, minimums: values.minimums })
  await checkLimit(tx, scope, 'groups')
}

const pathBelow = ({ accountUuid }: Scope, parentUuid: string | null, uuid: string) => sql<string[]>`
  coalesce((select path from project_group where account_uuid = ${accountUuid} and uuid = ${parentUuid}::uuid), '{}')
    || ${uuid}::uuid`

export async function updateGroup(
  tx: Tx,
  scope: Scope,
  { uuid, parentUuid, ...values }: GroupValues & { uuid: string },
): Promise<void> {
  await tx
    .updateTable('project_group')
    .set({ parent_uuid: parentUuid, ...columnsOf(values) })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
  await setMinimums(tx, scope, { groupUuid: uuid, minimums: values.minimums })
}

/** Sets the paths of a group and of all below it after it has moved. Returns the depth of the lowest. */
export async function updatePaths(tx: Tx, scope: Scope, { uuid, parentUuid }: Moved): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    update project_group set path = ${pathBelow(scope, parentUuid, uuid)} || path[array_position(path, ${uuid}::uuid) + 1:]
    where account_uuid = ${scope.accountUuid} and ${uuid}::uuid = any(path)
    returning cardinality(path) as depth`.execute(tx)
  return Math.max(...rows.map(({ depth }) => depth))
}

interface Moved {
  uuid: string
  parentUuid: string | null
}

export const childrenOf = (db: Database, { accountUuid }: Scope, uuid: string) =>
  db
    .selectFrom('project_group')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('parent_uuid', '=', uuid)
    .execute()

export const setParent = (tx: Tx, { accountUuid }: Scope, { uuid, parentUuid }: Moved) =>
  tx
    .updateTable('project_group')
    .set({ parent_uuid: parentUuid })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()

export const deleteGroup = (tx: Tx, { accountUuid }: Scope, uuid: string) =>
  tx.deleteFrom('project_group').where('account_uuid', '=', accountUuid).where('uuid', '=', uuid).execute()
