import { freshnessOf } from '@assay/engine/advisories/freshness.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AppContext } from '#context.ts'
import { Problem } from '#platform/http/problem.ts'
import { readKnowledge } from './freshness.ts'

/** Throws 409 when finding no advisory does not show that a package of the ecosystem is safe. */
export async function checkAdvisoriesComplete(
  context: Pick<AppContext, 'db' | 'config'>,
  { id, name }: Ecosystem,
): Promise<void> {
  const { databases, maxAgeMs, now } = await readKnowledge(context)
  const checkedAt = databases.get(id)?.checkedAt?.getTime() ?? null
  const state = freshnessOf(checkedAt, { at: now, maxAgeMs })
  if (state === 'current') return
  const reason = state === 'starter' ? 'have not been synced' : 'are too old'
  throw new Problem(
    409,
    'advisoriesIncomplete',
    `No known advisory affects this version, but the advisories of ${name} ${reason}, so it may still be vulnerable`,
  )
}
