import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

const columns = [
  'owner_uuid as ownerUuid',
  'member_uuid as memberUuid',
  'email',
  'state',
  'expires_at as expiresAt',
] as const

const leasesOf = (db: Database, { accountUuid }: Scope) =>
  db
    .selectFrom('slack_lease')
    .select([...columns])
    .where('account_uuid', '=', accountUuid)
    .where('expires_at', '>', new Date())

export type LeaseRow = NonNullable<Awaited<ReturnType<typeof findLease>>>

/** The active lease; undefined if there is none. */
export const findLease = (db: Database, scope: Scope, ownerUuid: string) =>
  leasesOf(db, scope).where('owner_uuid', '=', ownerUuid).executeTakeFirst()

export const findLeaseByTicket = (db: Database, scope: Scope, ticketHash: Uint8Array) =>
  leasesOf(db, scope).where('ticket_hash', '=', ticketHash).executeTakeFirst()

export interface NewLease {
  ownerUuid: string
  memberUuid: string
  email: string
  state: string
  ticketHash: Uint8Array
  expiresAt: Date
}

/** Releases the lease early, so that others need not wait for it to expire. */
export const releaseLease = (
  tx: Tx,
  { accountUuid }: Scope,
  { ownerUuid, memberUuid }: Pick<NewLease, 'ownerUuid' | 'memberUuid'>,
) =>
  tx
    .deleteFrom('slack_lease')
    .where('account_uuid', '=', accountUuid)
    .where('owner_uuid', '=', ownerUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

/** Acquires or renews the lease; false if another member holds it. */
export async function acquireLease(
  tx: Tx,
  { accountUuid }: Scope,
  { ownerUuid, memberUuid, email, state, ticketHash, expiresAt }: NewLease,
): Promise<boolean> {
  const row = { member_uuid: memberUuid, email, state, ticket_hash: ticketHash, expires_at: expiresAt }
  const lease = await tx
    .insertInto('slack_lease')
    .values({ account_uuid: accountUuid, owner_uuid: ownerUuid, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'owner_uuid'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('slack_lease.member_uuid', '=', memberUuid),
            eb('slack_lease.expires_at', '<=', new Date()),
          ]),
        ),
    )
    .returning('owner_uuid')
    .executeTakeFirst()
  return lease !== undefined
}
