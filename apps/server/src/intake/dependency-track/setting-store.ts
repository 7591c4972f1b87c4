import type { MovingSetting } from '@assay/contract/moving.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

export async function readPublishesVersions(db: Database, { accountUuid }: Scope): Promise<boolean> {
  const { rows } = await sql<{ publishes: boolean }>`
    select publishes_versions as publishes from intake_setting where account_uuid = ${accountUuid}`.execute(
    db,
  )
  return rows[0]?.publishes ?? false
}

export const savePublishesVersions = (tx: Tx, { accountUuid }: Scope, publishes: boolean) =>
  sql`
    insert into intake_setting (account_uuid, publishes_versions) values (${accountUuid}, ${publishes})
    on conflict (account_uuid) do update set publishes_versions = excluded.publishes_versions`.execute(tx)

/** Projects with several branches, by name. */
export async function previewVersions(
  db: Database,
  scope: Scope,
  limit: number,
): Promise<Omit<MovingSetting, 'publishesVersions'>> {
  const { rows } = await sql<Omit<MovingSetting, 'publishesVersions'>>`
    with listed as materialized (
      select project.account_uuid, project.uuid, project.name, project.default_branch, branch.name as branch,
        branch.last_number, branch.last_scanned_at
      from project join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
      where project.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}),
    shown as (
      select account_uuid, uuid, name, (array_agg(branch order by last_number > 0
          and branch = coalesce(default_branch, 'main') desc, last_scanned_at desc nulls last, branch))[1] as main,
        array_agg(branch order by branch) as branches
      from listed group by account_uuid, uuid, name having count(*) > 1 order by name, uuid limit ${limit})
    select (select count(distinct uuid)::int from listed) as projects, (select count(*)::int from listed) as branches,
      coalesce((select json_agg(json_build_object('projectUuid', uuid, 'name', name, 'mainBranch', main,
        'versions', array_remove(branches, main),
        'published', array(select project_version.name from project_version
          where project_version.account_uuid = shown.account_uuid and project_uuid = shown.uuid
            and project_version.name = any(branches) order by 1)) order by name, uuid) from shown), '[]') as preview`.execute(
    db,
  )
  return rows[0]!
}

/** A branch to which clients upload; whether its scans are to be published is asked when they are recorded. */
export const noteVersion = (tx: Tx, { accountUuid }: Scope, branchUuid: string) =>
  sql`
    insert into intake_version (account_uuid, branch_uuid) values (${accountUuid}, ${branchUuid})
    on conflict do nothing`.execute(tx)

interface UploadedVersion {
  branch: string
  isMain: boolean
}

/** undefined if no client uploads to it, or if the account does not publish versions. */
export async function findPublished(
  tx: Tx,
  { accountUuid }: Scope,
  branchUuid: string,
): Promise<UploadedVersion | undefined> {
  const { rows } = await sql<UploadedVersion>`
    select branch.name as branch, branch.name = coalesce(project.default_branch, 'main') as "isMain"
    from intake_version
    join intake_setting on intake_setting.account_uuid = intake_version.account_uuid and publishes_versions
    join branch on branch.account_uuid = intake_version.account_uuid and branch.uuid = intake_version.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where intake_version.account_uuid = ${accountUuid} and intake_version.branch_uuid = ${branchUuid}`.execute(
    tx,
  )
  return rows[0]
}
