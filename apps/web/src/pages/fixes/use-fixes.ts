import { api } from '../../api/client.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { queryOf } from './model.ts'
import type { FixesSearch } from './search.ts'

/** Matching upgrades, page by page. */
export function useFixes(search: FixesSearch) {
  const query = queryOf(search)
  return usePages({
    key: ['fixes', query],
    read: (cursor, options) => api.fixes.list({ query: { ...query, ...cursor } }, options),
    rowsOf: ({ upgrades }) => upgrades,
  })
}
