import { idempotencyKeyHours } from '@assay/contract/idempotency.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

export interface ClaimId {
  memberUuid: string
  digest: Uint8Array
}

/** A request's claim on a key. */
export interface OwnedClaim extends ClaimId {
  owner: string
}

/** A request that no longer renews its claim has crashed with its process. */
const leaseSeconds = 15
const leaseEnd = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`
const lifetime = sql`${idempotencyKeyHours} * interval '1 hour'`

/** Expired claims are deleted a few at a time, so that no request is slowed down. */
const expiredAtOnce = 50

/** Claims the key. Returns false if it is already claimed. */
export async function insertClaim(
  db: Database,
  scope: Scope,
  { memberUuid, digest, owner, fingerprint }: OwnedClaim & { fingerprint: Uint8Array },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with expired as (
      select account_uuid, member_uuid, digest from idempotency_key where created_at < now() - ${lifetime}
      order by created_at limit ${expiredAtOnce} for update skip locked),
    removed as (
      delete from idempotency_key using expired
      where idempotency_key.account_uuid = expired.account_uuid
        and idempotency_key.member_uuid = expired.member_uuid and idempotency_key.digest = expired.digest)
    insert into idempotency_key as known (account_uuid, member_uuid, digest, owner, fingerprint, leased_until)
    values (${scope.accountUuid}, ${memberUuid}, ${digest}, ${owner}, ${fingerprint}, ${leaseEnd})
    on conflict (account_uuid, member_uuid, digest) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Includes stored results; undefined once released. */
export const findClaim = (db: Database, scope: Scope, { memberUuid, digest }: ClaimId) =>
  db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'owner', 'result', 'status', 'location', 'body'])
    .select(sql<boolean>`leased_until > now()`.as('isLeased'))
    .select(sql<boolean>`created_at < now() - ${lifetime}`.as('isExpired'))
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('digest', '=', digest)
    .executeTakeFirst()

export type ClaimRow = NonNullable<Awaited<ReturnType<typeof findClaim>>>

const ownedRow = (db: Database, scope: Scope, { memberUuid, digest, owner }: OwnedClaim) =>
  db
    .updateTable('idempotency_key')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('digest', '=', digest)
    .where('owner', '=', owner)

/** Takes over the claim of a crashed request. Returns whether it did. */
export const takeOverClaim = async (
  db: Database,
  scope: Scope,
  { from, ...to }: OwnedClaim & { from: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await ownedRow(db, scope, { ...to, owner: from })
    .set({ owner: to.owner, leased_until: leaseEnd })
    .where('leased_until', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const renewLease = (db: Database, scope: Scope, claim: OwnedClaim) =>
  ownedRow(db, scope, claim).set({ leased_until: leaseEnd }).execute()

/** In the transaction of the change. Returns false if another request has taken over: nothing may be changed. */
export const saveResult = async (
  tx: Tx,
  scope: Scope,
  { result, ...claim }: OwnedClaim & { result: Uint8Array },
): Promise<boolean> => {
  const { numUpdatedRows } = await ownedRow(tx, scope, claim).set({ result }).executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface StoredResponse {
  status: number
  location: string | null
  body: Uint8Array
}

export const saveResponse = (
  db: Database,
  scope: Scope,
  { memberUuid, digest, owner, ...response }: OwnedClaim & StoredResponse,
) => ownedRow(db, scope, { memberUuid, digest, owner }).set(response).execute()

/** Releases a key without a change; otherwise the next request responds with the change's result. */
export async function releaseClaim(db: Database, scope: Scope, claim: OwnedClaim): Promise<void> {
  const { memberUuid, digest, owner } = claim
  await db
    .deleteFrom('idempotency_key')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('digest', '=', digest)
    .where('owner', '=', owner)
    .where('result', 'is', null)
    .execute()
  await ownedRow(db, scope, claim)
    .set({ leased_until: sql<Date>`now()` })
    .execute()
}

export const deleteClaim = (db: Database, scope: Scope, { memberUuid, digest }: ClaimId) =>
  db
    .deleteFrom('idempotency_key')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('digest', '=', digest)
    .where('created_at', '<', sql<Date>`now() - ${lifetime}`)
    .execute()
