import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { currentQuery } from './criteria-model.ts'
import { type DashboardSearch, criteriaOf } from './search.ts'
import { useToday } from './use-today.ts'

/** Rows of one answer; a screen shows fewer, the table asks for more as one scrolls. */
const pageRows = 200

/** The current query's answer, page after page. The old one stays in sight while a new one loads. */
export function useMetrics(search: DashboardSearch) {
  const { sort, direction, project } = search
  const { cache, ...criteria } = currentQuery(criteriaOf(search), useToday())
  const wanted = { ...criteria, sort, direction, ...(project !== undefined && { project }) }
  return useInfiniteQuery({
    queryKey: ['metrics', wanted, cache],
    queryFn: ({ pageParam, signal }) =>
      api.metrics.security(
        {
          query: {
            ...wanted,
            ...{ cache: String(cache), limit: pageRows },
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: SecurityMetrics) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}
