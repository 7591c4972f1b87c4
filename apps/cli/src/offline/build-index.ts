import type { ListId } from '@assay/engine/vocabulary.ts'
import type { AdvisoryFacts, AdvisoryRecord, IndexEntry } from '@assay/engine/advisories/advisory.ts'
import type { EuCatalog, ExploitSignals } from '@assay/engine/advisories/exploit-signals.ts'
import { clusterEntries, clusterRecords } from '@assay/engine/advisories/clusters.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { SupportedProduct } from '@assay/engine/stability/eol-dates.ts'
import { countOwn, decidingFiles, type FileContent } from '@assay/osv/archive-age.ts'
import { decodeFeed, listOf } from '@assay/osv/decode-feed.ts'
import {
  type ArchivedDatabase,
  type ArchiveHeader,
  type ArchiveLine,
  listAgesOf,
  listOfLine,
  readArchiveLine,
} from '@assay/osv/knowledge-archive.ts'
import { readStarter } from '@assay/osv/starter.ts'
import { readSource, type SourceText } from '@assay/osv/read-source.ts'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AdvisoryFile } from './list-files.ts'
import { starterName } from './local-advisories.ts'
import { DocumentWriter, type Position } from './document-store.ts'
import {
  type EcosystemEntry,
  indexPath,
  layoutVersion,
  type Manifest,
  writeManifest,
  writeSignals,
} from './manifest.ts'

export interface IndexOptions {
  /** Folder of the index. The existing one is kept until the new one is complete. */
  folder: string
  source: string
  files: AsyncIterable<AdvisoryFile>
  /** OSV documents of the account's own advisories, which say nothing about how old the other data is. */
  own: readonly object[]
  /** null for all. */
  only: ReadonlySet<EcosystemId> | null
  /** Epoch ms. */
  now: number
  onProgress: (read: number, label: string) => void
}

export interface Built {
  manifest: Manifest
  /** Number of documents read. */
  read: number
  /** Skipped documents with reasons. */
  issues: Issue[]
}

