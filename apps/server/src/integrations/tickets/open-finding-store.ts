import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { VersionSpan } from '#scanning/scans/finding-store.ts'

export interface OpenFinding {
  ecosystem: EcosystemId
  packageName: string
  displayName: string
  advisoryUuid: string
  cve: string | null
  publicId: string | null
  severity: string
  cvss: number | null
  category: string
  versions: VersionSpan[]
}

export interface OpenFindingsOf {
  branchUuid: string
  ecosystem?: string
  packageName?: string
  advisoryUuid?: string | null
}

/** Most severe first, at most 10,000. */
export async function listOpenFindingsOf(
  db: Database,
  scope: Scope,
  { branchUuid, ecosystem, packageName, advisoryUuid }: OpenFindingsOf,
): Promise<OpenFinding[]> {
  const { rows } = await sql<OpenFinding>`
    select ecosystem, package_name as "packageName", display_name as "displayName", advisory_uuid as "advisoryUuid",
      cve, public_id as "publicId", severity, cvss, category, versions
    from finding
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and ended_at is null
      and (${ecosystem ?? null}::text is null or ecosystem = ${ecosystem ?? null})
      and (${packageName ?? null}::text is null or package_name = ${packageName ?? null} or display_name = ${packageName ?? null})
      and (${advisoryUuid ?? null}::uuid is null or advisory_uuid = ${advisoryUuid ?? null})
    order by cvss desc nulls last, cve, public_id, advisory_uuid limit 10000`.execute(db)
  return rows.map((row) => ({ ...row, versions: row.versions.filter(({ to }) => to === null) }))
}

/** What last fixed the finding: 'lodash 4.17.21'; null if unknown. */
export async function findFixedBy(
  db: Database,
  scope: Scope,
  { branchUuid, ecosystem, packageName }: Required<Omit<OpenFindingsOf, 'advisoryUuid'>>,
): Promise<string | null> {
  const row = await db
    .selectFrom('finding')
    .select('fixed_by')
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('ecosystem', '=', ecosystem)
    .where('package_name', '=', packageName)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.fixed_by ?? null
}

/** Number of occurrences, which increases when it returns. */
export async function countLifetimes(
  db: Database,
  scope: Scope,
  of: Required<OpenFindingsOf>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from finding
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${of.branchUuid} and ecosystem = ${of.ecosystem}
      and package_name = ${of.packageName} and (${of.advisoryUuid}::uuid is null or advisory_uuid = ${of.advisoryUuid})`.execute(
    db,
  )
  return rows[0]!.count
}
