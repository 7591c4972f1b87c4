import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openIndex } from '../../packages/engine/src/advisories/advisory-index.ts'
import type { AdvisoryRecord, IndexEntry } from '../../packages/engine/src/advisories/advisory.ts'
import { clusterEntries, clusterRecords } from '../../packages/engine/src/advisories/clusters.ts'
import { compileIndex } from '../../packages/engine/src/advisories/compile-index.ts'
import { matchByReference, type OsvDocument } from '../../packages/engine/src/advisories/reference-matcher.ts'
import { readOsvRecord } from '../../packages/engine/src/advisories/osv.ts'
import type { Ecosystem, EcosystemId } from '../../packages/engine/src/ecosystems/ecosystem.ts'
import { ecosystemById } from '../../packages/engine/src/ecosystems.ts'

/** Returns the ids of the records by which a version is affected. */
export interface Advisories {
  /** With the compiled index, like the product. */
  match(name: string, version: string): string[]
  /** With the reference matcher, document by document. */
  matchByReference(name: string, version: string): string[]
}

type RawDocument = OsvDocument & { id: string; withdrawn?: string }

/** Loads the advisories of some ecosystems; null if the folder has none. */
export function loadAdvisories(
  ids: Iterable<EcosystemId>,
  folder: string,
): [EcosystemId, Advisories | null][] {
  return [...ids].map((id) => {
    const ecosystem = ecosystemById(id)
    const path = join(folder, `${ecosystem.osvName.toLowerCase()}.jsonl.gz`)
    return [id, existsSync(path) ? open(ecosystem, readLines(path)) : null]
  })
}

function readLines(path: string): RawDocument[] {
  const lines = gunzipSync(readFileSync(path)).toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RawDocument)
}

function open(ecosystem: Ecosystem, documents: readonly RawDocument[]): Advisories {
  const index = openIndex(ecosystem, compileIndex(ecosystem, entriesOf(ecosystem, documents)))
  const byName = new Map<string, Set<RawDocument>>()
  for (const document of documents.filter(({ withdrawn }) => withdrawn === undefined)) {
    for (const { package: named } of document.affected ?? []) {
      const name = ecosystem.normalizeName(named?.name ?? '')
      byName.set(name, (byName.get(name) ?? new Set()).add(document))
    }
  }
  return {
    match: (name, version) =>
      index.match(name, version).flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId)),
    matchByReference: (name, version) =>
      [...(byName.get(ecosystem.normalizeName(name)) ?? [])]
        .filter((document) => matchByReference(ecosystem, document, { name, version }))
        .map(({ id }) => id),
  }
}

function entriesOf(ecosystem: Ecosystem, documents: readonly RawDocument[]): IndexEntry[] {
  const records = documents
    .map((document, at) => readOsvRecord(document, `${ecosystem.osvName}:${at + 1}`).record)
    .filter((record) => record !== null)
  const { uuidByRecord } = clusterRecords(records, new Map())
  const clusters = Map.groupBy(records, ({ id }: AdvisoryRecord) => uuidByRecord.get(id)!)
  return [...clusters]
    .flatMap(([uuid, members]) => clusterEntries(uuid, members))
    .filter(({ affected }) => affected.ecosystem === ecosystem.id)
}
