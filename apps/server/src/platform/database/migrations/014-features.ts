import { sql, type Kysely } from 'kysely'

/** Single sign-on and SCIM worked in every account before features were introduced, so they stay on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update account set features = array(select distinct name from unnest(features || '{sso,scim}') as name)`.execute(
    db,
  )
}
