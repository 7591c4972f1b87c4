import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface Asked<Page, Row> {
  /** Names what is asked for, with its filters. */
  key: readonly unknown[]
  read: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>
  rowsOf: (page: Page) => readonly Row[]
}

/** A list that the server answers page by page. What was found stays in view until the next is. */
export function usePages<Page extends { nextCursor: string | null }, Row>({
  key,
  read,
  rowsOf,
}: Asked<Page, Row>) {
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const { data } = found
  // oxlint-disable-next-line react/exhaustive-deps -- another function gives the same rows
  const rows = useMemo(() => data?.pages.flatMap((page) => [...rowsOf(page)]), [data])
  return { ...found, rows }
}

/** As QueryView wants it: after a page that failed, that page is asked for again, not all of them. */
export const viewOf = <Row>({
  rows,
  error,
  isFetchNextPageError,
  fetchNextPage,
  refetch,
}: {
  rows: Row[] | undefined
  error: Error | null
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}) => ({ data: rows, error, refetch: isFetchNextPageError ? fetchNextPage : refetch })
