import { type Kysely, sql } from 'kysely'

/**
 * Lets a content of scans say only how it differs from another one of its branch. Contents of versions before stay
 * whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of scan_content; null: it is whole. Otherwise, its lists are patches of that whole one's.
  await sql`alter table scan_content add column base_uuid uuid`.execute(db)
  // Values of some hundred bytes are compressed, too, and stay in the row.
  await sql`alter table scan_content set (toast_tuple_target = 128)`.execute(db)
  for (const column of lists)
    await sql`alter table scan_content alter column ${sql.ref(column)} set storage main`.execute(db)
  await createFunction(db)
  await replaceView(db)
}

const lists = ['documents', 'issues', 'excluded', 'gaps'] as const

/** Steps of a patch are new elements, which are objects, or the first and last place, from 1, of what is copied. */
const createFunction = (db: Kysely<unknown>) =>
  sql`
    create function patched_list(base jsonb, patch jsonb) returns jsonb
    language sql immutable parallel safe as $$
      select coalesce(jsonb_agg(coalesce(copied.element, part) order by step, place), '[]')
      from (select part, step, (part ->> 0)::integer as first, (part ->> 1)::integer as last
        from jsonb_array_elements(patch) with ordinality steps(part, step)) steps
      left join jsonb_array_elements(base) with ordinality copied(element, place) on place between first and last
    $$`.execute(db)

/** As before, but that lists of a content with a base are patched. */
async function replaceView(db: Kysely<unknown>): Promise<void> {
  const content = (column: string) => sql`(
    select ${sql.ref(column)} from scan_content content
    where content.account_uuid = stored.account_uuid and content.scan_uuid = stored.content_uuid)`
  const list = (column: string) => sql`(
    select case when base.scan_uuid is null then ${sql.ref(`content.${column}`)}
      else patched_list(${sql.ref(`base.${column}`)}, ${sql.ref(`content.${column}`)}) end
    from scan_content content
    left join scan_content base on base.account_uuid = content.account_uuid and base.scan_uuid = content.base_uuid
    where content.account_uuid = stored.account_uuid and content.scan_uuid = stored.content_uuid)`
  const shared = (column: string, part = list(column)) =>
    sql`coalesce(${part}, ${sql.ref(`stored.${column}`)}) as ${sql.ref(column)}`
  await sql`
    create or replace view scan as
    select account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
      stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version,
      outcome, declared_outcome, outcome_without_rules, component_count, languages,
      ${shared('files', content('files'))}, ${shared('documents')}, vulnerability_count, vulnerability_delta,
      identified_count, mitigation_count, identified_total, addressed_total, ${shared('issues')},
      ${shared('excluded')}, has_excluded, index_versions, advisory_data, libyears, unknown_releases,
      security_scoring, checked, checked_count, gap_counts, blocking_gaps, hiding_gaps,
      coalesce(stored.gaps, ${list('gaps')}, '[]') as gaps, security_measured, stability_measured,
      licensing_measured, covers_less, carried_security_score, content_uuid
    from scan_row stored`.execute(db)
}
