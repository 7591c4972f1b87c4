import { openIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { AdvisoryRecord, IndexEntry } from '@assay/engine/advisories/advisory.ts'
import { joinTexts } from '@assay/engine/advisories/advisory-text.ts'
import { clusterEntries, clusterRecords } from '@assay/engine/advisories/clusters.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { decodeFeed } from '@assay/osv/decode-feed.ts'
import { readStarter } from '@assay/osv/starter.ts'
import { listAgesFrom, type LocalAdvisories, starterName } from './local-advisories.ts'

/** The bundled advisories. They are few, so compiling them on demand is cheaper than storing an index. */
export async function openStarter(): Promise<LocalAdvisories> {
  const records = await readRecords()
  const { uuidByRecord } = clusterRecords(records, new Map())
  const clusters = Map.groupBy(records, ({ id }) => uuidByRecord.get(id)!)
  const entries = [...clusters].flatMap(([uuid, own]) => clusterEntries(uuid, own))
  const byEcosystem = Map.groupBy(entries, ({ affected }) => affected.ecosystem)
  const indexes = new Map(
    [...byEcosystem].map(([id, own]) => {
      const ecosystem = ecosystemById(id)
      return [id, openIndex(ecosystem, compileIndex(ecosystem, own))] as const
    }),
  )
  return {
    isStarter: true,
    eolDates: [],
    lists: listAgesFrom({}),
    index: (id) => indexes.get(id) ?? null,
    data(id) {
      const index = indexes.get(id)
      if (!index) return null
      const newestAt = newestOf(byEcosystem.get(id) ?? [], records)
      return { source: starterName, advisories: index.size, newestAt, checkedAt: null }
    },
    texts: (uuids) =>
      Promise.resolve(new Map([...uuids].map((uuid) => [uuid, joinTexts(clusters.get(uuid) ?? [])]))),
    knows: (id) =>
      Promise.resolve(
        records.some((record) =>
          [record.id, ...record.aliases].some((each) => each.toLowerCase() === id.toLowerCase()),
        ),
      ),
  }
}

async function readRecords(): Promise<AdvisoryRecord[]> {
  const entries = (await Array.fromAsync(readStarter())).map(decodeFeed)
  return entries.flatMap((entry) => (entry.kind === 'advisory' ? [entry.record] : []))
}

function newestOf(entries: readonly IndexEntry[], records: readonly AdvisoryRecord[]): number | null {
  const ids = new Set(entries.map(({ recordId }) => recordId))
  const times = records.flatMap(({ id, modifiedAt }) => (ids.has(id) ? (modifiedAt ?? []) : []))
  return times.length > 0 ? Math.max(...times) : null
}
