import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parts } from '../app.ts'
import { agentOf } from '../audit/record-change.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { accountScope } from '../auth/scope.ts'
import { openSession, type OpenedSession } from './open-session.ts'

const cookieName = 'assay_refresh'
/** No script reads it, no other site sends it, and no other call sees it. */
const cookieFlags = { httpOnly: true, sameSite: 'strict', path: '/api/v1/credentials' } as const

export interface Exchange {
  request: FastifyRequest
  out: FastifyReply
}

/** Who has shown to be a member, and how. */
export interface Entered {
  accountUuid: string
  memberUuid: string
  email: string
  /** As the audit log names it. */
  action: string
  /** 'password', 'password and app', 'passkey', 'oidc'. */
  credential: string
  /** Sealed: what a provider of logins gave. */
  providerTokens?: Uint8Array
}

/** Opens a session, with its event in the audit log and its cookie. */
export async function enter(parts: Pick<Parts, 'db' | 'config'>, who: Entered, { request, out }: Exchange) {
  const { accountUuid, memberUuid, email, action, credential, providerTokens = null } = who
  await insertAuditEvent(parts.db, accountScope(accountUuid), {
    ...{ memberUuid, memberEmail: email, credential, address: request.ip, action },
    agent: agentOf(request),
    ...{ target: {}, before: undefined, after: undefined },
  })
  const from = { address: request.ip, agent: agentOf(request) }
  const { sessionIdleMs: idleMs } = parts.config
  const session = { accountUuid, memberUuid, providerTokens, idleMs, from }
  return handOver(parts, out, await openSession(parts.db, session))
}

/** The access token as the body, the refresh token as a cookie that no script can read. */
export function handOver({ config }: Pick<Parts, 'config'>, out: FastifyReply, session: OpenedSession) {
  if (session.refreshToken !== null)
    out.setCookie(cookieName, session.refreshToken, {
      ...cookieFlags,
      maxAge: 30 * 24 * 3600,
      secure: config.publicUrl?.startsWith('https:') ?? false,
    })
  return { token: session.accessToken, expiresInMs: session.expiresInMs }
}

export const refreshTextOf = (request: FastifyRequest): string => request.cookies[cookieName] ?? ''
export const dropCookie = (out: FastifyReply) => out.clearCookie(cookieName, cookieFlags)
