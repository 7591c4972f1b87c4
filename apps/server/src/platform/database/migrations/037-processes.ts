import { type Kysely, sql } from 'kysely'

/** The running processes of the installation, and the size of the database by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_process (
      uuid uuid primary key,
      host text not null,
      version text not null,
      roles text[] not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table database_size (
      day date primary key,
      bytes bigint not null
    )`.execute(db)
}
