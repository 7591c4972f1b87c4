import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

const lockKey = ({ accountUuid }: Scope) => sql`hashtextextended(${`groups ${accountUuid}`}, 0)`

/** Before projects are locked: keeps groups and the projects that are in them in step until the transaction ends. */
export const lockGroups = (tx: Tx, scope: Scope) =>
  sql`select pg_advisory_xact_lock(${lockKey(scope)})`.execute(tx)

/** The same for changes of single projects, which may run side by side. */
export const shareLockGroups = (tx: Tx, scope: Scope) =>
  sql`select pg_advisory_xact_lock_shared(${lockKey(scope)})`.execute(tx)

/**
 * What is kept in the rows of projects about their groups: all of them with those above, and the strictest settings.
 * Of a group, a setting is its own, otherwise that of the nearest group above. `projects` limits it to some.
 */
export const refreshGroupsOfProjects = (tx: Tx, { accountUuid }: Scope, projects: readonly string[] | null) =>
  sql`
  with setting as (
    select distinct on (below.uuid, own.key) below.uuid, own.key, own.value::numeric as value
    from project_group below cross join unnest(below.path) with ordinality above (uuid, depth)
    join project_group named on named.account_uuid = below.account_uuid and named.uuid = above.uuid
    left join policy on policy.account_uuid = named.account_uuid and policy.group_uuid = named.uuid
      and policy.kind = 'scores'
    cross join lateral jsonb_each_text(named.fix_targets || coalesce(policy.minimums, '{}')) own
    where below.account_uuid = ${accountUuid} and own.value is not null
    order by below.uuid, own.key, above.depth desc),
  strictest as (
    select project_uuid, key, case when key = any(array['security', 'stability', 'licensing']) then max(value)
      else min(value) end as value
    from group_project join setting on setting.uuid = group_project.group_uuid
    where account_uuid = ${accountUuid} group by project_uuid, key),
  settings as (select project_uuid, jsonb_object_agg(key, value) as found from strictest group by project_uuid),
  membership as (
    select project_uuid, array_agg(distinct above order by above) as found
    from group_project join project_group
      on project_group.account_uuid = group_project.account_uuid and project_group.uuid = group_project.group_uuid
    cross join unnest(project_group.path) above
    where group_project.account_uuid = ${accountUuid} group by project_uuid),
  found as materialized (
    select project.uuid, coalesce(membership.found, '{}') as group_uuids, coalesce(settings.found, '{}') as group_settings
    from project left join membership on membership.project_uuid = project.uuid
    left join settings on settings.project_uuid = project.uuid
    where project.account_uuid = ${accountUuid}
      and ${projects === null ? sql`true` : sql`project.uuid = any(${[...projects]}::uuid[])`})
  update project set group_uuids = found.group_uuids, group_settings = found.group_settings
  from found where project.account_uuid = ${accountUuid} and project.uuid = found.uuid
    and (project.group_uuids, project.group_settings) is distinct from (found.group_uuids, found.group_settings)`.execute(
    tx,
  )
