import type { Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'

/** A person as a provider knows it. */
export interface ExternalKey {
  /** 'oidc https://…'; of an account's own, 'account <uuid> oidc https://…'. */
  provider: string
  subject: string
}

const memberColumns = [
  ...(['member.account_uuid as accountUuid', 'member.uuid as memberUuid'] as const),
  ...(['member.email', 'member.status', 'member.role', 'account.is_active as isAccountActive'] as const),
  'account.features',
] as const

const holders = (db: Database) =>
  db.selectFrom('member').innerJoin('account', 'account.uuid', 'member.account_uuid').select(memberColumns)

/** Who came by this provider before. */
export const findExternal = (db: Database, { provider, subject }: ExternalKey) =>
  holders(db)
    .innerJoin('external_login', (join) =>
      join
        .onRef('member.account_uuid', '=', 'external_login.account_uuid')
        .onRef('member.uuid', '=', 'external_login.member_uuid'),
    )
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Who has the address, whatever the status. */
export const findByEmail = (db: Database, email: string) =>
  holders(db)
    .innerJoin('login', (join) =>
      join
        .onRef('member.account_uuid', '=', 'login.account_uuid')
        .onRef('member.uuid', '=', 'login.member_uuid'),
    )
    .where('login.email', '=', email.toLowerCase())
    .executeTakeFirst()

export const insertExternal = (
  db: Tx,
  scope: Scope,
  { provider, subject, memberUuid }: ExternalKey & { memberUuid: string },
) =>
  db
    .insertInto('external_login')
    .values({ provider, subject, account_uuid: scope.accountUuid, member_uuid: memberUuid })
    .execute()

/** Those whom an account's provider let in are strangers to it again. */
export const deleteExternals = (db: Tx, scope: Scope, keysBegin: string) =>
  db
    .deleteFrom('external_login')
    .where('account_uuid', '=', scope.accountUuid)
    .where((eb) => eb(eb.fn('starts_with', ['provider', eb.val(keysBegin)]), '=', true))
    .execute()

/** What the provider gave a session; null when it came otherwise. */
export const findProviderTokens = async (
  db: Database,
  { accountUuid, uuid, hash }: { accountUuid: string; uuid: string; hash?: Uint8Array },
): Promise<Uint8Array | null> =>
  (
    await db
      .selectFrom('session')
      .select('provider_tokens')
      .where('account_uuid', '=', accountUuid)
      .where('uuid', '=', uuid)
      .$if(hash !== undefined, (query) => query.where('refresh_hash', '=', hash!))
      .executeTakeFirst()
  )?.provider_tokens ?? null

/** What the provider gave, if it is time to ask it again: of several who ask at once, one gets it. */
export async function claimProviderCheck(
  db: Database,
  { accountUuid, uuid, everyMs }: { accountUuid: string; uuid: string; everyMs: number },
): Promise<Uint8Array | null> {
  const row = await db
    .updateTable('session')
    .set({ provider_checked_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('provider_tokens', 'is not', null)
    .where('provider_checked_at', '<', new Date(Date.now() - everyMs))
    .returning('provider_tokens')
    .executeTakeFirst()
  return row?.provider_tokens ?? null
}

export const updateProviderTokens = (
  db: Database,
  { accountUuid, uuid, sealed }: { accountUuid: string; uuid: string; sealed: Uint8Array },
) =>
  db
    .updateTable('session')
    .set({ provider_tokens: sealed })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
