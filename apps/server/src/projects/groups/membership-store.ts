import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { refreshGroupsOfProjects } from '#projects/group-settings-store.ts'

interface Placed {
  groupUuid: string
  projects: readonly string[]
}

/** Returns how many were not in the group before. One that its rule put there stays even if the rule changes. */
export async function addProjects(tx: Tx, { accountUuid }: Scope, { groupUuid, projects }: Placed) {
  const { rows } = await sql`
    insert into group_project (account_uuid, group_uuid, project_uuid)
    select ${accountUuid}, ${groupUuid}::uuid, uuid from unnest(${[...projects]}::uuid[]) uuid
    on conflict (account_uuid, group_uuid, project_uuid) do update set by_rule = false where group_project.by_rule
    returning 1`.execute(tx)
  return rows.length
}

/** Returns how many were in the group. */
export async function removeProjects(tx: Tx, { accountUuid }: Scope, { groupUuid, projects }: Placed) {
  const { rows } = await sql`
    delete from group_project where account_uuid = ${accountUuid} and group_uuid = ${groupUuid}
      and project_uuid = any(${[...projects]}::uuid[])
    returning 1`.execute(tx)
  return rows.length
}

/** The pattern for LIKE; '*' is the only wildcard. */
const likePattern = sql`
  '%' || replace(regexp_replace(lower(project_group.rule_pattern), '([\\\\%_])', '\\\\\\1', 'g'), '*', '%') || '%'`

/** Condition on a group and a project of the same account. */
const isMatched = sql`(
  (project_group.rule_tag is not null or project_group.rule_pattern is not null)
  and (project_group.rule_tag is null or project_group.rule_tag = any(project.tags))
  and (project_group.rule_pattern is null or lower(project.url) like ${likePattern}
    or lower(project.name) like ${likePattern}))`

/** Whether any group of the account has a rule. */
export const hasRules = async (db: Database, { accountUuid }: Scope): Promise<boolean> =>
  (
    await sql`
      select from project_group
      where account_uuid = ${accountUuid} and (rule_tag is not null or rule_pattern is not null) limit 1`.execute(
      db,
    )
  ).rows.length > 0

export const renameTagOfRules = (
  tx: Tx,
  { accountUuid }: Scope,
  { from, to }: { from: string; to: string },
) =>
  tx
    .updateTable('project_group')
    .set({ rule_tag: to })
    .where('account_uuid', '=', accountUuid)
    .where('rule_tag', '=', from)
    .execute()

/** Places projects by the rules of all groups and brings what their rows keep up to date. `projects`: null for all. */
export async function placeByRules(tx: Tx, scope: Scope, projects: readonly string[] | null): Promise<void> {
  const { accountUuid } = scope
  const ofProjects = projects === null ? sql`true` : sql`project.uuid = any(${[...projects]}::uuid[])`
  await sql`
    delete from group_project using project_group, project
    where group_project.account_uuid = ${accountUuid} and group_project.by_rule
      and project_group.account_uuid = ${accountUuid} and project_group.uuid = group_project.group_uuid
      and project.account_uuid = ${accountUuid} and project.uuid = group_project.project_uuid
      and ${ofProjects} and not ${isMatched}`.execute(tx)
  await sql`
    insert into group_project (account_uuid, group_uuid, project_uuid, by_rule)
    select ${accountUuid}, project_group.uuid, project.uuid, true
    from project_group join project on project.account_uuid = project_group.account_uuid
    where project_group.account_uuid = ${accountUuid} and project.deleted_at is null and ${ofProjects} and ${isMatched}
    on conflict do nothing`.execute(tx)
  await refreshGroupsOfProjects(tx, scope, projects)
}
