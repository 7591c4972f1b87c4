import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface PageQuery<Page, Row> {
  /** Query key including filters. */
  key: readonly unknown[]
  read: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>
  rowsOf: (page: Page) => readonly Row[]
  isEnabled?: boolean
}

/** For reading the first page before the list is there. */
export const pagesOf = <Page extends { nextCursor: string | null }>({
  key,
  read,
}: Pick<PageQuery<Page, unknown>, 'key' | 'read'>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A paged list. Keeps previous results while loading. */
export function usePages<Page extends { nextCursor: string | null }, Row>({
  rowsOf,
  isEnabled = true,
  ...of
}: PageQuery<Page, Row>) {
  const found = useInfiniteQuery({
    ...pagesOf(of),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const { data } = found
  // oxlint-disable-next-line react/exhaustive-deps -- the rows do not depend on the function's identity
  const rows = useMemo(() => data?.pages.flatMap((page) => [...rowsOf(page)]), [data])
  return { ...found, rows }
}

/** Adapts to QueryView: after an error, only the failed page is requested again. */
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
