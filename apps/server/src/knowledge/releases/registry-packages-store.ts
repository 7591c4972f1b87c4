import { type ReleaseState, releaseStates } from '@assay/contract/releases.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

type Counts = Record<ReleaseState, number>

/** Numbers of packages in use per registry of the account, by release status. */
export async function countPackagesOf(
  db: Database,
  { accountUuid }: Scope,
): Promise<(registryUuid: string) => Counts> {
  const { rows } = await sql<{ registryUuid: string; state: ReleaseState; packages: number }>`
    select registry_uuid as "registryUuid", state, count(*)::int as packages from package_releases
    where account_uuid = ${accountUuid} and registry_uuid is not null and used_at > now() - interval '30 days'
    group by registry_uuid, state`.execute(db)
  const countOf = (uuid: string, state: ReleaseState) =>
    rows.find((row) => row.registryUuid === uuid && row.state === state)?.packages ?? 0
  return (uuid) => Object.fromEntries(releaseStates.map((state) => [state, countOf(uuid, state)])) as Counts
}

/** After a change, packages are queried again immediately; after a change of address, unconditionally. */
export async function makeDue(
  tx: Tx,
  { accountUuid }: Scope,
  { registryUuid, isAnotherAddress }: { registryUuid: string; isAnotherAddress: boolean },
): Promise<void> {
  await sql`
    update package_releases set next_check_at = now(), failures = 0, error = null,
      etag = case when ${isAnotherAddress} then null else etag end,
      last_modified = case when ${isAnotherAddress} then null else last_modified end
    where account_uuid = ${accountUuid} and registry_uuid = ${registryUuid}`.execute(tx)
}
