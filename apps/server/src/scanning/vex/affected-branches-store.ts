import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** The vulnerabilities named in a document, withdrawn or not. */
export async function listStatedIds(db: Database, scope: Scope, documentUuid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(ids) as id from vex_statement
    where account_uuid = ${scope.accountUuid} and document_uuid = ${documentUuid}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Vulnerabilities {
  documentUuid: string
  cves: readonly string[]
  advisoryUuids: readonly string[]
}

/**
 * Branches in the document's scope whose last scan found one of its vulnerabilities, counted or excluded. Its
 * statements cannot affect any other branch.
 */
export async function listAffectedBranches(
  db: Database,
  scope: Scope,
  { documentUuid, cves, advisoryUuids }: Vulnerabilities,
): Promise<{ accountUuid: string; branchUuid: string }[]> {
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    with stated as (
      select array(select uuid from advisory
        where uuid = any(${advisoryUuids}::uuid[]) or joined_into = any(${advisoryUuids}::uuid[])) as uuids)
    select branch.account_uuid as "accountUuid", branch.uuid as "branchUuid"
    from stated, vex_document document
    join branch on branch.account_uuid = document.account_uuid and branch.last_number > 0
      and (document.project_uuid is null or branch.project_uuid = document.project_uuid)
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
      and (document.team_uuids is null or project.team_uuid = any(document.team_uuids))
    where document.account_uuid = ${scope.accountUuid} and document.uuid = ${documentUuid} and (
      exists (
        select from finding where finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid
          and ended_at is null and (advisory_uuid = any(uuids) or cve = any(${cves}::text[])
            or cves && ${cves}::text[]))
      or exists (
        select from scan cross join jsonb_array_elements(excluded) found
        where scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
          and scan.number = branch.last_number
          and (found ->> 'advisoryUuid' = any(uuids::text[]) or found ->> 'cve' = any(${cves}::text[])
            or found -> 'cves' ?| ${cves}::text[])))`.execute(db)
  return rows
}
