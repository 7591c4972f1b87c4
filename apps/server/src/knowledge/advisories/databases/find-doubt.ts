import { isoDay } from '@assay/engine/time.ts'
import { freshnessOf } from '@assay/engine/advisories/freshness.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AppContext } from '#context.ts'
import { readKnowledge } from './freshness.ts'

/** Why finding no advisory does not show that a package version of the ecosystem is safe; null if it does. */
export async function findDoubt(
  context: Pick<AppContext, 'db' | 'config'>,
  { id, name, release }: Ecosystem,
): Promise<string | null> {
  // Each advisory of a distribution applies to one of its releases, which a language and a version do not name.
  if (release !== undefined) return sentence(name, 'depend on its release')
  const { databases, maxAgeMs, now } = await readKnowledge(context)
  const checkedAt = databases.get(id)?.checkedAt ?? null
  const state = freshnessOf(checkedAt?.getTime() ?? null, { at: now, maxAgeMs })
  if (state === 'current') return null
  if (checkedAt === null) return sentence(name, 'have not been synced')
  return sentence(name, `are too old: the data is as of ${isoDay(checkedAt)}`)
}

const sentence = (name: string, reason: string) =>
  `The advisories of ${name} ${reason}, so there may be vulnerabilities that are not listed`
