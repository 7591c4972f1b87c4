import type {
  AdvisoryFacts,
  AffectedPackage,
  IndexEntry,
  Severity,
} from '@assay/engine/advisories/advisory.ts'
import type { KnownCluster } from '@assay/engine/advisories/clusters.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database, Tx } from '../database/database.ts'

// ---- Records and clusters

export interface StoredRecord {
  id: string
  advisoryUuid: string
  source: string
  digest: Uint8Array
  modifiedAt: number | null
  withdrawnAt: number | null
  text: string
}

/** Hex digests of those of the records that are stored. */
export async function listDigests(db: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('advisory_record')
    .select(['id', 'digest'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, digest }) => [id, Buffer.from(digest).toString('hex')]))
}

/** What an advisory's records say, as one text that changes when they do, by the advisory's uuid. */
export async function listRecordStates(db: Database, advisoryUuids: string[]): Promise<Map<string, string>> {
  if (advisoryUuids.length === 0) return new Map()
  const { rows } = await sql<{ uuid: string; state: string }>`
    select advisory_uuid as uuid, string_agg(encode(digest, 'hex'), ' ' order by id) as state
    from advisory_record where advisory_uuid = any(${advisoryUuids}::uuid[]) group by advisory_uuid`.execute(
    db,
  )
  return new Map(rows.map(({ uuid, state }) => [uuid, state]))
}

/** The clusters that any of the ids and aliases belongs to. */
export async function findClusters(db: Database, aliases: string[]): Promise<Map<string, KnownCluster>> {
  const rows = await db
    .selectFrom('advisory_alias')
    .innerJoin('advisory', 'advisory.uuid', 'advisory_alias.advisory_uuid')
    .select(['alias', 'uuid', 'sequence'])
    .where('alias', '=', sql<string>`any(${aliases})`)
    .execute()
  return new Map(rows.map(({ alias, uuid, sequence }) => [alias, { uuid, sequence }]))
}

export async function insertClusters(tx: Tx, uuids: string[]): Promise<void> {
  if (uuids.length === 0) return
  await sql`
    insert into advisory (uuid) select * from unnest(${uuids}::uuid[]) on conflict do nothing`.execute(tx)
}

/** From now on the younger cluster leads to the older one, with all that was the younger's. */
export async function joinClusters(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update advisory set joined_into = ${to} where uuid = ${from} or joined_into = ${from}`.execute(tx)
  await sql`update advisory_alias set advisory_uuid = ${to} where advisory_uuid = ${from}`.execute(tx)
  await sql`update advisory_record set advisory_uuid = ${to} where advisory_uuid = ${from}`.execute(tx)
}

export async function saveAliases(tx: Tx, uuidByAlias: ReadonlyMap<string, string>): Promise<void> {
  await sql`
    insert into advisory_alias (alias, advisory_uuid)
    select * from unnest(${[...uuidByAlias.keys()]}::text[], ${[...uuidByAlias.values()]}::uuid[])
    on conflict (alias) do update set advisory_uuid = excluded.advisory_uuid
    where advisory_alias.advisory_uuid <> excluded.advisory_uuid`.execute(tx)
}

export async function saveRecords(tx: Tx, records: StoredRecord[]): Promise<void> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  await sql`
    insert into advisory_record (id, advisory_uuid, source, digest, modified_at, withdrawn_at, document)
    select * from unnest(
      ${records.map(({ id }) => id)}::text[], ${records.map((record) => record.advisoryUuid)}::uuid[],
      ${records.map(({ source }) => source)}::text[], ${records.map(({ digest }) => digest)}::bytea[],
      ${records.map(({ modifiedAt }) => time(modifiedAt))}::timestamptz[],
      ${records.map(({ withdrawnAt }) => time(withdrawnAt))}::timestamptz[],
      ${records.map(({ text }) => zstdCompressSync(text))}::bytea[])
    on conflict (id) do update set advisory_uuid = excluded.advisory_uuid, source = excluded.source,
      digest = excluded.digest, modified_at = excluded.modified_at, withdrawn_at = excluded.withdrawn_at,
      document = excluded.document, synced_at = now()`.execute(tx)
}

/** The documents of the clusters' records, as they came. */
export async function listDocuments(db: Database, advisoryUuids: string[]) {
  const rows = await db
    .selectFrom('advisory_record')
    .select(['id', 'advisory_uuid', 'document'])
    .where('advisory_uuid', '=', sql<string>`any(${advisoryUuids}::uuid[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, advisory_uuid, document }) => ({
    ...{ id, advisoryUuid: advisory_uuid },
    text: zstdDecompressSync(document).toString(),
  }))
}

