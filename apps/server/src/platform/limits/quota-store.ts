import type { Quotas } from '@assay/contract/quotas.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'

interface Owner {
  accountUuid: string
}

export const noQuotas: Quotas = {
  projects: null,
  uploadsAnHour: null,
  storageBytes: null,
  waitingScans: null,
}

export async function readQuotas(db: Database, { accountUuid }: Owner): Promise<Quotas> {
  const { rows } = await sql<Quotas>`
    select projects, uploads_an_hour as "uploadsAnHour", storage_bytes::float8 as "storageBytes",
      waiting_scans as "waitingScans"
    from account_quota where account_uuid = ${accountUuid}`.execute(db)
  return rows[0] ?? noQuotas
}

export const saveQuotas = (tx: Tx, { accountUuid }: Owner, quotas: Quotas) =>
  sql`
    insert into account_quota (account_uuid, projects, uploads_an_hour, storage_bytes, waiting_scans)
    values (${accountUuid}, ${quotas.projects}, ${quotas.uploadsAnHour}, ${quotas.storageBytes}, ${quotas.waitingScans})
    on conflict (account_uuid) do update set projects = excluded.projects,
      uploads_an_hour = excluded.uploads_an_hour, storage_bytes = excluded.storage_bytes,
      waiting_scans = excluded.waiting_scans`.execute(tx)

const used: Record<keyof Quotas, (owner: Owner) => RawBuilder<unknown>> = {
  projects: ({ accountUuid }) => sql`
    select count(*) from project where account_uuid = ${accountUuid} and deleted_at is null`,
  uploadsAnHour: ({ accountUuid }) => sql`
    select coalesce(max(uploads) filter (where hour = date_trunc('hour', now())), 0)
    from account_quota where account_uuid = ${accountUuid}`,
  storageBytes: ({ accountUuid }) => sql`
    select coalesce(sum(pg_column_size(content)), 0) from document where account_uuid = ${accountUuid}`,
  waitingScans: ({ accountUuid }) => sql`
    select count(*) from build where account_uuid = ${accountUuid} and state in ('queued', 'scanning')
      and source <> 'rescan'`,
}

/** What the account uses of each. */
export async function readUse(db: Database, owner: Owner): Promise<Record<keyof Quotas, number>> {
  const { rows } = await sql<Record<keyof Quotas, number>>`
    select (${used.projects(owner)})::float8 as projects, (${used.uploadsAnHour(owner)})::float8 as "uploadsAnHour",
      (${used.storageBytes(owner)})::float8 as "storageBytes",
      (${used.waitingScans(owner)})::float8 as "waitingScans"`.execute(db)
  return rows[0]!
}

/** After a project was added. Throws Problem 409, which rolls back the transaction. */
export async function checkProjectQuota(tx: Tx, owner: Owner): Promise<void> {
  const { rows } = await sql<{ quota: number }>`
    select projects as quota from account_quota
    where account_uuid = ${owner.accountUuid} and projects is not null for update`.execute(tx)
  if (rows[0]) await checkUse(tx, owner, { kind: 'projects', quota: rows[0].quota, added: 1 })
}

/** Before an upload is stored, which it counts. Throws Problem 409. */
export async function takeUpload(tx: Tx, owner: Owner): Promise<void> {
  const { uploadsAnHour, storageBytes, waitingScans } = await readQuotas(tx, owner)
  if (storageBytes !== null) await checkUse(tx, owner, { kind: 'storageBytes', quota: storageBytes })
  if (waitingScans !== null) await checkUse(tx, owner, { kind: 'waitingScans', quota: waitingScans })
  if (uploadsAnHour === null) return
  // Locks the account's row: concurrent uploads are counted one by one.
  const { rows } = await sql<{ uploads: number }>`
    update account_quota set hour = date_trunc('hour', now()),
      uploads = case when hour = date_trunc('hour', now()) then uploads + 1 else 1 end
    where account_uuid = ${owner.accountUuid} returning uploads`.execute(tx)
  if (rows[0]!.uploads > uploadsAnHour) throw exceeded('uploadsAnHour', uploadsAnHour)
}

async function checkUse(
  tx: Database,
  owner: Owner,
  { kind, quota, added = 0 }: { kind: keyof Quotas; quota: number; added?: number },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select (${used[kind](owner)})::float8 as count`.execute(tx)
  if (rows[0]!.count - added >= quota) throw exceeded(kind, quota)
}

const exceeded = (kind: keyof Quotas, quota: number) =>
  new Problem(
    409,
    'limitReached',
    `The operator allows this account ${words[kind](quota.toLocaleString('en-US'))}`,
  )

const words: Record<keyof Quotas, (quota: string) => string> = {
  projects: (quota) => `${quota} projects. Remove some first`,
  uploadsAnHour: (quota) => `${quota} uploads an hour. Try again in the next hour`,
  storageBytes: (quota) => `${quota} bytes of documents. Remove projects, or keep documents for less time`,
  waitingScans: (quota) => `${quota} scans that wait or run. Try again when some have ended`,
}
