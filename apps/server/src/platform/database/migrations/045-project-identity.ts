import { projectIdentity, projectName } from '@assay/engine/project-address.ts'
import { sql, type Kysely } from 'kysely'

/**
 * All spellings of a repository are one project. If there were several, the oldest gets the branches of the others.
 * Of branches with the same name, the one scanned last keeps it, so that its next scan continues from the current
 * state; the others become 'main~merged-<start of their uuid>', which is not a valid branch name in git. Histories are
 * kept as recorded: scans, totals and findings are neither mixed nor recounted. Idempotent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows inserted without a key are separate projects.
  await sql`alter table project add column if not exists identity text not null default gen_random_uuid()`.execute(
    db,
  )
  await identifyProjects(db)
  for (const statement of merging) await sql.raw(statement).execute(db)
}

interface ProjectRow {
  account: string
  uuid: string
  url: string
  name: string
}

const pageSize = 5_000

async function identifyProjects(db: Kysely<unknown>): Promise<void> {
  const nil = '00000000-0000-0000-0000-000000000000'
  let last = { account: nil, uuid: nil }
  for (;;) {
    const { rows } = await sql<ProjectRow>`
      select account_uuid as account, uuid, url, name from project
      where (account_uuid, uuid) > (${last.account}::uuid, ${last.uuid}::uuid)
      order by account_uuid, uuid limit ${pageSize}`.execute(db)
    await sql`
      update project set identity = given.identity, name = given.name
      from unnest(${rows.map(({ account }) => account)}::uuid[], ${rows.map(({ uuid }) => uuid)}::uuid[],
                  ${rows.map(identityOf)}::text[], ${rows.map(nameOf)}::text[])
        as given(account_uuid, uuid, identity, name)
      where project.account_uuid = given.account_uuid and project.uuid = given.uuid
        and (project.identity, project.name) is distinct from (given.identity, given.name)`.execute(db)
    if (rows.length < pageSize) return
    last = rows.at(-1)!
  }
}

/** Migration 025 added such a fragment to projects that differed only in their credentials. */
const withoutOwnFragment = ({ uuid, url }: ProjectRow) =>
  url.endsWith(`#${uuid.slice(0, 8)}`) ? url.slice(0, -9) : url

const identityOf = (project: ProjectRow) => projectIdentity(withoutOwnFragment(project))

/** Names derived from the URL are derived again; those entered by a person are kept. */
const nameOf = (project: ProjectRow) =>
  project.name === formerName(project.url) ? projectName(withoutOwnFragment(project)) : project.name

const formerName = (url: string): string =>
  url
    .replace(/[?#].*$/, '')
    .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/i, '')
    .replace(/\.git$/, '')
    .replace(/(?<!\/)\/+$/, '') || url

const ofDouble =
  'from project_merge double where row.account_uuid = double.account_uuid and row.project_uuid = double.uuid'

const merging = [
  `create temporary table project_merge on commit drop as
    select account_uuid, uuid, into_uuid from (
      select account_uuid, uuid,
        first_value(uuid) over (partition by account_uuid, identity order by created_at, uuid) as into_uuid
      from project) ranked
    where uuid <> into_uuid`,
  `create index on project_merge (account_uuid, uuid)`,
  `create temporary table project_group on commit drop as
    select account_uuid, uuid, into_uuid from project_merge
    union select account_uuid, into_uuid, into_uuid from project_merge`,
  `create index on project_group (account_uuid, into_uuid)`,
  `create index on project_group (account_uuid, uuid)`,
  `analyze project_merge, project_group`,
  // The state before the move, for the audit log.
  `insert into audit_event (account_uuid, member_email, credential, address, action, target, before, after)
    select double.account_uuid, '', 'migration', '', 'projects.merge',
      jsonb_build_object('projectUuid', double.into_uuid),
      jsonb_build_object('uuid', double.uuid, 'url', project.url, 'name', project.name, 'tags', project.tags,
        'teamUuid', project.team_uuid, 'branches', array(
          select branch.name from branch
          where branch.account_uuid = double.account_uuid and branch.project_uuid = double.uuid order by branch.name)),
      jsonb_build_object('uuid', double.into_uuid, 'url', target.url)
    from project_merge double
    join project on project.account_uuid = double.account_uuid and project.uuid = double.uuid
    join project target on target.account_uuid = double.account_uuid and target.uuid = double.into_uuid
    order by project.created_at, double.uuid`,
  `update branch set name = left(branch.name, 230) || '~merged-' || left(branch.uuid::text, 8)
    from (
      select branch.account_uuid, branch.uuid, row_number() over (
        partition by branch.account_uuid, into_uuid, branch.name
        order by branch.last_scanned_at desc nulls last, branch.project_uuid = into_uuid desc, branch.created_at,
          branch.uuid) as place
      from branch join project_group
        on project_group.account_uuid = branch.account_uuid and project_group.uuid = branch.project_uuid) ranked
    where ranked.account_uuid = branch.account_uuid and ranked.uuid = branch.uuid and place > 1`,
  // By branch, to use the index.
  ...['scan', 'finding', 'build'].map(
    (table) => `update ${table} row set project_uuid = double.into_uuid
      from project_merge double join branch
        on branch.account_uuid = double.account_uuid and branch.project_uuid = double.uuid
      where row.account_uuid = branch.account_uuid and row.branch_uuid = branch.uuid`,
  ),
  ...['branch', 'exclusion', 'vex_document', 'api_token'].map(
    (table) => `update ${table} row set project_uuid = double.into_uuid ${ofDouble}`,
  ),
  // The tags of all, and the team of the oldest that has one.
  `update project set
      tags = array(
        select tag from (
          select tag, min(other.created_at) as since, min(place) as place
          from project_group member
          join project other on other.account_uuid = member.account_uuid and other.uuid = member.uuid
          cross join unnest(other.tags) with ordinality as tags(tag, place)
          where member.account_uuid = project.account_uuid and member.into_uuid = project.uuid
          group by tag) listed
        order by since, place),
      team_uuid = (
        select other.team_uuid from project_group member
        join project other on other.account_uuid = member.account_uuid and other.uuid = member.uuid
        where member.account_uuid = project.account_uuid and member.into_uuid = project.uuid
          and other.team_uuid is not null
        order by other.created_at, other.uuid limit 1)
    where (account_uuid, uuid) in (select account_uuid, into_uuid from project_merge)`,
  // Undelivered events name the remaining project.
  `update outbox_event set payload = jsonb_set(payload, '{projectUuid}', to_jsonb(double.into_uuid))
    from project_merge double
    where outbox_event.account_uuid = double.account_uuid and payload ->> 'projectUuid' = double.uuid::text`,
  `update account_revision set revision = revision + 1
    where account_uuid in (select account_uuid from project_merge)`,
  `delete from project row using project_merge double
    where row.account_uuid = double.account_uuid and row.uuid = double.uuid`,
  `update project set url = left(url, -9) where url like '%#' || left(uuid::text, 8)`,
  `create unique index if not exists project_identity on project (account_uuid, identity)`,
  `drop table project_merge, project_group`,
]
