import { idempotencyKeyHeader } from '@assay/contract/idempotency.ts'

type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** Keys of pending requests, by request content. */
const unanswered = new Map<string, string>()

/**
 * A repeated request, after a double click or a lost connection, gets the same key: the server executes it once and
 * returns the same response.
 */
export const withIdempotencyKeys =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    const own = headers.get(idempotencyKeyHeader)
    if (own === null || typeof init?.body !== 'string') return send(input, init)
    const action = `${init.method} ${input} ${headers.get('authorization')} ${init.body}`
    const key = unanswered.get(action) ?? own
    unanswered.set(action, key)
    headers.set(idempotencyKeyHeader, key)
    const response = await send(input, { ...init, headers })
    if (response.status < 500) unanswered.delete(action)
    return response
  }
