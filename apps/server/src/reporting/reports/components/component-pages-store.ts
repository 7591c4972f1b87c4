import type { Usage } from '@assay/engine/package-usage.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { SbomFields } from '#scanning/scans/component-store.ts'
import { packKeys, PackedKeys, readByKeys } from '#platform/database/packed-keys.ts'

/** Stored data of a branch's scan; immutable. */
export interface Position {
  branchUuid: string
  number: number
}

export interface StoredComponent {
  ecosystem: string | null
  name: string
  version: string
  purl: string | null
  scope: string
  is_direct: boolean | null
  locations: string[]
  licenses: string[]
  /** null: declared in the documents, or no licenses. */
  license_source: 'registry' | 'override' | null
  license_registry: string | null
  /** Epoch ms. */
  licensed_at: number | null
  violations: { policy: string; license: string }[]
  license_warning: 'unrecognized' | null
  /** The source package of a distribution's package; null if it is the same or unknown. */
  source_name: string | null
  source_version: string | null
  latest_patch: string | null
  latest_minor: string | null
  latest_major: string | null
  has_known_releases: boolean
  libyears: number | null
  stability: string[]
  /** Of an SBOM; null for other documents. */
  found: Omit<SbomFields, 'hashes' | 'references'> | null
}

/** Rows of the branch as of a scan. */
export const isIncludedAt = (scope: Scope, { branchUuid, number }: Position) => sql`
  account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}
  and introduced_number <= ${number} and (ended_number is null or ended_number > ${number})`

/** The 16-byte digest, and the first scan number. */
const key = sql`digest || int4send(introduced_number)`
const keyWidth = 20

/** By name and version. */
export async function componentKeysAt(db: Database, scope: Scope, at: Position): Promise<PackedKeys> {
  const { rows } = await sql<{ keys: Uint8Array | null }>`
    select ${packKeys(key, sql`name, version, digest`)} as keys
    from component_of_branch component where ${isIncludedAt(scope, at)}`.execute(db)
  return new PackedKeys(rows[0]!.keys, keyWidth)
}

/**
 * Of some components, each 'name@version', and of those that require them, up to the project, in all versions of each:
 * rows name the version of a requirer in a later scan. Hashes are compared faster.
 */
export async function componentKeysAbove(
  db: Database,
  scope: Scope,
  { of, ...at }: Position & { of: readonly string[] },
): Promise<PackedKeys> {
  const { rows } = await sql<{ keys: Uint8Array | null }>`
    with recursive component_at as materialized (
      select hashtextextended(name, 0) as name_id, required_by, digest, introduced_number
      from component_of_branch component where ${isIncludedAt(scope, at)}),
    above(name_id) as (
      select hashtextextended(substring(unnest(${of}::text[]) from '^(.+)@'), 0)
      union
      select hashtextextended(substring(requirer from '^(.+)@'), 0)
      from (select distinct required_by from above join component_at using (name_id)) reached
      cross join unnest(required_by) requirer)
    select ${packKeys(key, sql`digest, introduced_number`)} as keys
    from above join component_at using (name_id)`.execute(db)
  return new PackedKeys(rows[0]!.keys, keyWidth)
}

/** Per ecosystem; all components, or those with a newer version or a warning. */
export async function componentKeysByEcosystem(
  db: Database,
  scope: Scope,
  { isUnstable = false, ...at }: Position & { isUnstable?: boolean },
): Promise<Map<string | null, PackedKeys>> {
  const isWanted = isUnstable
    ? sql`(coalesce(latest_patch, latest_minor, latest_major) is not null or stability <> '{}')`
    : sql`true`
  const { rows } = await sql<{ ecosystem: string | null; keys: Uint8Array }>`
    select ecosystem, ${packKeys(key, sql`name, version, digest`)} as keys
    from component_of_branch component where ${isIncludedAt(scope, at)} and ${isWanted}
    group by ecosystem`.execute(db)
  return new Map(rows.map(({ ecosystem, keys }) => [ecosystem, new PackedKeys(keys, keyWidth)]))
}

interface KeyedComponents {
  branchUuid: string
  keys: PackedKeys
}

/** One value per row; arrays of columns would be much slower. */
async function* itemPages<Item>(
  db: Database,
  scope: Scope,
  { branchUuid, keys, item }: KeyedComponents & { item: RawBuilder<unknown> },
): AsyncGenerator<Item[]> {
  const pages = readByKeys<{ item: Item }>(db, {
    keys,
    // Much faster than the row's text form, in which JSON is quoted.
    bytes: sql`octet_length(item::text)`,
    query: (keyRows) => sql`
      select wanted.position, ${item} as item
      from ${keyRows} wanted cross join lateral (
        select * from component where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}
          and digest = decode(substr(wanted.key, 1, 32), 'hex')
          and introduced_number = ('x' || substr(wanted.key, 33))::bit(32)::int
        -- Otherwise the planner, without statistics of a new branch, may read all of it for each page.
        limit 1) component`,
  })
  for await (const rows of pages) yield rows.map((row) => row.item)
}

