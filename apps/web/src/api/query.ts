import { ApiError } from '@assay/sdk/api-error.ts'
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'

type Call<I, O> = (input: I, options?: { signal?: AbortSignal }) => Promise<O>

let calls = 0
const names = new WeakMap<object, number>()
/** Calls are functions made once, so each is its own name in the cache. */
const nameOf = (call: object) => {
  const known = names.get(call) ?? ++calls
  names.set(call, known)
  return known
}

/** useQuery(query(api.databases.list, {})): no hook per endpoint. Old rows stay while new ones load. */
export const query = <I, O>(call: Call<I, O>, input: I) =>
  queryOptions({
    queryKey: [nameOf(call), input],
    queryFn: ({ signal }) => call(input, { signal }),
    placeholderData: keepPreviousData,
  })

const isWorthRetrying = (error: Error) => !(error instanceof ApiError) || error.status >= 500

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isWorthRetrying(error) },
  },
})
