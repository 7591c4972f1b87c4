import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

// docs/decisions/014-proof-of-addresses.md

export interface Claim {
  memberUuid: string
  email: string
  /** Whether the member has shown that the address is theirs. */
  isProved: boolean
}

/** Who logs in by the address, over all accounts. */
export const findAddressHolder = (db: Database, email: string) =>
  db
    .selectFrom('login')
    .select(['account_uuid as accountUuid', 'member_uuid as memberUuid', 'is_proved as isProved'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

/** false when it is another member's. One who proves the address takes it from one who did not. */
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

/** Whether nobody can be invited by it: it was proved, for whatever account, or the account has it. */
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

/** Any number that no other lock of the database has; the second one is of the address. */
const offerLock = 7_004

/**
 * Whether an account waits for the address to open it: its administrator is invited, and nobody has joined yet. Others who
 * ask wait until the transaction ends.
 */
export async function hasUnopenedAccount(tx: Tx, email: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${offerLock}::int, hashtext(${email.toLowerCase()}))`.execute(tx)
  const { rows } = await sql`
    select from member where email = ${email.toLowerCase()} and status = 'Pending' and role = 'Administrator'
      and not exists (
        select from member other where other.account_uuid = member.account_uuid and other.status <> 'Pending')`.execute(
    tx,
  )
  return rows.length > 0
}

/** Ends what other accounts' invitations made. */
export const deleteInvitedElsewhere = (tx: Tx, scope: Scope, email: string) =>
  tx
    .deleteFrom('member')
    .where('email', '=', email.toLowerCase())
    .where('account_uuid', '<>', scope.accountUuid)
    .where('status', '=', 'Pending')
    .returning(['account_uuid as accountUuid', 'uuid', 'email', 'name', 'role'])
    .execute()
