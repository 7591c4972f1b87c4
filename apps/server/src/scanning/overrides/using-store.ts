import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

interface Package {
  accountUuid: string
  ecosystem: Ecosystem
  /** Normalized by the ecosystem. */
  packageName: string
}

export interface Use {
  branchUuid: string
  version: string
}

/** Branches of an account that use a package, with the versions in use. */
export async function listUses(
  db: Database,
  { accountUuid, ecosystem, packageName }: Package,
): Promise<Use[]> {
  // Components of a distribution are stored under their source package, which may have another name.
  const isNamed =
    ecosystem.release === undefined
      ? sql`package_name = ${packageName}`
      : sql`(package_name = ${packageName} or lower(name) = lower(${packageName}))`
  const { rows } = await sql<Use>`
    select distinct branch_uuid as "branchUuid", version from component
    where account_uuid = ${accountUuid} and ecosystem = ${ecosystem.id} and ${isNamed}
      and ended_number is null`.execute(db)
  return rows
}
