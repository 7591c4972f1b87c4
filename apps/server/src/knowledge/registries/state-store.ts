import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

// State of the jobs per registry, across accounts.

export interface RegistryKey {
  accountUuid: string
  uuid: string
}

export interface QueriedRegistry extends RegistryKey {
  ecosystem: EcosystemId
  url: string
  credentials: Uint8Array | null
}

const leaseMinutes = 5

/** Leases a registry to this reader; false if another one holds it, or it is paused, off or removed. */
export async function acquireRegistry(db: Database, key: RegistryKey, reader: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update package_registry set leased_by = ${reader}, leased_until = now() + make_interval(mins => ${leaseMinutes})
    where ${ofKey(key)} and is_enabled and resumes_at <= clock_timestamp()
      and (leased_until < clock_timestamp() or leased_by = ${reader})`.execute(db)
  return numAffectedRows === 1n
}

export async function releaseRegistries(db: Database, reader: string): Promise<void> {
  await sql`update package_registry set leased_until = now() where leased_by = ${reader}`.execute(db)
}

export async function saveRegistrySuccess(db: Database, key: RegistryKey): Promise<void> {
  await sql`update package_registry set last_success_at = now(), failures = 0 where ${ofKey(key)}`.execute(db)
}

interface RegistryFailure {
  error: string
  /** null: exponential backoff, from a minute to an hour. */
  pauseMs: number | null
}

export async function saveRegistryFailure(
  db: Database,
  key: RegistryKey,
  { error, pauseMs }: RegistryFailure,
): Promise<void> {
  await sql`
    update package_registry set last_error_at = now(), error = ${error.slice(0, 1000)}, failures = failures + 1,
      resumes_at = now() + make_interval(secs => coalesce(${pauseMs}::float8 / 1000,
        least(3600, 60 * 2 ^ least(failures, 10))))
    where ${ofKey(key)}`.execute(db)
}

/** A failure of one package that does not affect the registry. */
export async function saveRegistryError(db: Database, key: RegistryKey, error: string): Promise<void> {
  await sql`
    update package_registry set last_error_at = now(), error = ${error.slice(0, 1000)}
    where ${ofKey(key)}`.execute(db)
}

/** Registries with packages that are due, those waiting longest first. */
export async function listDueRegistries(db: Database, limit: number): Promise<QueriedRegistry[]> {
  const { rows } = await sql<QueriedRegistry>`
    select registry.account_uuid as "accountUuid", registry.uuid, registry.ecosystem, registry.url,
      registry.credentials
    from package_registry as registry
    cross join lateral (
      select next_check_at from package_releases as releases
      where releases.account_uuid = registry.account_uuid and releases.registry_uuid = registry.uuid
        and next_check_at <= now() and used_at > now() - interval '30 days'
      order by next_check_at limit 1) as due
    where is_enabled and resumes_at <= now() and leased_until < now()
    order by due.next_check_at limit ${limit}`.execute(db)
  return rows
}

const ofKey = ({ accountUuid, uuid }: RegistryKey) => sql`account_uuid = ${accountUuid} and uuid = ${uuid}`
