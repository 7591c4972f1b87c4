import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from './model.ts'
import type { FixesSearch } from './search.ts'

/** The upgrades that match, page by page; the old ones stay in sight while new ones load. */
export function useFixes(search: FixesSearch) {
  const query = queryOf(search)
  return useInfiniteQuery({
    queryKey: ['fixes', query],
    queryFn: ({ pageParam, signal }) =>
      api.fixes.list({ query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}
