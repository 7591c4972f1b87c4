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
  /** The account is gone with its events: the log of the process tells. */
  endsAccount?: boolean
}

export interface ChangingCall {
  caller: Caller
  endpoint: Endpoint
  request: FastifyRequest
  change: Change
}

/** Keeps who changed what, before the caller hears of it: nothing that was acknowledged is without its event. */
export async function recordChange(
  db: Database,
  { caller, endpoint, request, change }: ChangingCall,
): Promise<void> {
  if (change.endsAccount) {
    request.log.warn(
      { account: caller.scope.accountUuid, member: caller.memberUuid },
      'An account was removed',
    )
    return
  }
  await insertAuditEvent(db, caller.scope, {
    ...{ memberUuid: caller.memberUuid, memberEmail: caller.email, address: request.ip },
    agent: agentOf(request),
    credential: `${caller.by.kind} ${caller.by.uuid}`,
    action: actions.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    target: { ...(request.params as Record<string, string>), ...change.target },
    ...{ before: change.before, after: change.after },
  })
}

/** Long enough for any browser's words. */
export const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, 300)

/** Those of a group, when it is a group's name. */
export const actionsOf = (name: string): string[] => {
  const ofGroup = [...actions.values()].filter((action) => action.startsWith(`${name}.`))
  return ofGroup.length > 0 ? ofGroup : [name]
}

const actions = new Map<Endpoint, string>(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [endpoint, `${group}.${name}`] as const),
  ),
)
