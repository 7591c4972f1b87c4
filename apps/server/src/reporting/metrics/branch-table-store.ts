import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { allowLongStatements, type Database } from '#platform/database/database.ts'
import type { Moment, Reading } from './branch-table.ts'
import type { BranchFacts } from './branch-facts.ts'

/** Columns of project and branch needed for filters, with texts normalized as in the statements. */
export const branchFacts = sql`
  branch.uuid as "branchUuid", project.uuid as "projectUUID", project.team_uuid as "teamUuid",
  array(select regexp_replace(tag, '\\s', '', 'g') from unnest(project.tags) tag) as "tagTexts",
  lower(regexp_replace(project.url, '\\s', '', 'g') || case when project.name = project.url then ''
    else E'\\n' || regexp_replace(project.name, '\\s', '', 'g') end) as "projectText",
  regexp_replace(branch.name, '\\s', '', 'g') as "branchText"`

/** A select of rows with branchFacts, of the branches in the scope; a condition on the table branch limits it. */
type RowsOf = (which: RawBuilder<unknown>) => RawBuilder<unknown>

/** Maximum branches of an account in memory. */
const maxBranches = 50_000

/**
 * All rows, or those of the branches that changed since, in one statement and thus consistent. null if the account
 * has too many branches.
 */
export async function readBranchRows<R extends BranchFacts>(
  db: Database,
  scope: Scope,
  { since, rowsOf }: { since: Moment | null; rowsOf: RowsOf },
): Promise<Reading<R> | null> {
  const reading = since && (await readChanged<R>(db, scope, { since, rowsOf }))
  if (reading && reading.revision === since.revision) return reading
  const all = sql<Reading<R>>`
    select revision, pg_current_snapshot()::text as snapshot, null as changed,
      (select coalesce(json_agg(r), '[]') from (${rowsOf(sql`true`)}) r) as rows
    from account_revision where account_uuid = ${scope.accountUuid} and ${maxBranches} >= (
      select count(*) from (
        select from branch where account_uuid = ${scope.accountUuid} limit ${maxBranches + 1}) branches)`
  // From a cold disk, the first read of a large account takes longer than any other statement may.
  const { rows } = await db.transaction().execute(async (tx) => {
    await allowLongStatements(tx)
    return all.execute(tx)
  })
  return rows[0] ?? null
}

/** Mostly, nothing has changed, which is known without planning the statement for the rows. */
async function readChanged<R>(
  db: Database,
  scope: Scope,
  { since, rowsOf }: { since: Moment; rowsOf: RowsOf },
): Promise<Reading<R>> {
  const changed = sql`
    with changed as materialized (
      select uuid from branch where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)}
      union
      select branch.uuid from branch
      where account_uuid = ${scope.accountUuid} and project_uuid = any(array(
        select uuid from project where account_uuid = ${scope.accountUuid} and ${isChangedSince(since)})))
    select revision, pg_current_snapshot()::text as snapshot, array(select uuid from changed) as changed`
  const of = sql`from account_revision where account_uuid = ${scope.accountUuid}`
  const { rows: known } = await sql<Reading<R>>`${changed}, '[]'::json as rows ${of}`.execute(db)
  const [reading] = known
  if (reading!.changed!.length === 0 || reading!.revision !== since.revision) return reading!
  const { rows } = await sql<Reading<R>>`${changed},
    (select coalesce(json_agg(r), '[]') from (${rowsOf(isChanged)}) r) as rows ${of}`.execute(db)
  return rows[0]!
}

const isChanged = sql`branch.uuid = any(array(select uuid from changed))`

/** Its transaction had not ended in that snapshot. In a restored database, IDs of the old one are ahead of all others. */
export const isChangedSince = ({ snapshot }: Pick<Moment, 'snapshot'>) => sql`
  changed_in >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
  and changed_in < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)`

/** PostgreSQL's lower(), which differs from JavaScript's for non-ASCII letters. */
export async function lowerText(db: Database, text: string): Promise<string> {
  if (/^\p{ASCII}*$/v.test(text)) return text.toLowerCase()
  const { rows } = await sql<{ lower: string }>`select lower(${text}::text)`.execute(db)
  return rows[0]!.lower
}