export async function saveFacts(tx: Tx, facts: AdvisoryFacts[]): Promise<void> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  await sql`
    update advisory set cve = given.cve, severity = given.severity, cvss = given.cvss,
      published_at = given.published_at, category = given.category
    from unnest(
      ${facts.map(({ advisoryUuid }) => advisoryUuid)}::uuid[], ${facts.map(({ cve }) => cve)}::text[],
      ${facts.map(({ severity }) => severity)}::text[], ${facts.map(({ cvss }) => cvss)}::real[],
      ${facts.map(({ publishedAt }) => time(publishedAt))}::timestamptz[],
      ${facts.map(({ category }) => category)}::text[]
    ) as given(uuid, cve, severity, cvss, published_at, category)
    where advisory.uuid = given.uuid`.execute(tx)
}

// ---- Packages and indexes

export interface PackageRow {
  recordId: string
  position: number
  packageName: string
  affected: AffectedPackage
}

/** What the records say of packages, instead of what they said before. Gives the ecosystems concerned. */
export async function replacePackages(tx: Tx, recordIds: string[], rows: PackageRow[]): Promise<Set<string>> {
  const removed = await sql<{ ecosystem: string }>`
    delete from advisory_package where record_id = any(${recordIds}) returning ecosystem`.execute(tx)
  await sql`
    insert into advisory_package (ecosystem, package_name, record_id, position, affected)
    select ecosystem, package_name, record_id, position, affected::jsonb from unnest(
      ${rows.map(({ affected }) => affected.ecosystem)}::text[], ${rows.map(({ packageName }) => packageName)}::text[],
      ${rows.map(({ recordId }) => recordId)}::text[], ${rows.map(({ position }) => position)}::int[],
      ${rows.map(({ affected }) => JSON.stringify(affected))}::text[]
    ) as given(ecosystem, package_name, record_id, position, affected)`.execute(tx)
  return new Set([
    ...removed.rows.map(({ ecosystem }) => ecosystem),
    ...rows.map(({ affected }) => affected.ecosystem),
  ])
}

/** The ecosystems that the clusters' records speak of. */
export async function ecosystemsOfClusters(db: Database, advisoryUuids: string[]): Promise<string[]> {
  const { rows } = await sql<{ ecosystem: string }>`
    select distinct ecosystem from advisory_package join advisory_record on id = record_id
    where advisory_uuid = any(${advisoryUuids}::uuid[])`.execute(db)
  return rows.map(({ ecosystem }) => ecosystem)
}

export async function markStale(tx: Tx, ecosystems: Iterable<string>): Promise<void> {
  await sql`
    insert into advisory_index (ecosystem, version, entries, content, is_stale)
    select ecosystem, 0, 0, '', true from unnest(${[...ecosystems].sort()}::text[]) ecosystem
    on conflict (ecosystem) do update set is_stale = true`.execute(tx)
}

export const listStale = async (db: Database): Promise<EcosystemId[]> =>
  (
    await db
      .selectFrom('advisory_index')
      .select('ecosystem')
      .where('is_stale', '=', true)
      .orderBy('ecosystem')
      .execute()
  ).map(({ ecosystem }) => ecosystem as EcosystemId)

