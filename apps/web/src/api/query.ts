import { ApiError } from '@assay/sdk/api-error.ts'
import { formatMetricsError } from '@assay/sdk/format-metrics-error.ts'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { problemText } from '../messages/problems.ts'
import { showAlert } from '../ui/alerts.tsx'
import { isOutage, isServerAway, onRecovery, reportOutage } from './outage.ts'

type Call<I, O> = (input: I, options?: { signal?: AbortSignal }) => Promise<O>

let calls = 0
const names = new WeakMap<object, number>()
/** Calls are functions made once, so each is its own name in the cache. */
const nameOf = (call: object) => {
  const known = names.get(call) ?? ++calls
  names.set(call, known)
  return known
}

/** useQuery(query(api.advisoryDatabases.list, {})): no hook per endpoint. */
export const query = <I, O>(call: Call<I, O>, input: I) =>
  queryOptions({
    queryKey: [nameOf(call), input],
    queryFn: ({ signal }) => call(input, { signal }),
  })

/** What the browser refused, in a sentence for who looks. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** The server's sentence where there is one; a refused time window is made one. */
export const messageOf = (error: unknown): string =>
  error instanceof Refusal
    ? error.message
    : problemText(formatMetricsError(error).message, error instanceof ApiError ? error.errorType : undefined)

const statusOf = (error: Error) => (error instanceof ApiError ? error.status : null)

const isWorthRetrying = (error: Error) => (statusOf(error) ?? 500) >= 500

// A lost login has its own notice, and a page says itself that there is no such thing.
const isAlerting = (error: Error) => ![401, 404].includes(statusOf(error) ?? 0)

/** Answers that no page shows: longer, and all rows and reports that one has opened add up in memory. */
const keptMs = 30_000

/** An outage is alerted once, by the first call that fails; its banner stays until the server is back. */
function reportError(error: Error): void {
  const isKnown = isServerAway()
  if (isOutage(error)) reportOutage()
  if (isAlerting(error) && !(isKnown && isOutage(error))) showAlert(messageOf(error))
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportError }),
  mutationCache: new MutationCache({ onError: (error) => isOutage(error) && reportOutage() }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: keptMs,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
    },
  },
})

onRecovery(() => void queryClient.invalidateQueries())
