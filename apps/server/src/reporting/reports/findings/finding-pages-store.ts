import type { AffectedVersion, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { Usage } from '@assay/engine/package-usage.ts'
import { fromWireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { type Keys, packKeys, PackedKeys, readByKeys } from '#platform/database/packed-keys.ts'
import { readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import type { VersionSpan } from '#scanning/scans/finding-store.ts'
import type { Position } from '#reporting/reports/components/component-pages-store.ts'

/** A finding with its versions at a scan. */
export interface FindingAt extends Omit<Selectable<Schema['finding']>, 'versions'> {
  /** If advisories were merged, the one that the finding's advisory was merged into. */
  advisoryUuid: string
  spans: VersionSpan[]
}

/** The findings open after a scan. */
export const openAt = (scope: Scope, { branchUuid, number }: Position) => sql`
  finding.account_uuid = ${scope.accountUuid} and finding.branch_uuid = ${branchUuid}
  and finding.introduced_number <= ${number}
  and (finding.ended_number is null or finding.ended_number > ${number})`

const isSpanAt = (number: number) => sql`(span.item ->> 'from')::int <= ${number}
  and coalesce((span.item ->> 'to')::int > ${number}, true)`

/** By package and advisory. */
export async function findingKeysAt(db: Database, scope: Scope, at: Position): Promise<PackedKeys> {
  const { rows } = await sql<{ keys: Uint8Array | null }>`
    select ${packKeys(sql`uuid_send(uuid)`, sql`display_name, advisory_uuid, uuid`)} as keys
    from finding where ${openAt(scope, at)}`.execute(db)
  return new PackedKeys(rows[0]!.keys, 16)
}

/** By severity, package and advisory. */
export async function findingKeysBySeverity(db: Database, scope: Scope, at: Position): Promise<PackedKeys> {
  const rank = sql`array_position(${wireSeverities.map(fromWireSeverity)}::text[], severity)`
  const { rows } = await sql<{ keys: Uint8Array | null }>`
    select ${packKeys(sql`uuid_send(uuid)`, sql`${rank}, display_name, advisory_uuid, uuid`)} as keys
    from finding where ${openAt(scope, at)}`.execute(db)
  return new PackedKeys(rows[0]!.keys, 16)
}

/** By uuid as text. With a limit, each is looked up; otherwise the planner may read the whole branch per page. */
export const findingOf = (scope: Scope, uuid: RawBuilder<unknown>) => sql`
  (select * from finding where account_uuid = ${scope.accountUuid} and uuid = (${uuid})::uuid limit 1)`

type FindingRow = Selectable<Schema['finding']> & { joinedInto: string | null }

export async function* findingPages(
  db: Database,
  scope: Scope,
  { keys, number }: { keys: Keys; number: number },
): AsyncGenerator<FindingAt[]> {
  const pages = readByKeys<FindingRow>(db, {
    keys,
    query: (keyRows) => sql`
      select wanted.position, finding.*, advisory.joined_into as "joinedInto"
      from ${keyRows} wanted cross join lateral ${findingOf(scope, sql`wanted.key`)} finding
      left join advisory on advisory.uuid = finding.advisory_uuid`,
  })
  for await (const rows of pages) yield rows.map((row) => findingAt(row, number))
}

const findingAt = ({ versions, joinedInto, ...row }: FindingRow, number: number): FindingAt => ({
  ...row,
  advisoryUuid: joinedInto ?? row.advisory_uuid,
  spans: spansAt(versions as VersionSpan[], number),
})

export const spansAt = (spans: VersionSpan[], number: number): VersionSpan[] =>
  spans.filter(({ from, to }) => from <= number && (to === null || to > number))

/** Excluded results from a position on, from 0, and the number of all. */
export async function readExcluded(
  db: Database,
  scope: Scope,
  { uuid, from, limit }: { uuid: string; from: number; limit: number },
): Promise<{ found: FoundFinding[]; count: number }> {
  const { rows } = await sql<{ count: number; found: FoundFinding[] }>`
    select jsonb_array_length(excluded) as count,
      array(select item from jsonb_array_elements(excluded) with ordinality list(item, position)
        where position > ${from} order by position limit ${limit}) as found
    from scan where account_uuid = ${scope.accountUuid} and uuid = ${uuid}`.execute(db)
  return rows[0] ?? { found: [], count: 0 }
}

interface ExcludedRow {
  found: FoundFinding
  position: number
}

/** Excluded results as stored with the scan. */
export async function* excludedPages(
  db: Database,
  scope: Scope,
  scanUuid: string,
): AsyncGenerator<FoundFinding[]> {
  const pages = readPages((after: ExcludedRow | undefined) =>
    readPage<ExcludedRow>(db, {
      query: sql<ExcludedRow>`
        (select found, position
         from scan cross join jsonb_array_elements(excluded) with ordinality excluded(found, position)
         where account_uuid = ${scope.accountUuid} and uuid = ${scanUuid} and position > ${after?.position ?? 0}
         order by position limit ${excludedAtOnce})`,
      order: sql`position`,
      limit: excludedAtOnce,
    }),
  )
  for await (const rows of pages) yield rows.map(({ found }) => found)
}

/** Each page decompresses the whole value, so pages are larger. */
const excludedAtOnce = 1000

/** A package version affected by an advisory at a scan. */
export interface AffectedAt extends Pick<
  FoundFinding,
  | 'advisoryUuid'
  | 'ecosystem'
  | 'cve'
  | 'cves'
  | 'publicId'
  | 'severity'
  | 'cvss'
  | 'category'
  | 'fixedVersions'
> {
  name: string
  span: AffectedVersion
  usage: Usage | null
  /** Epoch ms; null if it was excluded from the start. */
  introducedAt: number | null
  /** null if it counts. */
  excluded: Pick<FoundFinding, 'exclusionUuid' | 'versions' | 'rating' | 'ecosystem'> | null
}

/** The finding's uuid, if any, then the positions of the excluded finding and the version in their lists. */
const affectedKeyWidth = 24
const noUuid = sql`'00000000-0000-0000-0000-000000000000'::uuid`

interface ScanPosition extends Position {
  uuid: string
}

/** Counted and excluded findings together, by package and version, per ecosystem. */
export async function affectedKeysAt(
  db: Database,
  scope: Scope,
  scan: ScanPosition,
): Promise<Map<FoundFinding['ecosystem'], PackedKeys>> {
  const { rows } = await sql<{ ecosystem: FoundFinding['ecosystem']; keys: Uint8Array }>`
    with affected as (
      select ecosystem, display_name as name, span.item ->> 'version' as version, 0 as kind,
        advisory_uuid::text as advisory, uuid_send(uuid) || int4send(0) || int4send(place::int) as key
      from finding cross join jsonb_array_elements(versions) with ordinality span(item, place)
      where ${openAt(scope, scan)} and ${isSpanAt(scan.number)}
      union all
      select found ->> 'ecosystem', found ->> 'displayName', version ->> 'version', 1, found ->> 'advisoryUuid',
        uuid_send(${noUuid}) || int4send(position::int) || int4send(place::int)
      from scan cross join jsonb_array_elements(excluded) with ordinality excluded(found, position)
      cross join jsonb_array_elements(found -> 'versions') with ordinality versions(version, place)
      where account_uuid = ${scope.accountUuid} and uuid = ${scan.uuid})
    select ecosystem,
      ${packKeys(sql`key`, sql`name collate "C", version collate "C", kind, advisory, key`)} as keys
    from affected group by ecosystem`.execute(db)
  return new Map(rows.map(({ ecosystem, keys }) => [ecosystem, new PackedKeys(keys, affectedKeyWidth)]))
}

/** Advisory texts can have hundreds of kilobytes, so they are read per page. */
const affectedAtOnce = 100

export async function* affectedPages(
  db: Database,
  scope: Scope,
  { keys, scanUuid }: { keys: PackedKeys; scanUuid: string },
): AsyncGenerator<AffectedAt[]> {
  const number = (start: number) => sql`('x' || substr(wanted.key, ${sql.lit(start)}, 8))::bit(32)::int`
  const pages = readByKeys<{ item: AffectedAt }>(db, {
    keys,
    limit: affectedAtOnce,
    query: (keyRows) => sql`
      select wanted.position, case when finding.uuid is not null then json_build_object(
          'advisoryUuid', coalesce(advisory.joined_into, finding.advisory_uuid), 'ecosystem', finding.ecosystem,
          'cve', finding.cve, 'cves', finding.cves, 'publicId', finding.public_id, 'severity', finding.severity, 'cvss', finding.cvss,
          'category', finding.category,
          'fixedVersions', finding.fixed_versions, 'name', finding.display_name,
          'span', finding.versions -> (${number(41)} - 1), 'usage', finding.usage,
          'introducedAt', floor(extract(epoch from finding.introduced_at) * 1000), 'excluded', null)
        else json_build_object(
          'advisoryUuid', found -> 'advisoryUuid', 'ecosystem', found -> 'ecosystem', 'cve', found -> 'cve',
          'cves', found -> 'cves', 'publicId', found -> 'publicId',
          'severity', found -> 'severity', 'cvss', found -> 'cvss', 'category', found -> 'category',
          'fixedVersions', found -> 'fixedVersions',
          'name', found -> 'displayName', 'span', found -> 'versions' -> (${number(41)} - 1), 'usage', found -> 'usage', 'introducedAt', null,
          'excluded', json_build_object('exclusionUuid', found -> 'exclusionUuid',
            'rating', found -> 'rating', 'ecosystem', found -> 'ecosystem',
            'versions', json_build_array(found -> 'versions' -> 0))) end as item
      from ${keyRows} wanted
      left join lateral ${findingOf(scope, sql`substr(wanted.key, 1, 32)`)} finding on true
      left join advisory on advisory.uuid = finding.advisory_uuid
      left join (
        select found, excluded.position
        from scan cross join jsonb_array_elements(excluded) with ordinality excluded(found, position)
        where account_uuid = ${scope.accountUuid} and uuid = ${scanUuid}) listed
        on finding.uuid is null and listed.position = ${number(33)}
      where finding.uuid is not null or found is not null`,
  })
  for await (const rows of pages) yield rows.map(({ item }) => item)
}
