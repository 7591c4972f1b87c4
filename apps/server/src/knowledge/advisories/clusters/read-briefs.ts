import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { Database } from '#platform/database/database.ts'
import { readTexts } from './read-texts.ts'
import { listRecordStates } from './record-store.ts'

/** The fields of an advisory shown in lists. */
export type AdvisoryBrief = Pick<AdvisoryText, 'ids' | 'summary' | 'cwes'>

/** About 500 bytes each. */
const maxCached = 20_000
/** Decompressing documents dominates the cost of a list, so each one is cached until it changes. */
const cache = new Map<string, { state: string; brief: AdvisoryBrief }>()

/** The briefs of advisories, by uuid. */
export async function readBriefs(
  db: Database,
  advisoryUuids: ReadonlySet<string>,
): Promise<Map<string, AdvisoryBrief>> {
  const states = await listRecordStates(db, [...advisoryUuids])
  const unknown = [...states].filter(([uuid, state]) => cache.get(uuid)?.state !== state)
  const texts = await readTexts(
    db,
    unknown.map(([uuid]) => uuid),
  )
  const briefs = new Map<string, AdvisoryBrief>()
  for (const [uuid, state] of states) {
    const text = texts.get(uuid)
    const brief = text ? briefOf(text) : cache.get(uuid)?.brief
    if (!brief) continue
    briefs.set(uuid, brief)
    // Reinserting the key makes it the most recently used.
    cache.delete(uuid)
    cache.set(uuid, { state, brief })
  }
  for (const uuid of cache.keys()) {
    if (cache.size <= maxCached) break
    cache.delete(uuid)
  }
  return briefs
}

const briefOf = ({ ids, summary, cwes }: AdvisoryText): AdvisoryBrief => ({ ids, summary, cwes })
