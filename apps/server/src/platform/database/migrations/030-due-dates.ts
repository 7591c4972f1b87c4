import { type Kysely, sql } from 'kysely'

/** Numbers that are kept in memory learn of due dates that members set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table finding_triage add column changed_in xid8 not null default pg_current_xact_id()`.execute(
    db,
  )
  await sql`create index finding_triage_changed on finding_triage (account_uuid, changed_in)`.execute(db)
  await sql`create index finding_triage_due on finding_triage (account_uuid, project_uuid) where due_on is not null`.execute(
    db,
  )
}
