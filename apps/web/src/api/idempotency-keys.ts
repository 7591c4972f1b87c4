import { idempotencyKeyHeader } from '@assay/contract/idempotency.ts'

type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** Keys of what was sent and not yet answered, by what it was. */
const unanswered = new Map<string, string>()

/**
 * The same sent again, by a second click or after a lost connection, has the key of the first: the server does it once
 * and gives both the same answer.
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
