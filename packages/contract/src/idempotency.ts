import type { Endpoint } from './endpoint.ts'

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
export const idempotencyKeyHeader = 'idempotency-key'

/** On an answer that is not the first one to its key: 'true'. */
export const idempotencyReplayedHeader = 'idempotency-replayed'

/** For how long a key is known. */
export const idempotencyKeyHours = 24

/** An unquoted key or a structured header string of the same characters. */
export const idempotencyKeyPattern = /^(?:[\w.:~+/=-]{1,200}|"[\w.:~+/=-]{1,200}")$/

/** Whether a call takes an Idempotency-Key: every POST but those that say why they need none. */
export const takesIdempotencyKey = ({
  method,
  repeatable,
}: Pick<Endpoint, 'method' | 'repeatable'>): boolean => method === 'POST' && repeatable === undefined
