import type { MetricsRows, SecurityMetrics } from '@assay/contract/metrics.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/initial-api.ts'
import { currentQuery } from './criteria-model.ts'
import { type DashboardSearch, criteriaOf } from './search.ts'
import { useToday } from './use-today.ts'

/** Rows of the first answer, more than a screen shows; and of each that the table asks for as one scrolls. */
const firstRows = 60
const moreRows = 500
/** Whoever comes back from a report finds the table as it was. */
const keptMs = 300_000

/** The current query's answer, page after page. The old one stays in sight while a new one loads. */
export function useMetrics(search: DashboardSearch) {
  const { sort, direction, project } = search
  const { cache, ...criteria } = currentQuery(criteriaOf(search), useToday())
  const wanted = { ...criteria, sort, direction, ...(project !== undefined && { project }) }
  return useInfiniteQuery({
    queryKey: ['metrics', wanted, cache],
    queryFn: ({ pageParam: cursor, signal }): Promise<SecurityMetrics | MetricsRows> =>
      cursor === null
        ? firstApi.metrics.security(
            { query: { ...wanted, cache: String(cache), limit: firstRows } },
            { signal },
          )
        : firstApi.metrics.rows({ query: { ...wanted, cursor, limit: moreRows } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    gcTime: keptMs,
    placeholderData: keepPreviousData,
  })
}
