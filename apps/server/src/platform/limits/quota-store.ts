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
      waiting_scans = excluded.waiting_scans,
      stored_bytes = case when excluded.storage_bytes is not null then account_quota.stored_bytes end`.execute(
    tx,
  )

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

interface LockedQuotas extends Quotas {
  storedBytes: number | null
}

/** Before an upload is stored, which it counts. Throws Problem 409. */
export async function takeUpload(tx: Tx, owner: Owner): Promise<void> {
  // Uploads of an account with such limits are counted one by one: each waits until the one before is stored.
  const { rows } = await sql<LockedQuotas>`
    select uploads_an_hour as "uploadsAnHour", storage_bytes::float8 as "storageBytes",
      waiting_scans as "waitingScans", stored_bytes::float8 as "storedBytes"
    from account_quota
    where account_uuid = ${owner.accountUuid} and num_nonnulls(uploads_an_hour, storage_bytes, waiting_scans) > 0
    for update`.execute(tx)
  const [quotas] = rows
  if (!quotas) return
  const { uploadsAnHour, storageBytes, waitingScans, storedBytes } = quotas
  if (storageBytes !== null) await checkStorage(tx, owner, { quota: storageBytes, storedBytes })
  if (waitingScans !== null) await checkUse(tx, owner, { kind: 'waitingScans', quota: waitingScans })
  if (uploadsAnHour !== null) await countUpload(tx, owner, uploadsAnHour)
}

async function countUpload(tx: Tx, { accountUuid }: Owner, quota: number): Promise<void> {
  const { rows } = await sql<{ uploads: number }>`
    update account_quota set hour = date_trunc('hour', now()),
      uploads = case when hour = date_trunc('hour', now()) then uploads + 1 else 1 end
    where account_uuid = ${accountUuid} returning uploads`.execute(tx)
  if (rows[0]!.uploads > quota) throw exceeded('uploadsAnHour', quota)
}

/** The kept total does not know what was removed since the last night, so it is counted again before it refuses. */
async function checkStorage(
  tx: Tx,
  owner: Owner,
  { quota, storedBytes }: { quota: number; storedBytes: number | null },
): Promise<void> {
  if (storedBytes !== null && storedBytes < quota) return
  if ((await recount(tx, owner)) >= quota) throw exceeded('storageBytes', quota)
}

/** Of an account whose row is locked. */
async function recount(tx: Tx, owner: Owner): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    update account_quota set stored_bytes = (${used.storageBytes(owner)})
    where account_uuid = ${owner.accountUuid} returning stored_bytes::float8 as bytes`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Those whose documents are added up, across accounts. */
export async function listCountedAccounts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select account_uuid as uuid from account_quota where stored_bytes is not null`.execute(db)
  return rows.map(({ uuid }) => uuid)
}

/** Counts what an account stores, after some of it was removed or compacted. Uploads wait until the transaction ends. */
export async function recountStorage(tx: Tx, owner: Owner): Promise<void> {
  await sql`select from account_quota where account_uuid = ${owner.accountUuid} for update`.execute(tx)
  await recount(tx, owner)
}

/** Ends a statement whose `added` has the bytes of new documents: adds them to the total, if the account has one. */
export const countStored = ({ accountUuid }: Owner) => sql`
  update account_quota set stored_bytes = stored_bytes + added.bytes from added
  where account_uuid = ${accountUuid} and stored_bytes is not null`

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
