import { type Kysely, sql } from 'kysely'

/** What clients of DefectDojo call a test: the reports of one scanner for a branch, which replace each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dojo_test (
      account_uuid uuid not null,
      -- Derived from the other columns.
      id bigint not null,
      branch_uuid uuid not null,
      title text not null,
      scan_type text not null,
      primary key (account_uuid, id),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
  await sql`create index dojo_test_of_branch on dojo_test (account_uuid, branch_uuid)`.execute(db)
}
