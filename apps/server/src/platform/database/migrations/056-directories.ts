import { type Kysely, sql } from 'kysely'

/** An account's provider can be an LDAP directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_on_provider
      drop constraint sign_on_provider_type_check,
      add check (type in ('oidc', 'saml', 'ldap'))`.execute(db)
}
