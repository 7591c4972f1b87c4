import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import { isKnownExploited } from '@assay/engine/advisories/known-exploited.ts'
import type { Database } from '#platform/database/database.ts'
import { readTexts } from './read-texts.ts'
import { listRecordStates } from './record-store.ts'

/** What a list says of an advisory. */
interface AdvisoryBrief extends Pick<AdvisoryText, 'ids' | 'summary' | 'cwes'> {
  isKnownExploited: boolean
}

/** Some 500 bytes each. */
const maxCached = 20_000
/** Opening a document takes longer than all else in a list: each is opened once, until it changes. */
const kept = new Map<string, { state: string; brief: AdvisoryBrief }>()

/** The briefs of advisories, by uuid. */
export async function readBriefs(
  db: Database,
  advisoryUuids: ReadonlySet<string>,
): Promise<Map<string, AdvisoryBrief>> {
  const states = await listRecordStates(db, [...advisoryUuids])
  const unknown = [...states].filter(([uuid, state]) => kept.get(uuid)?.state !== state)
  const texts = await readTexts(
    db,
    unknown.map(([uuid]) => uuid),
  )
  const briefs = new Map<string, AdvisoryBrief>()
  for (const [uuid, state] of states) {
    const text = texts.get(uuid)
    const brief = text ? briefOf(text) : kept.get(uuid)?.brief
    if (!brief) continue
    briefs.set(uuid, brief)
    // Taken out and put in again, it is the last to go.
    kept.delete(uuid)
    kept.set(uuid, { state, brief })
  }
  for (const uuid of kept.keys()) {
    if (kept.size <= maxCached) break
    kept.delete(uuid)
  }
  return briefs
}

const briefOf = ({ ids, summary, cwes, links }: AdvisoryText): AdvisoryBrief => ({
  ids,
  summary,
  cwes,
  isKnownExploited: isKnownExploited(links),
})
