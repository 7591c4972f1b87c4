import type { Endpoint } from './endpoint.ts'

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
export const idempotencyKeyHeader = 'idempotency-key'

/** Response header set to 'true' on replayed responses. */
export const idempotencyReplayedHeader = 'idempotency-replayed'

/** How long keys are kept. */
export const idempotencyKeyHours = 24

/** An unquoted key, or a structured header string with the same characters. */
export const idempotencyKeyPattern = /^(?:[\w.:~+/=-]{1,200}|"[\w.:~+/=-]{1,200}")$/

/** Whether an endpoint accepts an Idempotency-Key: every POST that does not document why it needs none. */
export const acceptsIdempotencyKey = ({
  method,
  repeatable,
}: Pick<Endpoint, 'method' | 'repeatable'>): boolean => method === 'POST' && repeatable === undefined
