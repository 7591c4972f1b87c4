import { sql } from 'kysely'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { registryFor } from '#knowledge/registries/match-store.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Database } from '#platform/database/database.ts'

interface UsageScope {
  accountUuid: string
  /** null stands for all branches. */
  branchUuid: string | null
  ecosystems: readonly EcosystemId[]
}

/**
 * Schedules checks for the packages in use and keeps them scheduled, each with the account's registry for it or the
 * public source. Returns whether any are due.
 */
export async function recordUse(
  db: Database,
  { accountUuid, branchUuid, ecosystems }: UsageScope,
): Promise<boolean> {
  const [components, inUse] =
    branchUuid === null
      ? [sql`component`, sql`ended_number is null`]
      : [sql`component_of_branch component`, sql`branch_uuid = ${branchUuid} and ${isCurrent}`]
  // Sorted, so that concurrent calls wait for each other instead of deadlocking.
  const { rows } = await sql<{ hasDue: boolean }>`
    with used as (
      select distinct on (ecosystem, package_name) ecosystem, package_name, nullif(name, package_name) as display_name
      from ${components}
      where account_uuid = ${accountUuid} and ${inUse} and length(package_name) between 1 and 500
      order by ecosystem, package_name, name
    ),
    noted as (
    insert into package_releases (account_uuid, registry_uuid, ecosystem, package_name, display_name)
    select case when registry_uuid is not null then ${accountUuid}::uuid end, registry_uuid, ecosystem, package_name,
      display_name
    from used cross join lateral (select ${registryOfUse(accountUuid, 'used')} as registry_uuid) as matching
    where registry_uuid is not null or ecosystem = any(${ecosystems}::text[])
    order by ecosystem, package_name
    on conflict (account_uuid, ecosystem, package_name) do update set
      -- Packages that were unused for long were not refreshed.
      next_check_at = case when package_releases.used_at < now() - interval '30 days' then now()
        else package_releases.next_check_at end,
      used_at = now()
    where package_releases.used_at < now() - interval '1 day'
    returning next_check_at
    )
    select exists (select from noted where next_check_at <= now()) as "hasDue"`.execute(db)
  return rows[0]!.hasDue
}

const registryOfUse = (accountUuid: string, table: string) =>
  registryFor({
    accountUuid: sql`${accountUuid}`,
    ecosystem: sql.ref(`${table}.ecosystem`),
    name: sql.ref(`${table}.package_name`),
  })

/** Deletes responses of registries other than the one that applies now. */
export async function deleteMisplaced(db: Database, accountUuid: string): Promise<void> {
  await sql`
    delete from package_releases where account_uuid = ${accountUuid}
      and registry_uuid is distinct from ${registryOfUse(accountUuid, 'package_releases')}`.execute(db)
}

/** The account's branches that use a package with one of the prefixes. */
export async function listBranchesWith(
  db: Database,
  accountUuid: string,
  { ecosystem, prefixes }: { ecosystem: string; prefixes: readonly string[] },
): Promise<{ accountUuid: string; branchUuid: string }[]> {
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    select distinct account_uuid as "accountUuid", branch_uuid as "branchUuid" from component
    where account_uuid = ${accountUuid} and ecosystem = ${ecosystem} and ended_number is null
      and exists (select from unnest(${prefixes}::text[]) as prefix where starts_with(package_name || chr(10), prefix))
    `.execute(db)
  return rows
}

/** Packages that all using accounts have in private registries. Public sources must not be queried for them. */
export async function listPrivate(
  db: Database,
  ecosystem: EcosystemId,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    -- Most names match no registry, so check that before looking up whether they are in use.
    with asked as materialized (
      select name from unnest(${names}::text[]) as given (name)
      where exists (
        select from package_registry as registry cross join unnest(registry.prefixes) as prefix
        where registry.ecosystem = ${ecosystem} and starts_with(name || chr(10), prefix))
    )
    select name from asked where not exists (
      select from account
      join component on component.account_uuid = account.uuid and component.ecosystem = ${ecosystem}
        and component.package_name = asked.name and component.ended_number is null
      where ${publicUse(ecosystem)})`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

const publicUse = (ecosystem: EcosystemId) =>
  sql`${registryFor({
    accountUuid: sql.ref('account.uuid'),
    ecosystem: sql`${ecosystem}`,
    name: sql.ref('asked.name'),
  })} is null`

export async function listAccounts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('account').select('uuid').orderBy('uuid').execute()
  return rows.map(({ uuid }) => uuid)
}

/** Every account's cool-down of new releases, in days, each once. */
export async function listCoolDowns(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('account').select('cool_down_days').distinct().execute()
  return rows.map(({ cool_down_days: days }) => days)
}

interface PackagesOfAccount {
  /** null: of all accounts that have no registry of their own for the package. */
  accountUuid: string | null
  ecosystem: EcosystemId
  names: readonly string[]
}

/** Versions in use of one ecosystem's packages. */
export async function listVersionsInUse(
  db: Database,
  { accountUuid, ecosystem, names }: PackagesOfAccount,
): Promise<Map<string, string[]>> {
  const isUser = accountUuid === null ? publicUse(ecosystem) : sql`account.uuid = ${accountUuid}`
  const { rows } = await sql<{ name: string; versions: string[] }>`
    select asked.name, array_agg(distinct component.version) as versions
    from account
    cross join unnest(${names}::text[]) as asked (name)
    join component on component.account_uuid = account.uuid and component.ecosystem = ${ecosystem}
      and component.package_name = asked.name and component.ended_number is null
    where ${isUser}
    group by asked.name`.execute(db)
  return new Map(rows.map(({ name, versions }) => [name, versions]))
}

/** Deletes packages unused for half a year. */
export async function deleteUnused(db: Database): Promise<void> {
  await sql`delete from package_releases where used_at < now() - interval '180 days'`.execute(db)
}
