import type { Dependency } from '@assay/contract/insights.ts'
import { useEffect, useMemo } from 'react'
import { api } from '../../api/client.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { queryOf, sortDependencies, wantedOf } from './model.ts'
import type { ComponentsSearch } from './search.ts'

const atOnce = 500
/** Maximum rows loaded for sorting; the server only sorts by name. */
const maxSorted = 10_000

export const sortingOf = ({ sort = 'name', direction }: ComponentsSearch) => ({
  sort,
  direction: direction ?? (sort === 'name' ? ('asc' as const) : ('desc' as const)),
})

/** Matching components, page by page; all at once if sorted by anything but name. */
export function useDependencies(accountUuid: string, search: ComponentsSearch) {
  const params = { accountUuid }
  const query = queryOf(search)
  const found = usePages({
    key: ['dependencies', accountUuid, query],
    read: (cursor, options) =>
      api.insights.dependencies({ params, query: { ...query, ...cursor, limit: String(atOnce) } }, options),
    rowsOf: ({ dependencies }): Dependency[] => dependencies,
    isEnabled: wantedOf(search).isRange,
  })
  const { rows: loaded, hasNextPage, isFetching, error, fetchNextPage } = found
  const { sort, direction } = sortingOf(search)
  const rows = useMemo(
    () => loaded && sortDependencies(loaded, { sort, direction }),
    [loaded, sort, direction],
  )
  const isSortedHere = sort !== 'name' || direction === 'desc'
  const isSorting = isSortedHere && hasNextPage && (rows?.length ?? 0) < maxSorted
  useEffect(() => {
    if (isSorting && !isFetching && !error) void fetchNextPage()
  }, [isSorting, isFetching, error, fetchNextPage])
  return { ...found, rows, isSorting, isSortedHere }
}
