import type { ComparisonList } from '@assay/contract/scans.ts'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { packKeys, PackedKeys, readByKeys } from '#platform/database/packed-keys.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import type { VersionSpan } from '#scanning/scans/finding-store.ts'
import type { Position } from '#reporting/reports/components/component-pages-store.ts'
import { findingOf, openAt, spansAt } from '#reporting/reports/findings/finding-pages-store.ts'

export interface Compared {
  from: Position
  to: Position
}

/** The findings per list: their uuids in both scans. */
export type ComparedKeys = Record<ComparisonList, PackedKeys>

const noUuid = '00000000-0000-0000-0000-000000000000'

/** By package and advisory: a finding that was closed and reopened counts as the same in a comparison. */
const sortedFindings = (scope: Scope, { from, to }: Compared) => {
  const isOneBranch = from.branchUuid === to.branchUuid
  const findings = (at: Position) => sql`
    select distinct on (ecosystem, package_name, advisory)
      finding.uuid, ecosystem, package_name, display_name, advisory_uuid, end_kind, advisory
    from finding left join advisory joined on joined.uuid = finding.advisory_uuid
    cross join lateral (select coalesce(joined.joined_into, finding.advisory_uuid) as advisory) named
    where ${openAt(scope, at)}
    order by ecosystem, package_name, advisory, display_name desc, advisory_uuid desc, uuid desc`
  return sql`
    with older as (${findings(from)}), newer as (${findings(to)}),
    sorted as (
      select case
          when older.uuid is null then 'introduced'
          when newer.uuid is not null then 'unchanged'
          -- On a different branch, nothing ended: it is just absent.
          when ${isOneBranch} and older.end_kind in ('upgraded', 'removed') or not ${isOneBranch} then 'fixed'
          else 'dropped' end as list,
        ecosystem, package_name,
        uuid_send(coalesce(older.uuid, ${noUuid})) || uuid_send(coalesce(newer.uuid, ${noUuid})) as key,
        coalesce(newer.display_name, older.display_name) as name,
        coalesce(newer.advisory_uuid, older.advisory_uuid) as advisory
      from older full join newer using (ecosystem, package_name, advisory))`
}

export async function comparedKeys(db: Database, scope: Scope, compared: Compared): Promise<ComparedKeys> {
  const { rows } = await sql<{ list: ComparisonList; keys: Uint8Array }>`
    ${sortedFindings(scope, compared)}
    select list, ${packKeys(sql`key`, sql`name, advisory, key`)} as keys from sorted group by list`.execute(
    db,
  )
  const keysOf = new Map(rows.map(({ list, keys }) => [list, keys]))
  const packed = (list: ComparisonList) => new PackedKeys(keysOf.get(list) ?? null, 32)
  return {
    introduced: packed('introduced'),
    fixed: packed('fixed'),
    dropped: packed('dropped'),
    unchanged: packed('unchanged'),
  }
}

export interface ChangedCount {
  ecosystem: string
  packageName: string
  introduced: number
  fixed: number
}

/** By package: how many of its findings only one of the scans has. */
export async function countChanged(db: Database, scope: Scope, compared: Compared): Promise<ChangedCount[]> {
  const { rows } = await sql<ChangedCount>`
    ${sortedFindings(scope, compared)}
    select ecosystem, package_name as "packageName", count(*) filter (where list = 'introduced')::int as introduced,
      count(*) filter (where list = 'fixed')::int as fixed
    from sorted where list in ('introduced', 'fixed') group by ecosystem, package_name`.execute(db)
  return rows
}

type FindingRow = Selectable<Schema['finding']>

/** The finding at the newer scan, otherwise at the older one, with its versions in both. */
export interface ComparedAt extends FindingRow {
  advisoryUuid: string
  before: string[]
  after: string[]
}

export async function* comparedPages(
  db: Database,
  scope: Scope,
  { keys, from, to }: { keys: PackedKeys; from: number; to: number },
): AsyncGenerator<ComparedAt[]> {
  type Row = FindingRow & {
    joinedInto: string | null
    older: VersionSpan[] | null
    newer: VersionSpan[] | null
  }
  const pages = readByKeys<Row>(db, {
    keys,
    query: (keyRows) => sql`
      select wanted.position, finding.*, advisory.joined_into as "joinedInto", older.versions as older,
        newer.versions as newer
      from ${keyRows} wanted
      left join lateral ${findingOf(scope, sql`substr(wanted.key, 1, 32)`)} older on true
      left join lateral ${findingOf(scope, sql`substr(wanted.key, 33)`)} newer on true
      cross join lateral ${findingOf(scope, sql`coalesce(newer.uuid, older.uuid)::text`)} finding
      left join advisory on advisory.uuid = finding.advisory_uuid`,
  })
  const versionsAt = (spans: VersionSpan[] | null, number: number) =>
    spansAt(spans ?? [], number).map(({ version }) => version)
  for await (const rows of pages)
    yield rows.map(({ joinedInto, older, newer, ...row }) => ({
      ...row,
      advisoryUuid: joinedInto ?? row.advisory_uuid,
      before: versionsAt(older, from),
      after: versionsAt(newer, to),
    }))
}