export const componentPages = (db: Database, scope: Scope, of: KeyedComponents) =>
  itemPages<StoredComponent>(db, scope, {
    ...of,
    item: sql`json_build_object('ecosystem', ecosystem, 'name', name, 'version', version, 'purl', purl,
      'scope', scope, 'is_direct', is_direct, 'locations', locations, 'licenses', licenses,
      'license_source', license_source, 'license_registry', license_registry,
      'licensed_at', floor(extract(epoch from licensed_at) * 1000)::bigint,
      'violations', violations, 'latest_patch', latest_patch, 'latest_minor', latest_minor,
      'latest_major', latest_major, 'has_known_releases', has_known_releases, 'libyears', libyears, 'stability', stability,
      'license_warning', license_warning, 'source_name', source_name, 'source_version', source_version,
      'found', sbom_fields - 'hashes' - 'references')`,
  })

/** Components for an export. */
export interface ExportedComponent extends Pick<
  StoredComponent,
  'ecosystem' | 'name' | 'version' | 'purl' | 'scope' | 'licenses' | 'locations'
> {
  /** As advisories name it. */
  package_name: string | null
  copyright: string | null
  sbom_fields: SbomFields | null
}

export const exportedPages = (db: Database, scope: Scope, of: KeyedComponents) =>
  itemPages<ExportedComponent>(db, scope, {
    ...of,
    item: sql`json_build_object('ecosystem', ecosystem, 'name', name, 'version', version, 'purl', purl,
      'scope', scope, 'licenses', licenses, 'locations', locations, 'copyright', copyright,
      'package_name', package_name, 'sbom_fields', sbom_fields)`,
  })

/** What the sources say of vulnerable packages, by 'ecosystem name'. Of several findings of one, that which says most. */
export async function usageAt(
  db: Database,
  { accountUuid }: Scope,
  { branchUuid, number }: Position,
): Promise<Map<string, Usage>> {
  const { rows } = await sql<{ key: string; usage: Usage }>`
    select distinct on (ecosystem, package_name) ecosystem || ' ' || package_name as key, usage from finding
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and usage is not null
      and introduced_number <= ${number} and (ended_number is null or ended_number > ${number})
    order by ecosystem, package_name, array_position(array['used', 'unknown', 'not-seen'], usage ->> 'state')`.execute(
    db,
  )
  return new Map(rows.map(({ key, usage }) => [key, usage]))
}

/** Which components require one. */
export interface EdgeRow extends Pick<StoredComponent, 'name' | 'version' | 'is_direct'> {
  /** Each 'name@version', of a later scan if there is one version of it. */
  required_by: string[]
}

export interface GraphRow extends EdgeRow, Pick<StoredComponent, 'purl' | 'ecosystem'> {}

/** All dependency edges at once, for graphs that are kept in memory: a row for each would take several times as long. */
export async function listEdges(db: Database, scope: Scope, at: Position): Promise<EdgeRow[]> {
  const { rows } = await sql<{ edges: EdgeRow[] }>`
    select json_agg(json_build_object('name', name, 'version', version, 'is_direct', is_direct,
      'required_by', required_by)) as edges
    from (
      select name, version, is_direct, required_by, (row_number() over (order by digest, introduced_number) - 1) / 1000 as part
      from component_of_branch component where ${isIncludedAt(scope, at)}) listed
    group by part order by part`.execute(db)
  return rows.flatMap(({ edges }) => edges)
}

/** The dependency edges with what else exports say. */
export const graphPages = (db: Database, scope: Scope, of: KeyedComponents) =>
  itemPages<GraphRow>(db, scope, {
    ...of,
    item: sql`json_build_object('name', name, 'version', version, 'is_direct', is_direct,
      'required_by', required_by, 'purl', purl, 'ecosystem', ecosystem)`,
  })

/** The component fields of a license inventory. */
export interface LicensedRow extends Pick<
  StoredComponent,
  'ecosystem' | 'name' | 'version' | 'purl' | 'licenses' | 'violations'
> {
  /** As declared in an inventory. */
  copyright: string | null
}

export const licensedPages = (db: Database, scope: Scope, of: KeyedComponents) =>
  itemPages<LicensedRow>(db, scope, {
    ...of,
    item: sql`json_build_object('ecosystem', ecosystem, 'name', name, 'version', version, 'purl', purl,
      'licenses', licenses, 'violations', violations, 'copyright', copyright)`,
  })
