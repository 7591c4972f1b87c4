import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Claim } from '#auth/idempotency/claim.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/** What the audit log says of a change. Nothing secret: administrators read it. */
export interface ChangeDetails {
  /** What was changed, where the path does not name it. */
  target?: Record<string, string>
  before?: unknown
  after?: unknown
  /** The caller's account is removed with its events: the process log says so instead. */
  endsAccount?: boolean
}

/** Whom a public call acts for, and what proved it: 'password', 'passkey', 'oidc'. */
export interface Actor {
  accountUuid: string
  memberUuid: string
  email: string
  credential: string
}

/** What the work in a change's transaction returns: the handler's result, and what the audit log says of it. */
export type Changed<T> = ChangeDetails & { result: T }
export type ChangedBy<T> = Changed<T> & {
  by: Actor
  /** Another name than the call's: whatever opens a session is a 'credentials.login'. */
  action?: string
}

/**
 * Runs the work in a transaction that ends with its event: the change and its trace are committed together or not at
 * all. Slow work (password hashes, mail, other servers) belongs before or after it.
 */
export type Change = <T>(work: (tx: Tx) => Promise<Changed<T>>) => Promise<T>
/** The same for a call without a login. */
export type ChangeBy = <T>(work: (tx: Tx) => Promise<ChangedBy<T>>) => Promise<T>

export interface Call {
  caller: Caller | null
  endpoint: Endpoint
  request: FastifyRequest
  /** The hold on the call's Idempotency-Key, if it has one. */
  claim?: Pick<Claim, 'result' | 'record'> | null
}

/** The changes of one call. */
export interface CallChanges {
  change: ChangeBy
  /** How many events were written. */
  count: number
}
