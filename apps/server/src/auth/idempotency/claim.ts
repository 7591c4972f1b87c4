import {
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  takesIdempotencyKey,
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
  saveAnswer,
  saveResult,
  takeOver,
} from './store.ts'

// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
// A claim is a row that a request holds while it works. The change's transaction writes its result into the row, so a
// change and the memory of it are committed together; who comes after a crash is answered from that result.

export interface KeyedCall {
  caller: Caller | null
  endpoint: Endpoint
  request: FastifyRequest
  /** What was sent, as it was checked. */
  input: object
}

/** An answer as it was given: the body is JSON, or the text of a call that answers one. */
export interface Answer {
  status: number
  location: string | null
  body: string
}

/** A request's hold on its key. */
export interface Claim {
  /** The answer to the first request; null when this is the first, or when the first died before it answered. */
  readonly answer: Answer | null
  /** What the change of a request that died returned; undefined when nothing was changed. */
  readonly result: { value: unknown } | undefined
  /** Keeps what the change returns, in its transaction. Throws Problem 409 when another request goes on with the key. */
  record(tx: Tx, value: unknown): Promise<void>
  /** Keeps the answer for those who ask again. */
  complete(answer: Answer): Promise<void>
  /** Gives the key free: nothing was changed, or the answer could not be made. */
  release(): Promise<void>
}

interface Tools {
  db: Database
  vault: Vault
}

/** Larger answers are made again from the change's result. */
const maxAnswerChars = 256 * 1024
/** How long a second request waits for the first. */
const patienceMs = 5_000
const renewEveryMs = 5_000
const retryAfterSeconds = 3

/** null for a call without a key. Throws Problem 400, 409 and 422. */
export async function claimKey(tools: Tools, call: KeyedCall): Promise<Claim | null> {
  const { caller, endpoint, request } = call
  const header = request.headers[idempotencyKeyHeader]
  if (header === undefined || !caller || !takesIdempotencyKey(endpoint)) return null
  const { scope, memberUuid } = caller
  const id = {
    memberUuid,
    digest: fingerprintOf([cacheKey(scope, {}), actionOf(endpoint), readKey(header)]),
    owner: randomUUID(),
  }
  const fingerprint = fingerprintOf(call.input)
  const deadline = performance.now() + patienceMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    if (await insertClaim(tools.db, scope, { ...id, fingerprint })) return holding(tools, scope, { id })
    const row = await findClaim(tools.db, scope, id)
    const claim = row && (await claimKnown(tools, scope, { id, row, fingerprint }))
    if (claim) return claim
    if (performance.now() > deadline) throw inProgress()
    await sleep(pauseMs)
  }
}

const inProgress = () =>
  new Problem(
    409,
    'idempotencyKeyInUse',
    'The first request with this Idempotency-Key is still being processed',
  ).withRetryAfter(retryAfterSeconds)

/** Quoted or not, it is the same key. Throws Problem 400. */
function readKey(header: string | string[]): string {
  const text = String(header)
  if (idempotencyKeyPattern.test(text)) return text.replaceAll('"', '')
  throw new Problem(400, 'idempotencyKeyInvalid', 'The Idempotency-Key is malformed')
}

interface Known {
  id: OwnedClaim
  row: ClaimRow
  fingerprint: Uint8Array
}

/** undefined while the first request is under way, or when the row is about to go: to be tried again. */
async function claimKnown(
  tools: Tools,
  scope: Scope,
  { id, row, fingerprint }: Known,
): Promise<Claim | undefined> {
  if (row.isExpired) {
    await deleteClaim(tools.db, scope, id)
    return undefined
  }
  if (Buffer.compare(row.fingerprint, fingerprint) !== 0)
    throw new Problem(
      422,
      'idempotencyKeyReused',
      'This Idempotency-Key was already used for a different request',
    )
  if (row.status !== null || !row.isLeased) {
    const isOwn = row.status === null && (await takeOver(tools.db, scope, { ...id, from: row.owner }))
    if (row.status !== null || isOwn) return holding(tools, scope, { id, row })
  }
  return undefined
}

function holding({ db, vault }: Tools, scope: Scope, { id, row }: { id: OwnedClaim; row?: ClaimRow }): Claim {
  const purpose = `idempotency ${id.memberUuid}`
  const open = (sealed: Uint8Array) => vault.open(sealed, purpose)
  const seal = (text: string) => vault.seal(text, purpose)
  const answer = row && answerOf(row, open)
  const renewal = answer ? undefined : setInterval(() => void renew(), renewEveryMs).unref()
  const renew = () => renewLease(db, scope, id).catch(() => undefined)
  return {
    answer: answer ?? null,
    result: row?.result ? (JSON.parse(open(row.result)) as { value: unknown }) : undefined,
    async record(tx, value) {
      const result = seal(JSON.stringify({ value }))
      if (!(await saveResult(tx, scope, { ...id, result }))) throw inProgress()
    },
    async complete({ status, location, body }) {
      clearInterval(renewal)
      if (body.length > maxAnswerChars) return releaseClaim(db, scope, id)
      await saveAnswer(db, scope, { ...id, status, location, body: seal(body) })
    },
    async release() {
      clearInterval(renewal)
      await releaseClaim(db, scope, id)
    },
  }
}

const answerOf = (
  { status, location, body }: ClaimRow,
  open: (sealed: Uint8Array) => string,
): Answer | null => (status === null || body === null ? null : { status, location, body: open(body) })
