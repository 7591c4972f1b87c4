import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'

export interface NewLink {
  uuid: string
  memberUuid: string
  purpose: string
  hash: Uint8Array
  expiresAt: Date
  /** Whether it was only emailed, so that using it verifies the address. */
  isMailed: boolean
}

/** Hash of the member's login data: the link is invalid once that has changed. */
const loginDigest = sql<Uint8Array>`sha256(convert_to(concat_ws(chr(10), member.email, member.status = 'Pending', member.password_hash), 'UTF8'))`

/** Replaces the member's links for the same purpose. */
export async function replaceLink(tx: Tx, scope: Scope, link: NewLink): Promise<void> {
  await lockMember(tx, scope, link.memberUuid)
  await tx
    .deleteFrom('mailed_link')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', link.memberUuid)
    .where('purpose', '=', link.purpose)
    .execute()
  await tx
    .insertInto('mailed_link')
    .values((eb) => ({
      account_uuid: scope.accountUuid,
      uuid: link.uuid,
      member_uuid: link.memberUuid,
      purpose: link.purpose,
      hash: link.hash,
      expires_at: link.expiresAt,
      is_mailed: link.isMailed,
      login_digest: eb
        .selectFrom('member')
        .select(loginDigest.as('digest'))
        .where('account_uuid', '=', scope.accountUuid)
        .where('uuid', '=', link.memberUuid)
        .$asScalar(),
    }))
    .execute()
}

export const deleteLinks = (tx: Tx, scope: Scope, memberUuid: string) =>
  tx
    .deleteFrom('mailed_link')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

/** An unused, unexpired link created for the member's current login data. The link contains its account. */
const openLink = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('mailed_link')
    .innerJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'mailed_link.account_uuid')
        .onRef('member.uuid', '=', 'mailed_link.member_uuid'),
    )
    .select(['member_uuid as memberUuid', 'purpose', 'hash', 'is_mailed as isMailed'])
    .where('mailed_link.account_uuid', '=', scope.accountUuid)
    .where('mailed_link.uuid', '=', uuid)
    .where('login_digest', '=', loginDigest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())

/** Whether it was created and not replaced since. */
export const hasLink = async (db: Database, scope: Scope, uuid: string): Promise<boolean> =>
  (await db
    .selectFrom('mailed_link')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()) !== undefined

export const findLink = (db: Database, scope: Scope, uuid: string) =>
  openLink(db, scope, uuid).executeTakeFirst()

/** Requires the member's lock, so that of concurrent uses one succeeds. */
export const lockLink = (tx: Tx, scope: Scope, uuid: string) =>
  openLink(tx, scope, uuid).forUpdate('mailed_link').executeTakeFirst()

export const consumeLink = (tx: Database, scope: Scope, uuid: string) =>
  tx
    .updateTable('mailed_link')
    .set({ used_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Chosen in the profile, otherwise that of the browser; null if it was not seen yet, undefined if the member was removed. */
export const findLanguage = async (db: Database, { accountUuid }: Scope, memberUuid: string) =>
  (
    await db
      .selectFrom('member')
      .select((eb) => eb.fn.coalesce('language', 'browser_language').as('language'))
      .where('account_uuid', '=', accountUuid)
      .where('uuid', '=', memberUuid)
      .executeTakeFirst()
  )?.language

export async function findAccountName(db: Database, { accountUuid }: Scope): Promise<string> {
  const { name } = await db
    .selectFrom('account')
    .select('name')
    .where('uuid', '=', accountUuid)
    .executeTakeFirstOrThrow()
  return name
}
