import { ApiError } from '@assay/sdk/api-error.ts'
import { formatMetricsError } from '@assay/sdk/format-metrics-error.ts'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { problemText } from '../messages/problems.ts'
import { showAlert } from '../ui/alerts.tsx'
import { isOutage, isServerAway, onRecovery, reportOutage } from './outage.ts'

type Call<I, O> = (input: I, options?: { signal?: AbortSignal }) => Promise<O>

let calls = 0
const names = new WeakMap<object, number>()
/** Endpoints are created once, so their identity is their cache key. */
const nameOf = (call: object) => {
  const callName = names.get(call) ?? ++calls
  names.set(call, callName)
  return callName
}

/** Usage: useQuery(query(api.advisoryDatabases.list, {})), without a hook per endpoint. */
export const query = <I, O>(call: Call<I, O>, input: I) =>
  queryOptions({
    queryKey: [nameOf(call), input],
    queryFn: ({ signal }) => call(input, { signal }),
  })

/** An error of the browser, with a message for the user. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
}

/** The server's message if there is one; a rejected time window is formatted as a sentence. */
export const messageOf = (error: unknown): string =>
  error instanceof Rejection
    ? error.message
    : problemText(formatMetricsError(error).message, error instanceof ApiError ? error.errorType : undefined)

const statusOf = (error: Error) => (error instanceof ApiError ? error.status : null)

const isWorthRetrying = (error: Error) => (statusOf(error) ?? 500) >= 500

// A lost login has its own notice, and pages report forbidden or missing content in its place.
const isAlerting = (error: Error) => ![401, 403, 404].includes(statusOf(error) ?? 0)

/** Cache time of unused responses: longer times would accumulate all opened rows and reports in memory. */
const keptMs = 30_000

/** A server on this computer is reachable while the browser is offline; an unreachable one is an outage. */
const networkMode = 'always'

/** An outage is reported once, by the first failing call; its banner stays until the server is back. */
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
      networkMode,
      staleTime: 10_000,
      gcTime: keptMs,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode },
  },
})

onRecovery(() => void queryClient.invalidateQueries())