/** Rebuilds the local index from the starter set and OSV documents, replacing the previous one atomically. */
export async function buildIndex(options: IndexOptions): Promise<Built> {
  const draft = `${options.folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    const reading = await readAll(options, draft)
    const manifest: Manifest = {
      formatVersion: layoutVersion,
      source: options.source,
      builtAt: options.now,
      ecosystems: writeIndexes(options, draft, reading),
      supportEnds: reading.eolDates,
      lists: Object.fromEntries(reading.lists),
    }
    writeManifest(draft, manifest)
    writeSignals(draft, {
      knownExploited: [...reading.knownExploited],
      ...(reading.euCatalog && { euCatalog: reading.euCatalog }),
      probabilities: [...reading.probabilities],
    })
    replaceFolder(options.folder, draft)
    return { manifest, read: reading.read, issues: reading.issues }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

interface Reading {
  writer: DocumentWriter
  /** By record id; of several documents with one id, the last. Without texts, which stay on disk. */
  records: Map<string, { record: AdvisoryRecord; place: Position }>
  /** Bundled records, and the account's own, that the source does not have: their age does not count for the source. */
  starterIds: Set<string>
  /** What each file holds, in order. */
  files: (FileContent & { own: Map<EcosystemId, number> })[]
  /** When the data of each ecosystem was complete, according to the archive. */
  databases: Map<string, ArchivedDatabase>
  eolDates: SupportedProduct[]
  /** When the lists were complete in epoch ms. */
  lists: Map<ListId, number>
  /** The header of the archive being read. */
  header: ArchiveHeader | null
  /** CVEs. */
  knownExploited: Set<string>
  euCatalog: EuCatalog | null
  /** By CVE. */
  probabilities: Map<string, number>
  read: number
  issues: Issue[]
}

const ownName = 'own advisories'

async function readAll({ files, own, only, onProgress }: IndexOptions, draft: string): Promise<Reading> {
  const reading: Reading = {
    writer: new DocumentWriter(draft),
    records: new Map(),
    starterIds: new Set(),
    files: [],
    databases: new Map(),
    eolDates: [],
    lists: new Map(),
    header: null,
    knownExploited: new Set(),
    euCatalog: null,
    probabilities: new Map(),
    read: 0,
    issues: [],
  }
  // First, as in the server, so that the source's records are merged into them.
  for await (const text of readStarter()) addDocument(text, reading, only)
  for (const document of own) addDocument({ text: JSON.stringify(document), where: ownName }, reading, only)
  reading.starterIds = new Set(reading.records.keys())
  for await (const { path, name, at, ecosystem } of files) {
    reading.files.push({ name, at, own: new Map(), ...(ecosystem && { ecosystem }) })
    for await (const text of readSource(path, name)) {
      if (reading.read++ % 500 === 0) onProgress(reading.read, name)
      addDocument(text, reading, only)
    }
  }
  return reading
}

function addDocument(source: SourceText, reading: Reading, only: IndexOptions['only']): void {
  const line = readArchiveLine(source.text)
  if (line) return addArchiveLine(line, reading)
  const entry = decodeFeed(source)
  reading.issues.push(...entry.issues)
  noteList(listOf(entry), reading)
  if (entry.kind === 'exploit-signals') addSignals(entry.signals, reading)
  if (entry.kind === 'eol-dates') reading.eolDates.push(...entry.products)
  if (entry.kind === 'advisory') addRecord(entry.record, source.text, { reading, only })
}

/** From a validated archive. Releases are only used by servers. */
function addArchiveLine(line: ArchiveLine, reading: Reading): void {
  noteList(listOfLine(line), reading)
  if (line.assay === 'knowledge') {
    reading.header = line
    for (const database of line.databases) reading.databases.set(database.ecosystem, database)
  }
  if (line.assay === 'known-exploited') reading.knownExploited = new Set(line.cves)
  if (line.assay === 'eu-known-exploited')
    reading.euCatalog = { list: line.assay, cves: line.cves, euvdIds: line.euvdIds }
  if (line.assay === 'support-ends') reading.eolDates.push(...line.products)
  if (line.assay !== 'epss') return
  for (const [cve, probability] of line.probabilities) reading.probabilities.set(cve, probability)
}

/** A list is as old as its file, or as its archive says. */
function noteList(id: ListId | null, { lists, header, files }: Reading): void {
  if (id === null) return
  const stated = header && listAgesOf(header, new Set([id])).find((each) => each.id === id)
  const at = stated ? stated.completeAt : (files.at(-1)?.at ?? null)
  if (at !== null) lists.set(id, at)
}

function addSignals(signals: ExploitSignals, reading: Reading): void {
  if (signals.list === 'epss') reading.probabilities = signals.probabilities
  else if (signals.list === 'eu-known-exploited') reading.euCatalog = signals
  else reading.knownExploited = new Set(signals.cves)
}

function addRecord(
  record: AdvisoryRecord,
  text: string,
  { reading, only }: { reading: Reading; only: IndexOptions['only'] },
): void {
  const file = reading.files.at(-1)
  if (file) countOwn(file.own, record)
  if (record.withdrawnAt !== null) return
  const affected = record.affected.filter(({ ecosystem }) => only?.has(ecosystem) ?? true)
  if (affected.length === 0) return
  // The store requires one document per line.
  const position = reading.writer.add(text.includes('\n') ? JSON.stringify(JSON.parse(text)) : text)
  reading.starterIds.delete(record.id)
  reading.records.set(record.id, {
    record: { ...record, affected, summary: '', details: '', links: [] },
    place: position,
  })
}

function writeIndexes(
  { onProgress, source, now }: IndexOptions,
  draft: string,
  reading: Reading,
): Manifest['ecosystems'] {
  const { writer, records, read, issues } = reading
  onProgress(read, 'Compiling the indexes')
  const all = [...records.values()]
  const { uuidByRecord } = clusterRecords(
    all.map(({ record }) => record),
    new Map(),
  )
  const clusters = Map.groupBy(all, ({ record }) => uuidByRecord.get(record.id)!)
  writer.finish(new Map([...clusters].map(([uuid, list]) => [uuid, list.map(({ place }) => place)])))
  const exploited = new Set([...reading.knownExploited, ...(reading.euCatalog?.cves ?? [])])
  const signals = { exploited, probabilities: reading.probabilities }
  const entries: IndexEntry[] = []
  for (const [uuid, list] of clusters)
    for (const entry of clusterEntries(
      uuid,
      list.map(({ record }) => record),
    ))
      entries.push({ ...entry, facts: withSignals(entry.facts, signals) })
  const ecosystems: Manifest['ecosystems'] = {}
  for (const [id, own] of Map.groupBy(entries, ({ affected }) => affected.ecosystem)) {
    writeFileSync(indexPath(draft, id), compile(id, own, issues))
    const counted = countEntries(own, { reading, now })
    ecosystems[id] = { ...counted, ...originOf(id, own, { reading, source }) }
  }
  return ecosystems
}

function withSignals(
  facts: AdvisoryFacts,
  {
    exploited,
    probabilities,
  }: { exploited: ReadonlySet<string>; probabilities: ReadonlyMap<string, number> },
): AdvisoryFacts {
  const known = facts.cves.flatMap((cve) => probabilities.get(cve) ?? [])
  return {
    ...facts,
    knownExploited: facts.knownExploited || facts.cves.some((cve) => exploited.has(cve)),
    epss: known.length === 0 ? null : Math.max(...known),
  }
}

const compile = (id: EcosystemId, entries: IndexEntry[], issues: Issue[]) =>
  compileIndex(ecosystemById(id), entries, ({ recordId, packageName, range }) => {
    const message = `${packageName}: ${Object.values(range).join(', ')} is not a version range`
    issues.push({ code: 'range-invalid', message, where: recordId })
  })

function countEntries(
  entries: IndexEntry[],
  { reading: { records, starterIds }, now }: { reading: Reading; now: number },
): EcosystemEntry {
  const times = entries
    .filter(({ recordId }) => !starterIds.has(recordId))
    .map(({ recordId }) => records.get(recordId)?.record.modifiedAt ?? 0)
  // A few records claim to have been modified in the future.
  const newestAt = times.filter((at) => at <= now).reduce((a, b) => Math.max(a, b), 0)
  const advisories = new Set(entries.map(({ facts }) => facts.advisoryUuid)).size
  return { advisories, newestAt: newestAt === 0 ? null : newestAt }
}

interface Origin {
  reading: Reading
  source: string
}

/**
 * An archive states the age of its data; other data is as old as its files. A single record counts too, as each sync
 * replaces the index. Ecosystems that only the starter set has were never complete.
 */
function originOf(id: EcosystemId, entries: IndexEntry[], { reading, source }: Origin) {
  const { databases, starterIds, files } = reading
  const archived = databases.get(id)
  if (archived) return { source: archived.source, checkedAt: archived.checkedAt }
  const isStarter = entries.every(({ recordId }) => starterIds.has(recordId))
  if (isStarter) return { source: starterName, checkedAt: null }
  if (databases.size > 0) return { source, checkedAt: null }
  const single = files.find(({ own, ecosystem }) => own.has(id) && ecosystem === undefined)
  return { source, checkedAt: (decidingFiles(files).get(id) ?? single)?.at ?? null }
}

/** A concurrent reader continues with the open files of the old folder. */
function replaceFolder(folder: string, draft: string): void {
  const old = `${draft}.old`
  try {
    renameSync(folder, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  renameSync(draft, folder)
  rmSync(old, { recursive: true, force: true })
}
