import { type Kysely, sql } from 'kysely'

/** How old the lists of known exploited vulnerabilities, exploit probabilities and end-of-life dates are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table advisory_list (
      id text primary key,
      source text not null,
      complete_at timestamptz not null
    )`.execute(db)
  await sql`
    insert into advisory_list (id, source, complete_at)
    select id, coalesce(source, ''), checked_at from advisory_feed
    where id in ('kev', 'epss', 'end-of-life') and checked_at is not null`.execute(db)
}