/** All that the index of an ecosystem is compiled from. Takes seconds on large feeds. */
export async function listEntries(tx: Tx, ecosystem: EcosystemId): Promise<IndexEntry[]> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  const rows = await tx
    .selectFrom('advisory_package')
    .innerJoin('advisory_record', 'advisory_record.id', 'record_id')
    .innerJoin('advisory', 'advisory.uuid', 'advisory_record.advisory_uuid')
    .leftJoin('advisory_signal', 'advisory_signal.cve', 'advisory.cve')
    .select([
      'affected',
      'record_id',
      'advisory.uuid',
      'advisory.cve',
      'severity',
      'cvss',
      'published_at',
      'category',
    ])
    .select(['known_exploited', 'epss'])
    .where('ecosystem', '=', ecosystem)
    .where('withdrawn_at', 'is', null)
    .orderBy('package_name')
    .orderBy('record_id')
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    recordId: row.record_id,
    affected: row.affected as AffectedPackage,
    facts: {
      ...{ advisoryUuid: row.uuid, cve: row.cve, severity: row.severity as Severity },
      cvss: row.cvss === null ? null : Math.round(row.cvss * 10) / 10,
      publishedAt: row.published_at?.getTime() ?? null,
      category: row.category as AdvisoryFacts['category'],
      ...{ knownExploited: row.known_exploited ?? false, epss: row.epss },
    },
  }))
}

/** Indexes that were compiled by a program of another format have to be compiled anew. */
export async function markOtherFormatsStale(db: Database, formatVersion: number): Promise<void> {
  const format = Buffer.from(Uint32Array.of(formatVersion).buffer)
  await sql`
    update advisory_index set is_stale = true
    where version > 0 and substring(content from 5 for 4) <> ${format}`.execute(db)
}

/** Held until the transaction ends: one process compiles an index at a time. */
export const lockIndex = (tx: Tx, ecosystem: EcosystemId) =>
  tx
    .selectFrom('advisory_index')
    .select(['version', 'is_stale as isStale'])
    .where('ecosystem', '=', ecosystem)
    .forUpdate()
    .executeTakeFirst()

export const saveIndex = (
  tx: Tx,
  index: { ecosystem: EcosystemId; version: number; entries: number; content: Uint8Array },
) =>
  tx
    .updateTable('advisory_index')
    .set({
      ...{ version: index.version, entries: index.entries, content: index.content, is_stale: false },
      compiled_at: new Date(),
    })
    .where('ecosystem', '=', index.ecosystem)
    .execute()

/** Only of indexes that were compiled at least once. */
export async function listIndexVersions(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('advisory_index')
    .select(['ecosystem', 'version'])
    .where('version', '>', 0)
    .execute()
  return new Map(rows.map(({ ecosystem, version }) => [ecosystem, version]))
}

/** Read in the protocol's binary form would be faster; this happens once for each new index. */
export const readIndexContent = async (
  db: Database,
  ecosystem: string,
  version: number,
): Promise<Uint8Array> =>
  (
    await db
      .selectFrom('advisory_index')
      .select('content')
      .where('ecosystem', '=', ecosystem)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
  ).content

// ---- What there is

export async function listDatabases(db: Database) {
  const { rows } = await sql<{
    ecosystem: string
    advisories: number
    newestAt: Date | null
    syncedAt: Date | null
    source: string | null
  }>`
    select ecosystem, count(distinct advisory_uuid) as advisories, max(modified_at) as "newestAt",
           max(synced_at) as "syncedAt", string_agg(distinct source, ', ') as source
    from advisory_package join advisory_record on id = record_id
    where withdrawn_at is null group by ecosystem order by ecosystem`.execute(db)
  return rows
}

export const hasRecords = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('advisory_record').select('id').limit(1).executeTakeFirst()) !== undefined

/** Branches, over all accounts, whose components bear one of the packages' names. */
export async function listBranchesUsing(db: Database, packages: { ecosystem: string; name: string }[]) {
  // Without a name it is a distribution itself: all of its packages are concerned.
  const distributions = packages.filter(({ name }) => name === '').map(({ ecosystem }) => ecosystem)
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    select distinct component.account_uuid as "accountUuid", component.branch_uuid as "branchUuid"
    from account
    cross join unnest(${packages.map(({ ecosystem }) => ecosystem)}::text[], ${packages.map(({ name }) => name)}::text[])
      as given(ecosystem, name)
    join component on component.account_uuid = account.uuid and component.ecosystem = given.ecosystem
      and component.package_name = given.name and component.ended_number is null
    union
    select distinct account_uuid, branch_uuid from component
    where ecosystem = any(${distributions}::text[]) and ended_number is null`.execute(db)
  return rows
}
