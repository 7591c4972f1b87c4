import { contract } from '@assay/contract/contract.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { insertAuditEvent } from './store.ts'

/** What a call changed, as its handler tells it. Nothing secret: it is shown to administrators. */
export interface Change {
  target?: Record<string, string>
  before?: unknown
  after?: unknown
}

export interface ChangingCall {
  caller: Caller
  endpoint: Endpoint
  request: FastifyRequest
  change: Change
}

/** Keeps who changed what, before the caller hears of it: nothing that was acknowledged is without its event. */
export const recordChange = (
  db: Database,
  { caller, endpoint, request, change }: ChangingCall,
): Promise<void> =>
  insertAuditEvent(db, caller.scope, {
    ...{ memberUuid: caller.memberUuid, memberEmail: caller.email, address: request.ip },
    credential: `${caller.by.kind} ${caller.by.uuid}`,
    action: actions.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    target: { ...(request.params as Record<string, string>), ...change.target },
    ...{ before: change.before, after: change.after },
  })

const actions = new Map<Endpoint, string>(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [endpoint, `${group}.${name}`] as const),
  ),
)
