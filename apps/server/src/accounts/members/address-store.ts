import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

// docs/decisions/014-proof-of-addresses.md

export interface Claim {
  memberUuid: string
  email: string
  /** Whether the member has verified the address. */
  isProved: boolean
}

/** The member who logs in with the address, across accounts. */
export const findAddressHolder = (db: Database, email: string) =>
  db
    .selectFrom('login')
    .select(['account_uuid as accountUuid', 'member_uuid as memberUuid', 'is_proved as isProved'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

/** Claims the address as login. Returns false if another member has it; a verified claim supersedes an unverified one. */
export async function claimAddress(
  db: Database,
  scope: Scope,
  { memberUuid, email, isProved }: Claim,
): Promise<boolean> {
  const { rows } = await sql`
    insert into login as held (email, account_uuid, member_uuid, is_proved)
    values (${email.toLowerCase()}, ${scope.accountUuid}, ${memberUuid}, ${isProved})
    on conflict (email) do update set
      account_uuid = excluded.account_uuid, member_uuid = excluded.member_uuid,
      is_proved = held.is_proved or excluded.is_proved
    where (held.account_uuid, held.member_uuid) = (excluded.account_uuid, excluded.member_uuid)
      or (excluded.is_proved and not held.is_proved)
    returning email`.execute(db)
  return rows.length > 0
}

export const releaseAddress = (db: Tx, scope: Scope, memberUuid: string) =>
  db
    .deleteFrom('login')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

/** Whether the address cannot be invited: it was verified in any account, or the account already has it. */
export async function isAddressTaken(db: Database, scope: Scope, email: string): Promise<boolean> {
  if ((await findAddressHolder(db, email))?.isProved) return true
  const own = await db
    .selectFrom('member')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return own !== undefined
}

/** Advisory lock class, unique within the database; the second number is derived from the address. */
const addressLock = 7_004

/**
 * Locks the address until the transaction ends. Verification changes members of other accounts, so this must precede
 * account and member locks (docs/decisions/021-order-of-locks.md).
 */
export const lockAddress = async (tx: Tx, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${addressLock}::int, hashtext(${email.toLowerCase()}))`.execute(tx)
}

/**
 * Whether an account was created for this address: its administrator is invited and nobody has joined. Locks the
 * address for concurrent callers.
 */
export async function hasUnopenedAccount(tx: Tx, email: string): Promise<boolean> {
  await lockAddress(tx, email)
  const { rows } = await sql`
    select from member where email = ${email.toLowerCase()} and status = 'Pending' and role = 'Administrator'
      and not exists (
        select from member other where other.account_uuid = member.account_uuid and other.status <> 'Pending')`.execute(
    tx,
  )
  return rows.length > 0
}

interface InvitedElsewhere {
  accountUuid: string
  uuid: string
  email: string
  name: string
  role: string
}

/** Deletes pending invitations of other accounts, locking those accounts for the audit events. */
export async function deleteInvitedElsewhere(
  tx: Tx,
  scope: Scope,
  email: string,
): Promise<InvitedElsewhere[]> {
  const { rows } = await sql<InvitedElsewhere>`
    with invited as materialized (
      select member.account_uuid, member.uuid from member join account on account.uuid = member.account_uuid
      where member.email = ${email.toLowerCase()} and member.account_uuid <> ${scope.accountUuid}
        and member.status = 'Pending'
      order by member.account_uuid for key share of account for update of member)
    delete from member using invited
    where member.account_uuid = invited.account_uuid and member.uuid = invited.uuid
    returning member.account_uuid as "accountUuid", member.uuid, member.email, member.name, member.role`.execute(
    tx,
  )
  return rows
}
