import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { activeMembers } from './active-members-store.ts'

export interface NewChallenge {
  uuid: string
  memberUuid: string
  hash: Uint8Array
  purpose: string
  expiresAt: Date
}

/** Deletes the member's expired challenges. */
export async function insertChallenge(db: Database, scope: Scope, row: NewChallenge): Promise<void> {
  await db
    .deleteFrom('login_challenge')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', row.memberUuid)
    .where('expires_at', '<', new Date())
    .execute()
  await db
    .insertInto('login_challenge')
    .values({
      account_uuid: scope.accountUuid,
      uuid: row.uuid,
      member_uuid: row.memberUuid,
      hash: row.hash,
      purpose: row.purpose,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** A valid challenge with its member; undefined if it has expired or the member may no longer log in. */
export const findChallenge = (
  db: Database,
  scope: Scope,
  { uuid, hash }: { uuid: string; hash: Uint8Array },
) =>
  activeMembers(db)
    .innerJoin('login_challenge', (join) =>
      join
        .onRef('member.account_uuid', '=', 'login_challenge.account_uuid')
        .onRef('member.uuid', '=', 'login_challenge.member_uuid'),
    )
    .select(['member.uuid as memberUuid', 'member.email', 'login_challenge.purpose'])
    .where('login_challenge.account_uuid', '=', scope.accountUuid)
    .where('login_challenge.uuid', '=', uuid)
    .where('hash', '=', hash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()

/** Whether it still exists. Locked until the transaction ends; lock the member first. */
export async function lockChallenge(tx: Tx, scope: Scope, uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('login_challenge')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes an attempt. Returns false if none is left. */
export async function consumeAttempt(
  db: Database,
  scope: Scope,
  { uuid, limit }: { uuid: string; limit: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login_challenge')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('attempts', '<', limit)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the challenge. Returns whether it existed: it is valid once. */
export async function consumeChallenge(db: Database, scope: Scope, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenge')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
