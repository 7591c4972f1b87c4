import { sql } from 'kysely'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Database } from '#platform/database/database.ts'

interface Using {
  accountUuid: string
  /** null stands for all branches. */
  branchUuid: string | null
  ecosystems: readonly EcosystemId[]
}

/** Schedules checks for the packages in use and keeps them scheduled. Returns whether any are due. */
export async function noteUse(
  db: Database,
  { accountUuid, branchUuid, ecosystems }: Using,
): Promise<boolean> {
  // Sorted, so that concurrent calls wait for each other instead of deadlocking.
  const { rows } = await sql<{ hasDue: boolean }>`
    with noted as (
    insert into package_releases (ecosystem, package_name, display_name)
    select distinct on (ecosystem, package_name) ecosystem, package_name, nullif(name, package_name)
    from component
    where account_uuid = ${accountUuid}
      and ${branchUuid === null ? sql`ended_number is null` : sql`branch_uuid = ${branchUuid} and ${isCurrent}`} and ecosystem = any(${ecosystems}::text[])
      and length(package_name) between 1 and 500
    order by ecosystem, package_name, name
    on conflict (account_uuid, ecosystem, package_name) do update set
      -- Those that nobody used for long were not refreshed.
      next_check_at = case when package_releases.used_at < now() - interval '30 days' then now()
        else package_releases.next_check_at end,
      used_at = now()
    where package_releases.used_at < now() - interval '1 day'
    returning next_check_at
    )
    select exists (select from noted where next_check_at <= now()) as "hasDue"`.execute(db)
  return rows[0]!.hasDue
}

export async function listAccounts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('account').select('uuid').orderBy('uuid').execute()
  return rows.map(({ uuid }) => uuid)
}

/** Every account's cool-down of new releases, in days, each once. */
export async function listCoolDowns(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('account').select('cool_down_days').distinct().execute()
  return rows.map(({ cool_down_days: days }) => days)
}

/** Versions in use of one ecosystem's packages, across all accounts. */
export async function listVersionsInUse(
  db: Database,
  ecosystem: EcosystemId,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; versions: string[] }>`
    select asked.name, array_agg(distinct component.version) as versions
    from account
    cross join unnest(${names}::text[]) as asked (name)
    join component on component.account_uuid = account.uuid and component.ecosystem = ${ecosystem}
      and component.package_name = asked.name and component.ended_number is null
    group by asked.name`.execute(db)
  return new Map(rows.map(({ name, versions }) => [name, versions]))
}

/** Deletes packages that nobody has used for half a year. */
export async function deleteUnused(db: Database): Promise<void> {
  await sql`delete from package_releases where used_at < now() - interval '180 days'`.execute(db)
}
