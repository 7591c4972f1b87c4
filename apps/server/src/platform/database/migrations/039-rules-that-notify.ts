import { type Kysely, sql } from 'kysely'

/** Who hears of new hits of a rule, {memberUuids, channelUuids}, and what a repository may say of the account's policy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table policy add column notify jsonb`.execute(db)
  await sql`alter table account add column repository_may_loosen boolean not null default false`.execute(db)
}
