import { acceptsIdempotencyKey } from '@assay/contract/idempotency.ts'
import type { TestServer } from './test-server.ts'
import { type Attempt, call, guarded, type NamedEndpoint } from './contract-calls.ts'

export const keyed = guarded.filter(({ endpoint }) => acceptsIdempotencyKey(endpoint))

/** A call with the idempotency key, as a comparable response. */
export async function callWithKey(
  server: TestServer,
  operation: NamedEndpoint,
  { key, ...attempt }: Attempt & { key: string },
) {
  const response = await call(server, operation, { ...attempt, headers: { 'idempotency-key': key } })
  const { status, headers } = response
  return {
    response: { status, body: await response.text(), location: headers.get('location') },
    isReplayed: headers.get('idempotency-replayed') === 'true',
    retryAfter: headers.get('retry-after'),
  }
}

/** Simulates a process killed between commit and response of the first request. */
export const forgetResponses = ({ db }: TestServer, accountUuid: string) =>
  db
    .updateTable('idempotency_key')
    .set({ status: null, body: null, location: null, leased_until: new Date(0) })
    .where('account_uuid', '=', accountUuid)
    .execute()
