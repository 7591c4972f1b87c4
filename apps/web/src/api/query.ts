import { ApiError } from '@assay/sdk/api-error.ts'
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { texts } from '../texts.ts'
import { showAlert } from '../ui/alerts.tsx'

type Call<I, O> = (input: I, options?: { signal?: AbortSignal }) => Promise<O>

let calls = 0
const names = new WeakMap<object, number>()
/** Calls are functions made once, so each is its own name in the cache. */
const nameOf = (call: object) => {
  const known = names.get(call) ?? ++calls
  names.set(call, known)
  return known
}

/** useQuery(query(api.databases.list, {})): no hook per endpoint. */
export const query = <I, O>(call: Call<I, O>, input: I) =>
  queryOptions({
    queryKey: [nameOf(call), input],
    queryFn: ({ signal }) => call(input, { signal }),
  })

/** What the browser refused, in a sentence for who looks. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** The server's sentence where there is one. */
export const messageOf = (error: Error): string =>
  error instanceof ApiError || error instanceof Refusal ? error.message : texts.somethingWentWrong

const statusOf = (error: Error) => (error instanceof ApiError ? error.status : null)

const isWorthRetrying = (error: Error) => (statusOf(error) ?? 500) >= 500

// A lost login has its own notice, and a page says itself that there is no such thing.
const isAlerting = (error: Error) => ![401, 404].includes(statusOf(error) ?? 0)

/** Answers that no page shows: longer, and all rows and reports that one has opened add up in memory. */
const keptMs = 30_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => isAlerting(error) && showAlert(messageOf(error)) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: keptMs,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
    },
  },
})
