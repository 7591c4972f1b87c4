import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { PackageName } from '@assay/engine/scan-result.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/** Schedules reading what the releases of packages require. Packages whose releases are unknown are left out. */
export async function wantRanges(
  tx: Tx,
  { accountUuid }: Scope,
  packages: readonly PackageName[],
): Promise<void> {
  if (packages.length === 0) return
  const names = packages.map(({ ecosystem, name }) => ecosystemById(ecosystem).normalizeName(name))
  await sql`
    update package_releases as wanted
    set wants_ranges = true, next_check_at = now(), etag = null, last_modified = null
    from (
      select ctid from package_releases
      where (account_uuid is null or account_uuid = ${accountUuid}) and state = 'known' and not wants_ranges
        and (ecosystem, package_name) in (
          select * from unnest(${packages.map(({ ecosystem }) => ecosystem)}::text[], ${names}::text[]))
      -- Concurrent calls wait for each other instead of deadlocking.
      order by ecosystem, package_name, account_uuid for update
    ) as found
    where wanted.ctid = found.ctid`.execute(tx)
}
