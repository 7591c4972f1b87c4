import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'

/** Locked until the transaction ends. */
export async function deleteRecoveryCodes(db: Tx, scope: Scope, memberUuid: string): Promise<void> {
  await lockMember(db, scope, memberUuid)
  await db
    .deleteFrom('scratch_code')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()
}

/** All share one salt. */
export const insertRecoveryCodes = (
  db: Tx,
  scope: Scope,
  { memberUuid, salt, hashes }: { memberUuid: string; salt: Uint8Array; hashes: Uint8Array[] },
) =>
  db
    .insertInto('scratch_code')
    .values(
      hashes.map((hash) => ({
        account_uuid: scope.accountUuid,
        member_uuid: memberUuid,
        salt,
        hash,
      })),
    )
    .execute()

export async function countRecoveryCodes(db: Database, scope: Scope, memberUuid: string) {
  const { remaining, createdAt } = await db
    .selectFrom('scratch_code')
    .select((eb) => [
      sql<number>`count(*) filter (where used_at is null)::int`.as('remaining'),
      eb.fn.max('created_at').as('createdAt'),
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .executeTakeFirstOrThrow()
  return { remaining, createdAt }
}

/** The salt shared by the member's ten codes; null without codes. */
export const findSalt = async (db: Database, scope: Scope, memberUuid: string): Promise<Uint8Array | null> =>
  (
    await db
      .selectFrom('scratch_code')
      .select('salt')
      .where('account_uuid', '=', scope.accountUuid)
      .where('member_uuid', '=', memberUuid)
      .limit(1)
      .executeTakeFirst()
  )?.salt ?? null

/** Whether it is an unused code. */
export async function consumeRecoveryCode(
  db: Database,
  scope: Scope,
  { memberUuid, hash }: { memberUuid: string; hash: Uint8Array },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scratch_code')
    .set({ used_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
