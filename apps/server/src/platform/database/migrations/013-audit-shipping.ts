import { type Kysely, sql } from 'kysely'

/** Where audit events are sent, besides the log of their account, and those that have not been sent yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_destination (
      name text primary key,
      -- Events that were dropped because too many waited, until the destination has been told.
      dropped bigint not null default 0
    )`.execute(db)
  await sql`
    create table audit_outgoing (
      destination text not null references audit_destination on delete cascade,
      id bigint generated always as identity,
      event jsonb not null,
      primary key (destination, id)
    )`.execute(db)
}
