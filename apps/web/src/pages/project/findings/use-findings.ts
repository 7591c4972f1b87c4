import type { Finding } from '@assay/contract/findings.ts'
import type { Overview } from '@assay/contract/scans.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { pagesOf, usePages } from '../../../widgets/lists/use-pages.ts'

/** The first page is shown at once. */
const first = '100'
const further = '5000'

type Report = Pick<Overview, 'project' | 'scan'>

const pagesIn = ({ project, scan }: Report) => ({
  key: ['findings of a report', project.uuid, scan.uuid],
  read: (cursor: { cursor?: string }, options: { signal: AbortSignal }) =>
    api.scans.findingPage(
      {
        params: { projectUuid: project.uuid },
        query: { reportUuid: scan.uuid, ...cursor, limit: cursor.cursor === undefined ? first : further },
      },
      options,
    ),
})

/** Begins to read the first page, unless it is known. */
export const prefetchFindings = (queries: QueryClient, report: Report) =>
  queries.prefetchInfiniteQuery({ ...pagesOf(pagesIn(report)), staleTime: Infinity })

/** All findings of a report: the most severe ones first, the others as soon as they are loaded. */
export function useFindings(report: Report) {
  const found = usePages({ ...pagesIn(report), rowsOf: ({ findings }): Finding[] => findings })
  const { hasNextPage, isFetching, error, fetchNextPage, data } = found
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { ...found, total: data?.pages[0]?.total ?? 0 }
}
