import { type Kysely, sql } from 'kysely'

/**
 * Stores what scans of a branch repeat once. `scan` becomes a view that reads what a row does not have itself from
 * there. Rows of versions before keep their own: only new ones refer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan rename to scan_row`.execute(db)
  await sql`
    create table scan_content (
      account_uuid uuid not null,
      -- The scan that stored it. It may be removed before those that repeat it.
      scan_uuid uuid not null,
      branch_uuid uuid not null,
      files text[] not null,
      documents jsonb not null,
      issues jsonb not null,
      excluded jsonb not null,
      gaps jsonb not null,
      primary key (account_uuid, scan_uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
  await sql`create index scan_content_of_branch on scan_content (account_uuid, branch_uuid)`.execute(db)
  await sql`
    alter table scan_row
      -- Of scan_content; null: the row has it itself, and its rule results and image have its own uuid.
      add column content_uuid uuid,
      add column has_excluded boolean not null default false,
      alter column files set default '{}',
      -- Where it is set, a rescan found the same with other gaps.
      alter column gaps drop not null,
      alter column gaps drop default`.execute(db)
  await sql`update scan_row set has_excluded = true where excluded <> '[]'`.execute(db)
  await sql`drop index scan_with_excluded`.execute(db)
  await sql`
    create index scan_with_excluded on scan_row (account_uuid, branch_uuid, number) where has_excluded`.execute(
    db,
  )
  await createView(db)
}

/** Each content is looked up only where it is read; a join would be made for each row. */
async function createView(db: Kysely<unknown>): Promise<void> {
  const content = (column: string) => sql`(
    select ${sql.ref(column)} from scan_content content
    where content.account_uuid = stored.account_uuid and content.scan_uuid = stored.content_uuid)`
  const shared = (column: string) =>
    sql`coalesce(${content(column)}, ${sql.ref(`stored.${column}`)}) as ${sql.ref(column)}`
  await sql`
    create view scan as
    select account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
      stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version,
      outcome, declared_outcome, outcome_without_rules, component_count, languages, ${shared('files')},
      ${shared('documents')}, vulnerability_count, vulnerability_delta, identified_count, mitigation_count,
      identified_total, addressed_total, ${shared('issues')}, ${shared('excluded')}, has_excluded, index_versions,
      advisory_data, libyears, unknown_releases, security_scoring, checked, checked_count, gap_counts, blocking_gaps,
      hiding_gaps, coalesce(stored.gaps, ${content('gaps')}, '[]') as gaps, security_measured, stability_measured,
      licensing_measured, covers_less, carried_security_score, content_uuid
    from scan_row stored`.execute(db)
}
