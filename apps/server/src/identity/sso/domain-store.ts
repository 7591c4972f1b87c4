import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

export const listVerifiedDomains = async (db: Database, scope: Scope): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('verified_domain')
        .select('domain')
        .where('account_uuid', '=', scope.accountUuid)
        .execute()
    ).map(({ domain }) => domain),
  )

/** Assigns the domain to this account only: the current DNS record supersedes earlier ones. */
export const assignVerifiedDomain = (db: Database, scope: Scope, domain: string) => {
  const values = { account_uuid: scope.accountUuid, verified_at: new Date() }
  return db
    .insertInto('verified_domain')
    .values({ domain, ...values })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(values))
    .execute()
}

export const findAccountOfDomain = async (db: Database, domain: string): Promise<string | null> =>
  (
    await db
      .selectFrom('verified_domain')
      .select('account_uuid')
      .where('domain', '=', domain)
      .executeTakeFirst()
  )?.account_uuid ?? null

export interface AccountOfDomain {
  accountUuid: string
  /** The property that names the domain. */
  value: unknown
  features: string[]
  isVerified: boolean
}

/**
 * Accounts whose property names the domain and that have verified it by DNS record or by the operator. For the
 * installation's provider, it is sufficient that the administrator who named the domain logged in from there with an
 * address of it: such a provider would not assert it for others. Only the address asserted at the login counts, as
 * administrators can change the addresses and roles of members.
 */
export const listAutoJoinAccounts = (
  db: Database,
  { domain, provider }: { domain: string; provider: string | null },
): Promise<AccountOfDomain[]> =>
  db
    .selectFrom('property')
    .innerJoin('account', 'account.uuid', 'property.account_uuid')
    .leftJoin('verified_domain', (join) =>
      join
        .onRef('verified_domain.account_uuid', '=', 'property.account_uuid')
        .on('verified_domain.domain', '=', domain),
    )
    .select(['property.account_uuid as accountUuid', 'value', 'account.features'])
    .select(sql<boolean>`verified_domain.domain is not null`.as('isVerified'))
    .where('property.name', '=', 'autogroupings')
    .whereRef('property.owner_uuid', '=', 'property.account_uuid')
    .where('account.is_active', '=', true)
    .where(sql<boolean>`property.value -> 'domains' ? ${domain}`)
    .where((eb) =>
      eb.or([
        eb('verified_domain.domain', 'is not', null),
        eb('account.is_operator', '=', true),
        eb.exists(
          eb
            .selectFrom('external_login')
            .innerJoin('member', (join) =>
              join
                .onRef('member.account_uuid', '=', 'external_login.account_uuid')
                .onRef('member.uuid', '=', 'external_login.member_uuid'),
            )
            .select('member.uuid')
            .whereRef('external_login.account_uuid', '=', 'property.account_uuid')
            .whereRef('external_login.member_uuid', '=', 'property.set_by')
            .where('provider', '=', provider)
            .where('member.role', '=', 'Administrator')
            .where('member.status', '=', 'Active')
            .where(sql<boolean>`split_part(external_login.asserted_email, '@', 2) = ${domain}`),
        ),
      ]),
    )
    .execute()
