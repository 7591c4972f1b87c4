import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from './model.ts'
import type { FixesSearch } from './search.ts'

/** Matching upgrades, page by page. Keeps previous data while loading. */
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
