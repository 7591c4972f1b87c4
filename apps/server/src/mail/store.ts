import type { Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'

export interface NewLink {
  uuid: string
  memberUuid: string
  purpose: string
  hash: Uint8Array
  expiresAt: Date
}

/** The member's links for the same purpose end. */
export async function replaceLink(tx: Tx, scope: Scope, link: NewLink): Promise<void> {
  await tx
    .deleteFrom('mailed_link')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', link.memberUuid)
    .where('purpose', '=', link.purpose)
    .execute()
  await tx
    .insertInto('mailed_link')
    .values({
      ...{ account_uuid: scope.accountUuid, uuid: link.uuid, member_uuid: link.memberUuid },
      ...{ purpose: link.purpose, hash: link.hash, expires_at: link.expiresAt },
    })
    .execute()
}

/** One that was not used and is not over, locked: it works once. The link names its account itself. */
export const lockLink = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .selectFrom('mailed_link')
    .select(['member_uuid as memberUuid', 'purpose', 'hash'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .forUpdate()
    .executeTakeFirst()

export const spendLink = (tx: Database, scope: Scope, uuid: string) =>
  tx
    .updateTable('mailed_link')
    .set({ used_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
