import type { AdvisoryList } from '@assay/contract/advisory-databases.ts'
import { listNames, listStateOf } from '@assay/engine/advisories/lists.ts'
import type { AppContext } from '#context.ts'
import { listAges } from './list-store.ts'

/** How old the lists are on which orders and filters depend, in the whole installation. */
export async function describeLists({
  db,
  config: { maxAdvisoryAgeMs: maxAgeMs },
}: Pick<AppContext, 'db' | 'config'>): Promise<AdvisoryList[]> {
  const at = Date.now()
  return (await listAges(db)).map(({ id, completeAt }) => ({
    id,
    name: listNames[id],
    completeAt,
    state: listStateOf(completeAt, { at, maxAgeMs }),
  }))
}
