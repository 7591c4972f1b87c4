import { type Kysely, sql } from 'kysely'

/** What another product says of branches that move here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When it first saw a vulnerability in a package; deleted when the branch's first scan has taken it over.
  await sql`
    create table first_seen (
      account_uuid uuid not null,
      branch_uuid uuid not null,
      ecosystem text not null,
      package_name text not null,
      -- In upper case: a CVE, a GHSA.
      vulnerability text not null,
      at timestamptz not null,
      primary key (account_uuid, branch_uuid, ecosystem, package_name, vulnerability),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
}
