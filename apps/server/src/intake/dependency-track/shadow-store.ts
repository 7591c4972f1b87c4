import { sql } from 'kysely'
import type { AgedRows } from '#accounts/retention/aged-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** What a Dependency-Track told of one finding. */
export interface ToldFinding {
  projectIdentity: string
  projectName: string
  version: string
  /** Its package URL without qualifiers, otherwise its name and version. */
  component: string
  vulnerability: string
  purl: string | null
  severity: string | null
  state: string | null
  isSuppressed: boolean
  isRetracted: boolean
}

/** The last word about each finding counts. What it does not say, such as a severity, stays. */
export async function saveTold(
  tx: Tx,
  { accountUuid }: Scope,
  findings: readonly ToldFinding[],
): Promise<void> {
  if (findings.length === 0) return
  await sql`
    insert into shadow_finding (account_uuid, project_identity, version, component, vulnerability, project_name, purl,
      severity, state, is_suppressed, is_retracted)
    select distinct on (2, 3, 4, 5) ${accountUuid}::uuid, "projectIdentity", version, component, vulnerability, "projectName", purl,
      severity, state, "isSuppressed", "isRetracted"
    from jsonb_to_recordset(${jsonText(findings)}::jsonb) as told("projectIdentity" text, version text, component text,
      vulnerability text, "projectName" text, purl text, severity text, state text, "isSuppressed" boolean,
      "isRetracted" boolean)
    order by 2, 3, 4, 5
    on conflict (account_uuid, project_identity, version, component, vulnerability) do update set
      project_name = excluded.project_name, severity = coalesce(excluded.severity, shadow_finding.severity),
      state = coalesce(excluded.state, shadow_finding.state), is_suppressed = excluded.is_suppressed,
      is_retracted = excluded.is_retracted, told_at = now()`.execute(tx)
}

/** Told for the last time before. */
export const oldTold = (before: Date): AgedRows => ({
  table: 'shadow_finding',
  isOld: sql`told_at < ${before}`,
})

interface ToldVersion {
  projectIdentity: string
  projectName: string
  version: string
  toldAt: Date
}

interface VersionsQuery {
  /** Identity of the project and version of the last one of the page before. */
  after: readonly [string, string] | null
  limit: number
}

/** Versions by name. */
export async function listToldVersions(
  db: Database,
  { accountUuid }: Scope,
  { after, limit }: VersionsQuery,
): Promise<ToldVersion[]> {
  const { rows } = await sql<ToldVersion>`
    select project_identity as "projectIdentity", min(project_name) as "projectName", version, max(told_at) as "toldAt"
    from shadow_finding where account_uuid = ${accountUuid}
      ${after === null ? sql`` : sql`and (project_identity, version) > (${after[0]}, ${after[1]})`}
    group by project_identity, version order by project_identity, version limit ${limit}`.execute(db)
  return rows
}

/** At most 10,000 of one version. */
export async function listTold(
  db: Database,
  { accountUuid }: Scope,
  { projectIdentity, version }: Pick<ToldVersion, 'projectIdentity' | 'version'>,
): Promise<ToldFinding[]> {
  const { rows } = await sql<ToldFinding>`
    select project_identity as "projectIdentity", project_name as "projectName", version, component, vulnerability, purl,
      severity, state, is_suppressed as "isSuppressed", is_retracted as "isRetracted"
    from shadow_finding
    where account_uuid = ${accountUuid} and project_identity = ${projectIdentity} and version = ${version}
    order by component, vulnerability limit 10000`.execute(db)
  return rows
}
