import type { MetricsRows, SecurityMetrics } from '@assay/contract/metrics.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { firstApi } from '../../../api/initial-api.ts'
import { currentQuery } from './criteria-model.ts'
import { type DashboardSearch, criteriaOf } from './search.ts'
import { useToday } from './use-today.ts'

/** Page sizes: first page (more than a screen) and further pages while scrolling. */
const firstRows = 40
const moreRows = 500
/** Scroll position restored when returning from a report. */
const keptMs = 300_000

/** The pages of the current query. Keeps previous data while a new query loads. */
export function useMetrics(search: DashboardSearch) {
  const { sort, direction, project } = search
  const { cache, ...criteria } = currentQuery(criteriaOf(search), useToday())
  const request = { ...criteria, sort, direction, ...(project !== undefined && { project }) }
  return useInfiniteQuery({
    queryKey: ['metrics', request, cache],
    queryFn: ({ pageParam: cursor, signal }): Promise<SecurityMetrics | MetricsRows> =>
      cursor === null
        ? firstApi.metrics.security(
            { query: { ...request, cache: String(cache), limit: firstRows, include: '' } },
            { signal },
          )
        : firstApi.metrics.rows({ query: { ...request, cursor, limit: moreRows } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    gcTime: keptMs,
    placeholderData: keepPreviousData,
  })
}
