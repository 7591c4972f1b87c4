import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Claim, KeyedCall } from '#auth/idempotency/claim.ts'
import type { Identity } from '#auth/callers/identity.ts'
import type { Caller } from '#auth/scope.ts'
import type { Standbys } from '#platform/database/standbys.ts'
import type { Call, CallChanges } from './change.ts'

/** Dependencies of the router that are implemented in other areas. */
export interface RouteContext {
  app: FastifyInstance
  authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<Identity | null>
  /** Makes changes in transactions with their audit events. */
  changesOf(call: Call): CallChanges
  /** Claims the call's Idempotency-Key; null if it has none. */
  claimKey(call: KeyedCall): Promise<Claim | null>
  /** Aborted when the caller loses permission while the response is being sent. */
  whilePermitted(watched: { caller: Caller; endpoint: Endpoint; gone: AbortSignal }): AbortSignal
  /** Databases that answer what only reads, if there are any. */
  standbys?: Standbys | undefined
  /** Whether calls of members that change something are refused. */
  isReadOnly?: boolean
  /** Set in tests: every response must match its schema. */
  validatesResponses: boolean
  /** Clients that stop reading a long response for this time are disconnected, because it occupies memory or a file. */
  maxStallMs: number
  /** The public address; undefined if it is that of the request. */
  publicUrl: string | undefined
  /** Aborted when the process is about to stop: balancers are to send it nothing more. */
  leaving?: AbortSignal
  /** Aborted when the server stops, to end streams. */
  stopping: AbortSignal
}
