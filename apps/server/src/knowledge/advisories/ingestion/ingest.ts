import type { AdvisoryFacts, AdvisoryRecord } from '@assay/engine/advisories/advisory.ts'
import { clusterFacts, clusterRecords } from '@assay/engine/advisories/clusters.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { identitiesOf } from '@assay/engine/advisories/record-cves.ts'
import type { ListId } from '@assay/engine/vocabulary.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { SupportedProduct } from '@assay/engine/stability/eol-dates.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { countOwn } from '@assay/osv/archive-age.ts'
import { listOf } from '@assay/osv/decode-feed.ts'
import type { SourceText } from '@assay/osv/read-source.ts'
import {
  findClusters,
  insertClusters,
  insertEcosystemFacts,
  joinClusters,
  listKnownAdvisories,
  packagesOfClusters,
  saveAliases,
  saveEcosystemFacts,
  saveEuvdAliases,
  saveFacts,
} from '#knowledge/advisories/clusters/cluster-store.ts'
import { markStale } from '#knowledge/advisories/indexes/index-store.ts'
import { addChangedPackages, replacePackages } from '#knowledge/advisories/clusters/package-store.ts'
import { listDigests, listDocuments, saveRecords } from '#knowledge/advisories/clusters/record-store.ts'
import { saveEolDates } from '#knowledge/advisories/clusters/eol-date-store.ts'
import { type Decoded, decode } from './decode.ts'
import { ingestSignals } from './ingest-signals.ts'
import { noteNamed } from '#knowledge/advisories/clusters/signal-store.ts'

export interface Ingested {
  added: number
  changed: number
  unchanged: number
  /** Number of records by ecosystem, new and already stored. Records of several ecosystems are not counted. */
  own: Map<EcosystemId, number>
  /** The lists among the documents. */
  lists: Set<ListId>
  /** All records. */
  records: Pick<AdvisoryRecord, 'id' | 'modifiedAt'>[]
  /** Skipped documents, and skipped parts of stored documents. */
  issues: Issue[]
}

interface Read extends Pick<Decoded, 'digest' | 'document'> {
  record: AdvisoryRecord
}

export interface Origin {
  /** Display name. */
  source: string
  /** An ecosystem whose data was never read completely: once it is, every branch with it is rescanned. */
  unread?: EcosystemId | undefined
}

export const ingest = (db: Database, source: string, texts: readonly SourceText[]): Promise<Ingested> =>
  ingestDecoded(db, { source }, texts.map(decode))

/**
 * Ingests a batch of OSV documents, known-exploited and EPSS lists and end-of-life dates, atomically.
 * Content that is already stored is skipped.
 */
export async function ingestDecoded(
  db: Database,
  origin: Origin,
  documents: readonly Decoded[],
): Promise<Ingested> {
  const issues: Issue[] = []
  const byId = new Map<string, Read>()
  const lists = new Set<ListId>()
  for (const { entry, ...document } of documents) {
    issues.push(...entry.issues)
    const list = listOf(entry)
    if (list !== null) lists.add(list)
    if (entry.kind === 'exploit-signals') await ingestSignals(db, entry.signals)
    if (entry.kind === 'eol-dates') await ingestEolDates(db, entry.products)
    if (entry.kind === 'advisory' && isKept(entry.record))
      byId.set(entry.record.id, { ...document, record: entry.record })
  }
  const storedDigests = await listDigests(db, [...byId.keys()])
  const fresh = [...byId.values()].filter(
    ({ record, digest }) => storedDigests.get(record.id) !== hex(digest),
  )
  const changed = fresh.filter(({ record }) => storedDigests.has(record.id)).length
  if (fresh.length > 0) await db.transaction().execute((tx) => save(tx, origin, fresh))
  return {
    added: fresh.length - changed,
    changed,
    unchanged: byId.size - fresh.length,
    own: ownOf([...byId.values()]),
    lists,
    records: [...byId.values()].map(({ record }) => record),
    issues,
  }
}

export const ingestEolDates = (db: Database, products: SupportedProduct[]): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => addChangedPackages(tx, await saveEolDates(tx, products), { byAdvisories: false }))

/** Documents that only affect unsupported ecosystems are not stored, but withdrawals of stored ones are. */
const isKept = ({ affected, withdrawnAt }: AdvisoryRecord) => affected.length > 0 || withdrawnAt !== null

function ownOf(reads: Read[]): Map<EcosystemId, number> {
  const counts = new Map<EcosystemId, number>()
  for (const { record } of reads) countOwn(counts, record)
  return counts
}

