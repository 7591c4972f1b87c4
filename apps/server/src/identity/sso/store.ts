import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** An identity at a provider. */
export interface ExternalKey {
  /** 'oidc https://…'; for an account's own provider, 'account <uuid> oidc https://…'. */
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

/** The member linked to this identity. */
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

/** All members with the address, in any account and status. */
export const listByEmail = (db: Database, email: string) =>
  holders(db).where('member.email', '=', email.toLowerCase()).execute()

export const findByEmail = (db: Database, email: string, accountUuid: string) =>
  holders(db)
    .where('member.account_uuid', '=', accountUuid)
    .where('member.email', '=', email.toLowerCase())
    .executeTakeFirst()

export const findByMember = (
  db: Database,
  { accountUuid, memberUuid }: { accountUuid: string; memberUuid: string },
) =>
  holders(db)
    .where('member.account_uuid', '=', accountUuid)
    .where('member.uuid', '=', memberUuid)
    .executeTakeFirst()

/** With the address that the provider asserted at this login; null if it asserted none as verified. */
export const saveExternal = (
  db: Tx,
  scope: Scope,
  login: ExternalKey & { memberUuid: string; assertedEmail: string | null },
) =>
  db
    .insertInto('external_login')
    .values({
      provider: login.provider,
      subject: login.subject,
      account_uuid: scope.accountUuid,
      member_uuid: login.memberUuid,
      asserted_email: login.assertedEmail,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'subject']).doUpdateSet({ asserted_email: login.assertedEmail }),
    )
    .execute()

/** The member's identities at the providers that the member has used. */
export const listExternals = (db: Database, scope: Scope, memberUuid: string): Promise<ExternalKey[]> =>
  db
    .selectFrom('external_login')
    .select(['provider', 'subject'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

/** Active members with an identity at the provider, in order of these, in any account. */
export const listActiveExternals = (db: Database, { provider, subject: after }: ExternalKey, limit: number) =>
  holders(db)
    .innerJoin('external_login', (join) =>
      join
        .onRef('member.account_uuid', '=', 'external_login.account_uuid')
        .onRef('member.uuid', '=', 'external_login.member_uuid'),
    )
    .select('subject')
    .where('provider', '=', provider)
    .where('subject', '>', after)
    .where('member.status', '=', 'Active')
    .orderBy('subject')
    .limit(limit)
    .execute()

/** Removes the member's identities at all providers. */
export const deleteExternalsOf = (db: Tx, scope: Scope, memberUuid: string) =>
  db
    .deleteFrom('external_login')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

/** Removes the identities of an account's provider. */
export const deleteExternals = (db: Tx, scope: Scope, keysBegin: string) =>
  db
    .deleteFrom('external_login')
    .where('account_uuid', '=', scope.accountUuid)
    .where((eb) => eb(eb.fn('starts_with', ['provider', eb.val(keysBegin)]), '=', true))
    .execute()
