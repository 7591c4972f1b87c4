import {
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  acceptsIdempotencyKey,
} from '@assay/contract/idempotency.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { actionOf } from '#auth/actions.ts'
import { cacheKey, type Caller, type Scope } from '#auth/scope.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  type ClaimRow,
  deleteClaim,
  findClaim,
  insertClaim,
  type OwnedClaim,
  releaseClaim,
  renewLease,
  saveResponse,
  saveResult,
  takeOverClaim,
} from './store.ts'

// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
// A claim is a row held by a request in progress. The change's transaction writes its result into the row, so that both
// are committed together; after a crash, a retry gets a response from that result.

export interface KeyedCall {
  caller: Caller | null
  endpoint: Endpoint
  request: FastifyRequest
  /** The validated input. */
  input: object
}

/** A sent response: the body is JSON, or the text of a text response. */
export interface StoredResponse {
  status: number
  location: string | null
  body: string
}

/** A request's claim on its key. */
export interface Claim {
  /** The response to the first request; null if this is the first, or if the first crashed before responding. */
  readonly response: StoredResponse | null
  /** The result of a change whose request crashed; undefined if nothing was changed. */
  readonly result: { value: unknown } | undefined
  /** Stores the change's result in its transaction. Throws Problem 409 if another request has taken over the key. */
  record(tx: Tx, value: unknown): Promise<void>
  /** Stores the response for retries. */
  complete(response: StoredResponse): Promise<void>
  /** Releases the key: nothing was changed, or the response could not be created. */
  release(): Promise<void>
}

interface Context {
  db: Database
  vault: Vault
}

/** Larger responses are recreated from the change's result. */
const maxResponseChars = 256 * 1024
/** How long a second request waits for the first. */
const timeoutMs = 5_000
const renewEveryMs = 5_000
const retryAfterSeconds = 3

/** null for a request without a key. Throws Problem 400, 409 and 422. */
export async function claimKey(context: Context, call: KeyedCall): Promise<Claim | null> {
  const { caller, endpoint, request } = call
  const header = request.headers[idempotencyKeyHeader]
  if (header === undefined || !caller || !acceptsIdempotencyKey(endpoint)) return null
  const { scope, memberUuid } = caller
  const id = {
    memberUuid,
    digest: fingerprintOf([
      cacheKey(scope, {}),
      actionOf(endpoint),
      readKey(header),
      ...credentialOf(caller),
    ]),
    owner: randomUUID(),
  }
  const fingerprint = fingerprintOf(call.input)
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    if (await insertClaim(context.db, scope, { ...id, fingerprint })) return holding(context, scope, { id })
    const row = await findClaim(context.db, scope, id)
    const claim = row && (await claimKnown(context, scope, { id, row, fingerprint }))
    if (claim) return claim
    if (performance.now() > deadline) throw inProgress()
    await sleep(pauseMs)
  }
}

/** A response may contain more than another credential of the member would get: only sessions get links. */
const credentialOf = ({ by }: Caller): string[] => (by.kind === 'token' ? [by.uuid] : [])

const inProgress = () =>
  new Problem(
    409,
    'idempotencyKeyInUse',
    'The first request with this Idempotency-Key is still being processed',
  ).withRetryAfter(retryAfterSeconds)

/** Quoted and unquoted keys are equal. Throws Problem 400. */
function readKey(header: string | string[]): string {
  const text = String(header)
  if (idempotencyKeyPattern.test(text)) return text.replaceAll('"', '')
  throw new Problem(400, 'idempotencyKeyInvalid', 'The Idempotency-Key is malformed')
}

interface StoredClaim {
  id: OwnedClaim
  row: ClaimRow
  fingerprint: Uint8Array
}

/** undefined while the first request is in progress, or if the row is about to be deleted: try again. */
async function claimKnown(
  context: Context,
  scope: Scope,
  { id, row, fingerprint }: StoredClaim,
): Promise<Claim | undefined> {
  if (row.isExpired) {
    await deleteClaim(context.db, scope, id)
    return undefined
  }
  if (Buffer.compare(row.fingerprint, fingerprint) !== 0)
    throw new Problem(
      422,
      'idempotencyKeyReused',
      'This Idempotency-Key was already used for a different request',
    )
  if (row.status !== null || !row.isLeased) {
    const isOwn = row.status === null && (await takeOverClaim(context.db, scope, { ...id, from: row.owner }))
    if (row.status !== null || isOwn) return holding(context, scope, { id, row })
  }
  return undefined
}

function holding(
  { db, vault }: Context,
  scope: Scope,
  { id, row }: { id: OwnedClaim; row?: ClaimRow },
): Claim {
  const purpose = `idempotency ${id.memberUuid}`
  const open = (sealed: Uint8Array) => vault.open(sealed, purpose)
  const seal = (text: string) => vault.seal(text, purpose)
  const response = row && storedResponse(row, open)
  const renewal = response ? undefined : setInterval(() => void renew(), renewEveryMs).unref()
  const renew = () => renewLease(db, scope, id).catch(() => undefined)
  return {
    response: response ?? null,
    result: row?.result ? (JSON.parse(open(row.result)) as { value: unknown }) : undefined,
    async record(tx, value) {
      const result = seal(JSON.stringify({ value }))
      if (!(await saveResult(tx, scope, { ...id, result }))) throw inProgress()
    },
    async complete({ status, location, body }) {
      clearInterval(renewal)
      if (body.length > maxResponseChars) return releaseClaim(db, scope, id)
      await saveResponse(db, scope, { ...id, status, location, body: seal(body) })
    },
    async release() {
      clearInterval(renewal)
      await releaseClaim(db, scope, id)
    },
  }
}

const storedResponse = (
  { status, location, body }: ClaimRow,
  open: (sealed: Uint8Array) => string,
): StoredResponse | null => (status === null || body === null ? null : { status, location, body: open(body) })