async function save(tx: Tx, { source, unread }: Origin, reads: Read[]): Promise<void> {
  const records = reads.map(({ record }) => record)
  // Sorted, so that concurrent syncs wait for each other instead of deadlocking.
  const aliases = [...new Set(records.flatMap((record) => [...identitiesOf(record), ...record.cves]))].sort()
  const clusters = await findClusters(tx, aliases)
  const clustering = clusterRecords(records, clusters)
  const again = await listKnownAdvisories(tx, clustering.created)
  await noteNamed(tx, [...clusters.values().map(({ uuid }) => uuid), ...again])
  const given = records.map((record) => ({ uuid: clustering.uuidByRecord.get(record.id)!, record }))
  const created = await saveNew(tx, clustering.created, given)
  for (const joined of clustering.joined) await joinClusters(tx, joined)
  const renamed = await saveAliases(tx, clustering.uuidByAlias)
  await saveEuvdAliases(tx, [...clustering.uuidByAlias.keys()])
  const storedBefore = await saveRecords(
    tx,
    reads.map(({ record, document, digest }) => ({
      id: record.id,
      advisoryUuid: clustering.uuidByRecord.get(record.id)!,
      source,
      digest,
      document,
      modifiedAt: record.modifiedAt,
      withdrawnAt: record.withdrawnAt,
      cwes: record.cwes,
    })),
  )
  const concerned = await replacePackages(tx, storedBefore, records.flatMap(packageRows))
  const known = [...new Set(clustering.uuidByRecord.values())].filter((uuid) => !created.has(uuid))
  await saveAllFacts(tx, known, await withEarlier(tx, known, given))
  await noteNamed(tx, known)
  // Their facts are those of all records, and statements and exclusions name them by any alias.
  const alike = await packagesOfClusters(tx, known)
  await markStale(tx, new Set([...concerned, ...alike].map(({ ecosystem }) => ecosystem)))
  const changed = [...concerned, ...alike].map((each) =>
    each.ecosystem === unread ? { ...each, name: '' } : each,
  )
  await addChangedPackages(tx, changed, { byAdvisories: true })
  const isRenamed = ({ advisoryUuid }: { advisoryUuid: string }) => renamed.has(advisoryUuid)
  await addChangedPackages(tx, alike.filter(isRenamed), { byAdvisories: false })
}

interface ClusterRecord {
  uuid: string
  record: AdvisoryRecord
}

/** New clusters with their facts, in one statement. Returns those that are really new. */
async function saveNew(
  tx: Tx,
  clusters: readonly string[],
  given: readonly ClusterRecord[],
): Promise<Set<string>> {
  const all = recordsOf(clusters, given)
  const created = await insertClusters(tx, clusters, factsOf(all))
  await insertEcosystemFacts(tx, ecosystemFactsOf(all.filter(({ uuid }) => created.has(uuid))))
  return created
}

/** Built from all records of the clusters: those just read, and those of earlier batches. */
async function saveAllFacts(
  tx: Tx,
  clusters: readonly string[],
  all: readonly ClusterRecord[],
): Promise<void> {
  const read = recordsOf(clusters, all)
  await saveFacts(tx, factsOf(read))
  await saveEcosystemFacts(tx, clusters, ecosystemFactsOf(read))
}

async function withEarlier(
  tx: Tx,
  clusters: readonly string[],
  given: readonly ClusterRecord[],
): Promise<ClusterRecord[]> {
  const others = await listDocuments(tx, { clusters, except: given.map(({ record }) => record.id) })
  const earlier = others.flatMap(({ id, advisoryUuid, text }) => {
    const { record } = readOsvRecord(JSON.parse(text), id)
    return record ? [{ uuid: advisoryUuid, record }] : []
  })
  return [...given, ...earlier]
}

interface ClusterRecords {
  uuid: string
  /** By id. */
  records: AdvisoryRecord[]
}

function recordsOf(clusters: readonly string[], all: readonly ClusterRecord[]): ClusterRecords[] {
  const byUuid = Map.groupBy(all, ({ uuid }) => uuid)
  return clusters.map((uuid) => ({
    uuid,
    records: (byUuid.get(uuid) ?? []).toSorted(byId).map(({ record }) => record),
  }))
}

const factsOf = (all: readonly ClusterRecords[]): AdvisoryFacts[] =>
  all.flatMap(({ uuid, records }) => clusterFacts(uuid, records) ?? [])

/** Those of one ecosystem alone are the cluster's. */
const ecosystemFactsOf = (all: readonly ClusterRecords[]) =>
  all.flatMap(({ uuid, records }) => {
    const ecosystems = ecosystemsOf(records)
    if (ecosystems.length < 2) return []
    return ecosystems.map((ecosystem) => ({ ecosystem, facts: clusterFacts(uuid, records, ecosystem)! }))
  })

const byId = (a: ClusterRecord, b: ClusterRecord) =>
  a.record.id < b.record.id ? -1 : a.record.id > b.record.id ? 1 : 0

const ecosystemsOf = (records: readonly AdvisoryRecord[]): EcosystemId[] => [
  ...new Set(
    records
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .flatMap(({ affected }) => affected.map(({ ecosystem }) => ecosystem)),
  ),
]

const packageRows = (record: AdvisoryRecord) =>
  record.affected.map((affected, position) => ({
    recordId: record.id,
    position,
    affected,
    packageName: ecosystemById(affected.ecosystem).normalizeName(affected.name),
  }))

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
