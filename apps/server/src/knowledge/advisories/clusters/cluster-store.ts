import type { AdvisoryFacts } from '@assay/engine/advisories/advisory.ts'
import type { KnownCluster } from '@assay/engine/advisories/clusters.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'

/** The clusters that contain any of the ids or aliases. */
export async function findClusters(db: Database, aliases: string[]): Promise<Map<string, KnownCluster>> {
  const rows = await db
    .selectFrom('advisory_alias')
    .innerJoin('advisory', 'advisory.uuid', 'advisory_alias.advisory_uuid')
    .select(['alias', 'uuid', 'sequence'])
    .where('alias', '=', sql<string>`any(${aliases})`)
    .execute()
  return new Map(rows.map(({ alias, uuid, sequence }) => [alias, { uuid, sequence }]))
}

/** The subset of CVEs that an advisory is about. */
export async function listKnownCves(db: Database, cves: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ cve: string }>`
    select given.cve from unnest(${[...cves]}::text[]) given(cve)
    where exists (select from advisory_alias where alias = given.cve)
      or exists (select from advisory where cves @> array[given.cve] and joined_into is null)`.execute(db)
  return new Set(rows.map(({ cve }) => cve))
}

/** Resolves an advisory uuid, following merged clusters. undefined if unknown. */
export const findAdvisory = async (db: Database, uuid: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('advisory')
      .select((eb) => eb.fn.coalesce('joined_into', 'uuid').as('uuid'))
      .where('uuid', '=', uuid)
      .executeTakeFirst()
  )?.uuid

/** The subset of uuids that identify an advisory, directly or after a merge. */
export async function listKnownAdvisories(db: Database, uuids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('advisory')
    .select('uuid')
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ uuid }) => uuid))
}

/** With the facts of those that have any. Returns the ones that did not exist, not even merged into another. */
export async function insertClusters(
  tx: Tx,
  uuids: readonly string[],
  facts: readonly AdvisoryFacts[],
): Promise<Set<string>> {
  if (uuids.length === 0) return new Set()
  // A cluster that had been merged into another is one of its own again.
  const { rows } = await sql<{ uuid: string; isNew: boolean }>`
    insert into advisory (uuid, ${sql.join(factColumns)})
    select created.uuid, cve, coalesce(cves, '{}'), public_id, coalesce(severity, 'unknown'), cvss, published_at,
      coalesce(category, 'vulnerability'), coalesce(links_to_catalog, false)
    from unnest(${[...uuids]}::uuid[]) created(uuid) left join ${given(facts)} on given.uuid = created.uuid
    on conflict (uuid) do update set joined_into = null where advisory.joined_into is not null
    returning uuid, xmax = 0 as "isNew"`.execute(tx)
  return new Set(rows.filter(({ isNew }) => isNew).map(({ uuid }) => uuid))
}

/** Merges the younger cluster into the older one, including everything attached to it. */
export async function joinClusters(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update advisory set joined_into = ${to} where uuid = ${from} or joined_into = ${from}`.execute(tx)
  await sql`update advisory_alias set advisory_uuid = ${to} where advisory_uuid = ${from}`.execute(tx)
  await sql`update advisory_record set advisory_uuid = ${to} where advisory_uuid = ${from}`.execute(tx)
}

/** Returns the clusters that have an alias which was not theirs before. */
export async function saveAliases(tx: Tx, uuidByAlias: ReadonlyMap<string, string>): Promise<Set<string>> {
  const { rows } = await sql<{ uuid: string }>`
    insert into advisory_alias (alias, advisory_uuid)
    select * from unnest(${[...uuidByAlias.keys()]}::text[], ${[...uuidByAlias.values()]}::uuid[])
    on conflict (alias) do update set advisory_uuid = excluded.advisory_uuid
    where advisory_alias.advisory_uuid <> excluded.advisory_uuid
    returning advisory_uuid as uuid`.execute(tx)
  return new Set(rows.map(({ uuid }) => uuid))
}

/** Adds the ids in the EU's database of the vulnerabilities that are known by these CVEs. */
export async function saveEuvdAliases(tx: Tx, cves: readonly string[]): Promise<void> {
  await sql`
    insert into advisory_alias (alias, advisory_uuid)
    select euvd_id, advisory_uuid from advisory_signal join advisory_alias on alias = cve
    where cve = any(${[...cves]}::text[]) and euvd_id is not null
    order by euvd_id on conflict do nothing`.execute(tx)
}

export async function saveFacts(tx: Tx, facts: readonly AdvisoryFacts[]): Promise<void> {
  if (facts.length === 0) return
  const changes = factColumns.map((column) => sql`${column} = given.${column}`)
  await sql`
    update advisory set ${sql.join(changes)} from ${given(facts)} where advisory.uuid = given.uuid`.execute(
    tx,
  )
}

const factColumns = [
  'cve',
  'cves',
  'public_id',
  'severity',
  'cvss',
  'published_at',
  'category',
  'links_to_catalog',
].map((name) => sql.id(name))

function given(facts: readonly AdvisoryFacts[]) {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return sql`(
    select uuid, cve, string_to_array(cves, ' ') as cves, public_id, severity, cvss, published_at, category,
      links_to_catalog
    from unnest(
      ${facts.map(({ advisoryUuid }) => advisoryUuid)}::uuid[], ${facts.map(({ cve }) => cve)}::text[],
      ${facts.map(({ cves }) => cves.join(' '))}::text[], ${facts.map(({ publicId }) => publicId)}::text[],
      ${facts.map(({ severity }) => severity)}::text[], ${facts.map(({ cvss }) => cvss)}::real[],
      ${facts.map(({ publishedAt }) => time(publishedAt))}::timestamptz[],
      ${facts.map(({ category }) => category)}::text[], ${facts.map(({ knownExploited }) => knownExploited)}::boolean[]
    ) as listed(uuid, cve, cves, public_id, severity, cvss, published_at, category, links_to_catalog)) given`
}

export interface EcosystemFacts {
  ecosystem: string
  facts: AdvisoryFacts
}

/** Replaces the facts of clusters in each of several ecosystems. */
export async function saveEcosystemFacts(
  tx: Tx,
  clusters: readonly string[],
  all: readonly EcosystemFacts[],
): Promise<void> {
  if (clusters.length === 0) return
  await sql`delete from advisory_facts where advisory_uuid = any(${[...clusters]}::uuid[])`.execute(tx)
  await insertEcosystemFacts(tx, all)
}

/** Of clusters that have none. */
export async function insertEcosystemFacts(tx: Tx, all: readonly EcosystemFacts[]): Promise<void> {
  if (all.length === 0) return
  await sql`
    insert into advisory_facts (advisory_uuid, ecosystem, severity, cvss, category)
    select * from unnest(
      ${all.map(({ facts }) => facts.advisoryUuid)}::uuid[], ${all.map(({ ecosystem }) => ecosystem)}::text[],
      ${all.map(({ facts }) => facts.severity)}::text[], ${all.map(({ facts }) => facts.cvss)}::real[],
      ${all.map(({ facts }) => facts.category)}::text[])`.execute(tx)
}

/** The packages that the clusters' records affect. */
export async function packagesOfClusters(db: Database, advisoryUuids: readonly string[]) {
  if (advisoryUuids.length === 0) return []
  const { rows } = await sql<{ advisoryUuid: string; ecosystem: string; name: string }>`
    select distinct advisory_uuid as "advisoryUuid", ecosystem, package_name as name
    from advisory_package join advisory_record on id = record_id
    where advisory_uuid = any(${[...advisoryUuids]}::uuid[])`.execute(db)
  return rows
}
