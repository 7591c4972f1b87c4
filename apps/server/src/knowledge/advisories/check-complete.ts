import { freshnessOf } from '@assay/engine/advisories/freshness.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AppContext } from '#context.ts'
import { Problem } from '#platform/http/problem.ts'
import { readKnowledge } from './freshness.ts'

/** Throws 409 when finding no advisory does not show that a package version of the ecosystem is safe. */
export async function checkAdvisoriesComplete(
  context: Pick<AppContext, 'db' | 'config'>,
  { id, name, release }: Ecosystem,
  subject: string,
): Promise<void> {
  const { databases, maxAgeMs, now } = await readKnowledge(context)
  const incomplete = (reason: string) =>
    new Problem(
      409,
      'advisoriesIncomplete',
      `No known advisory affects ${subject}, but the advisories of ${name} ${reason}, so it may still be vulnerable`,
    )
  // Each advisory of a distribution applies to one of its releases, which a language and a version do not name.
  if (release !== undefined) throw incomplete('depend on its release')
  const checkedAt = databases.get(id)?.checkedAt?.getTime() ?? null
  const state = freshnessOf(checkedAt, { at: now, maxAgeMs })
  if (state === 'current') return
  throw incomplete(state === 'starter' ? 'have not been synced' : 'are too old')
}
