import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Claim, KeyedCall } from '#auth/idempotency/claim.ts'
import type { Identity } from '#auth/identity.ts'
import type { Caller } from '#auth/scope.ts'
import type { Call, CallChanges } from './change.ts'

/** What registering routes needs of the rest of the server. */
export interface RouteContext {
  app: FastifyInstance
  authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<Identity | null>
  /** Lets a call make its changes, each with its event in the audit log. */
  changesOf(call: Call): CallChanges
  /** The hold on the call's Idempotency-Key; null when it has none. */
  claimKey(call: KeyedCall): Promise<Claim | null>
  /** Aborted when the caller may no longer make the call that is being answered. */
  whilePermitted(watched: { caller: Caller; endpoint: Endpoint; gone: AbortSignal }): AbortSignal
  /** In tests, every answer must parse by its schema. */
  checksAnswers: boolean
  /** Clients that stop reading a long response for this time are disconnected: it occupies memory or a file. */
  maxStallMs: number
  /** Aborted when the server stops: streams end then. */
  stopping: AbortSignal
}
