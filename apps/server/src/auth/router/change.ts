import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Claim } from '#auth/idempotency/claim.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/** Audit log details of a change. Must not contain secrets: administrators read it. */
export interface ChangeDetails {
  /** Changed objects not named in the path. */
  target?: Record<string, string>
  before?: unknown
  after?: unknown
  /** The caller's account is deleted with its events, so the process log records it instead. */
  endsAccount?: boolean
}

/** The member a public request acts for, and the credential used: 'password', 'passkey', 'oidc'. */
export interface Actor {
  accountUuid: string
  memberUuid: string
  email: string
  credential: string
}

/** Result of the work in a change's transaction: the handler's result, and the audit details. */
export type Changed<T> = ChangeDetails & { result: T }
export type ChangedBy<T> = Changed<T> & {
  by: Actor
  /** Action name other than the endpoint's: everything that starts a session is a 'credentials.login'. */
  action?: string
}

/**
 * Runs the work in a transaction that ends with its audit event: both are committed together or not at all. Slow work
 * (password hashing, email, HTTP) belongs before or after it.
 */
export type Change = <T>(work: (tx: Tx) => Promise<Changed<T>>, options?: ChangeOptions) => Promise<T>
/** The same for an anonymous request. */
export type ChangeBy = <T>(work: (tx: Tx) => Promise<ChangedBy<T>>, options?: ChangeOptions) => Promise<T>

export interface ChangeOptions {
  /** The work removes an account and locks it first, so the account of the caller must not be locked before. */
  removesAccount?: boolean
}

export interface Call {
  caller: Caller | null
  endpoint: Endpoint
  request: FastifyRequest
  /** The request's claim on its Idempotency-Key, if any. */
  claim?: Pick<Claim, 'result' | 'record'> | null
}

/** The changes made by one request. */
export interface CallChanges {
  change: ChangeBy
  /** Number of events written. */
  count: number
}
