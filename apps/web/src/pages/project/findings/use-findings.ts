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

type Choice = Pick<NonNullable<Parameters<typeof api.scans.overview>[0]>, 'params' | 'query'>

/** Reads the first page of the report that this will lead to; null if it cannot. */
export const readEarly = ({ params, query }: Choice, options: { signal: AbortSignal }) =>
  api.scans.findingPage({ params, query: { ...query, limit: first } }, options).catch(() => null)

/** Begins to read the first page, unless it is known: the early one, if nothing was scanned meanwhile. */
export function prefetchFindings(
  queries: QueryClient,
  report: Report,
  early: ReturnType<typeof readEarly> | null,
) {
  const { key, read } = pagesIn(report)
  const readFirst: typeof read = async (cursor, options) => {
    const page = await early
    return page?.reportUuid === report.scan.uuid ? page : read(cursor, options)
  }
  return queries.prefetchInfiniteQuery({ ...pagesOf({ key, read: readFirst }), staleTime: Infinity })
}

/** All findings of a report: the most severe ones first, the others as soon as they are loaded. */
export function useFindings(report: Report) {
  const found = usePages({ ...pagesIn(report), rowsOf: ({ findings }): Finding[] => findings })
  const { hasNextPage, isFetching, error, fetchNextPage, data } = found
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { ...found, total: data?.pages[0]?.total ?? 0 }
}
