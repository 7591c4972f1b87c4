import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope, projectInScope } from '#projects/in-scope-store.ts'

export interface ReferredBuild {
  uuid: string
  projectUuid: string
}

/** A document names few others; more are not read. */
const maxBuilds = 50

/** The builds with these documents ('urn:cdx:serial/version'), the newest of each. */
export async function listLinkedBuilds(
  db: Database,
  scope: Scope,
  { documents, projectUuid }: { documents: readonly string[]; projectUuid: string | null },
): Promise<ReferredBuild[]> {
  const { rows } = await sql<ReferredBuild>`
    select distinct on (document) build.uuid, build.project_uuid as "projectUuid"
    from unnest(${documents}::text[]) document
    join build on build.account_uuid = ${scope.accountUuid} and subject_keys @> array[document]
      and (${projectUuid}::uuid is null or build.project_uuid = ${projectUuid}::uuid)
    join project on project.account_uuid = build.account_uuid and project.uuid = build.project_uuid
    where ${anyProjectInScope(scope)}
      and exists (select from build_document
        where build_document.account_uuid = build.account_uuid and build_uuid = build.uuid)
    order by document, build.created_at desc
    limit ${maxBuilds}`.execute(db)
  return rows
}

/** The builds of each branch's last scan, the newest first. */
export async function listLastBuilds(
  db: Database,
  scope: Scope,
  projectUuid: string,
): Promise<ReferredBuild[]> {
  const { rows } = await sql<ReferredBuild>`
    select scan.build_uuid as uuid, scan.project_uuid as "projectUuid"
    from branch join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${projectUuid}
    order by scanned_at desc
    limit ${maxBuilds}`.execute(db)
  return rows
}

/** Those of the keys of products that are of the project, or of one in scope. */
export async function listKnownSubjects(
  db: Database,
  scope: Scope,
  { keys, projectUuid }: { keys: readonly string[]; projectUuid: string | null },
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key
    where exists (
      select from build join project on project.account_uuid = build.account_uuid
        and project.uuid = build.project_uuid
      where build.account_uuid = ${scope.accountUuid} and subject_keys @> array[key]
        and (${projectUuid}::uuid is null or build.project_uuid = ${projectUuid}::uuid)
        and ${projectInScope(scope)})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export interface UsedVersion {
  ecosystem: string | null
  name: string
  version: string
}

/** The versions in use of packages with one of the names. */
export async function listUsedVersions(
  db: Database,
  scope: Scope,
  { names, projectUuid }: { names: readonly string[]; projectUuid: string | null },
): Promise<UsedVersion[]> {
  if (names.length === 0) return []
  const { rows } = await sql<UsedVersion>`
    select distinct ecosystem, component.name, version
    from component
    join branch on branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where component.account_uuid = ${scope.accountUuid} and ended_number is null
      and (${projectUuid}::uuid is null or project.uuid = ${projectUuid}::uuid)
      and package_name = any(${names}::text[])
      and ${projectInScope(scope)}`.execute(db)
  return rows
}

/** Identity of the projects that a document can be about. */
export async function listProjects(
  db: Database,
  scope: Scope,
  projectUuid: string | null,
): Promise<{ uuid: string; url: string; name: string }[]> {
  const { rows } = await sql<{ uuid: string; url: string; name: string }>`
    select uuid, url, name from project
    where account_uuid = ${scope.accountUuid} and (${projectUuid}::uuid is null or uuid = ${projectUuid}::uuid)
      and ${projectInScope(scope)}`.execute(db)
  return rows
}
