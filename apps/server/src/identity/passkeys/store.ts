import type { Scope } from '#auth/scope.ts'
import { activeMembers } from '#auth/sessions/active-members-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'

export interface NewPasskey {
  uuid: string
  memberUuid: string
  name: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

export const listPasskeys = (db: Database, scope: Scope, memberUuid: string) =>
  db
    .selectFrom('passkey')
    .select(['uuid', 'name', 'credential_id as credentialId', 'transports'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .orderBy('created_at')
    .execute()

const maxPasskeys = 20

/** Throws 409 if the passkey is already registered or the maximum number is reached. */
export async function insertPasskey(db: Tx, scope: Scope, row: NewPasskey): Promise<{ createdAt: Date }> {
  await lockMember(db, scope, row.memberUuid)
  const existing = await listPasskeys(db, scope, row.memberUuid)
  if (existing.length >= maxPasskeys || existing.some((each) => each.credentialId === row.credentialId))
    throw new Problem(
      409,
      'passkeyKnown',
      `This passkey is already registered, or you have the maximum of ${maxPasskeys}`,
    )
  return db
    .insertInto('passkey')
    .values({
      account_uuid: scope.accountUuid,
      uuid: row.uuid,
      member_uuid: row.memberUuid,
      name: row.name,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
    })
    .returning('created_at as createdAt')
    .executeTakeFirstOrThrow()
}

/** undefined if the member has no such passkey. */
export const renamePasskey = (
  db: Database,
  scope: Scope,
  { uuid, memberUuid, name }: { uuid: string; memberUuid: string; name: string },
) =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('uuid', '=', uuid)
    .returning(['uuid', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst()

/** Returns whether the member had it. */
export async function deletePasskey(
  db: Database,
  scope: Scope,
  { uuid, memberUuid }: { uuid: string; memberUuid: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deletePasskeysOf = (db: Database, scope: Scope, memberUuid: string) =>
  db
    .deleteFrom('passkey')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

/** Only for active members. */
export const findPasskey = (
  db: Database,
  scope: Scope,
  { memberUuid, credentialId }: { memberUuid: string; credentialId: string },
) =>
  activeMembers(db)
    .innerJoin('passkey', (join) =>
      join
        .onRef('member.account_uuid', '=', 'passkey.account_uuid')
        .onRef('member.uuid', '=', 'passkey.member_uuid'),
    )
    .select(['passkey.uuid', 'passkey.public_key as publicKey', 'passkey.counter', 'member.email'])
    .where('passkey.account_uuid', '=', scope.accountUuid)
    .where('passkey.member_uuid', '=', memberUuid)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** Whether the signature counter increased; authenticators without a counter always send 0. */
export async function countUse(
  db: Database,
  scope: Scope,
  { uuid, counter }: { uuid: string; counter: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
