import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionOf } from '#auth/actions.ts'
import { networkOf } from '#auth/limits/network-of.ts'
import { countOccurrence } from '#auth/limits/rate-limit-store.ts'
import { type RejectedRequest, rejectedRequestOf } from '#auth/callers/rejected-request.ts'
import { accountScope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { agentOf } from './agent-of.ts'
import { queueOutgoing } from './outgoing-store.ts'
import { findForgedSession, findMisusedToken, findTriedMember } from './rejection-store.ts'
import { insertAuditEvent, type NewAuditEvent } from './store.ts'

/** Events of refused requests that an account gets in an hour; further ones are only in the log. */
const maxEventsOfAccount = 1000

/**
 * Records failed logins, lockouts, refused calls and invalid tokens: each in the log; in the audit log the 1st, 10th,
 * 100th… of a kind within an hour, so that nobody can fill it. After the response, which therefore takes as long for an
 * unknown address as for a known one.
 */
export function recordRejections(app: FastifyInstance, db: Database): void {
  app.decorateRequest('identity', null)
  app.decorateRequest('invalidToken', null)
  app.decorateRequest('rejection', null)
  const pending = new Set<Promise<void>>()
  app.addHook('onResponse', async (request) => {
    const rejection = request.rejection ?? rejectedRequestOf(request, null)
    if (!rejection) return
    const recording = record(db, request, rejection).catch((error: unknown) =>
      request.log.warn({ err: error }, 'A refused request could not be recorded'),
    )
    pending.add(recording)
    await recording
    pending.delete(recording)
  })
  app.addHook('onClose', async () => void (await Promise.all(pending)))
}

interface Subject {
  accountUuid: string | null
  memberUuid: string | null
  email: string
  reason: string
}

async function record(db: Database, request: FastifyRequest, rejection: RejectedRequest): Promise<void> {
  const subject = await subjectOf(db, rejection)
  if (!subject) return
  const { endpoint } = request.routeOptions.config
  const call = endpoint ? actionOf(endpoint) : ''
  const { action, credential } = rejection
  const { accountUuid: account, memberUuid: member, reason } = subject
  const security = { action, account, member, credential, address: request.ip, reason, call }
  request.log.warn({ security }, 'Refused request')
  const key = [account, action, credential, member ?? '', networkOf(request.ip), reason]
  const count = await countOccurrence(db, keyOf(key))
  if (!/^10*$/.test(String(count))) return
  if ((await countOccurrence(db, keyOf(['events', account]))) > maxEventsOfAccount) return
  const event: NewAuditEvent = {
    // The member has authenticated only where a call is refused.
    memberUuid: rejection.identity?.memberUuid ?? null,
    memberEmail: subject.email,
    credential,
    address: request.ip,
    agent: agentOf(request),
    action,
    target: { call, ...(member !== null && { memberUuid: member }) },
    before: undefined,
    after: { reason, count },
  }
  if (account === null) await queueOutgoing(db, event)
  else await insertAuditEvent(db, accountScope(account), event)
}

/** null: the request says nothing about its sender, as with the refresh token of a session that has ended. */
async function subjectOf(
  db: Database,
  { reason, identity, email, token, refreshToken }: RejectedRequest,
): Promise<Subject | null> {
  const unknown = { accountUuid: null, memberUuid: null, email: '', reason }
  if (identity) return { ...identity, reason }
  if (refreshToken) {
    const owner = await findForgedSession(db, refreshToken)
    return owner && { ...owner, reason }
  }
  if (token) return (await findMisusedToken(db, token)) ?? { ...unknown, reason: 'unknownToken' }
  const tried = email === undefined ? null : await findTriedMember(db, email)
  return tried ? { ...tried, reason } : unknown
}

const keyOf = (parts: readonly unknown[]) =>
  createHash('sha256')
    .update(`rejection ${JSON.stringify(parts)}`)
    .digest()
