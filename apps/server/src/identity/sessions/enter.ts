import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { agentOf } from '#accounts/audit/agent-of.ts'
import type { Actor, ChangeBy, ChangeDetails } from '#auth/router/change.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { lockForLogin } from '#auth/active-members-store.ts'
import { openSession, type OpenedSession } from './open-session.ts'

const cookieName = 'assay_refresh'
/** No script reads it, no other site sends it, and no other call sees it. */
const cookieFlags = { httpOnly: true, sameSite: 'strict', path: '/api/v1/credentials' } as const

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  change: ChangeBy
}

/** Who has shown to be a member, and how. */
export interface AuthenticatedMember extends Actor {
  /** What the call is in the audit log, when it is more than a login. */
  event?: ChangeDetails & { action: string }
  /** When the member last showed who they are, which a provider may have asked a while ago; left out: now. */
  confirmedAt?: Date
  /** Throws when what was shown before the transaction counts no longer. Nothing of it changes meanwhile. */
  confirm?: (tx: Tx) => Promise<void>
  /** Sealed: what a provider of logins gave. */
  providerTokens?: Uint8Array
}

/** Finds the member, in the transaction that opens the session. */
export type Identify = (tx: Tx) => Promise<AuthenticatedMember>

/** Opens a session, with its event in the audit log and its cookie. */
export async function startSession(
  parts: Pick<AppContext, 'config'>,
  exchange: Exchange,
  identify: Identify,
) {
  const session = await exchange.change(async (tx) =>
    openLogin(tx, await confirmLogin(tx, await identify(tx)), { ...parts, ...exchange }),
  )
  return sendTokens(parts, exchange.reply, session)
}

/** Throws for a member who was deactivated or removed, or whose password or passkey was changed, at the last moment. */
export async function confirmLogin(tx: Tx, who: AuthenticatedMember): Promise<AuthenticatedMember> {
  if (!(await lockForLogin(tx, who))) throw new Problem(403, 'memberInactive', 'This member is disabled')
  await who.confirm?.(tx)
  return who
}

/** The session of a confirmed member, with its event. */
export async function openLogin(
  tx: Tx,
  who: AuthenticatedMember,
  { config, request }: Pick<AppContext, 'config'> & Pick<Exchange, 'request'>,
) {
  const from = { address: request.ip, agent: agentOf(request) }
  const result = await openSession(tx, { ...who, idleMs: config.sessionIdleMs, from })
  return { result, by: who, action: 'credentials.login', ...who.event }
}

/** The access token as the body, the refresh token as a cookie that no script can read. */
export function sendTokens(
  { config }: Pick<AppContext, 'config'>,
  reply: FastifyReply,
  session: OpenedSession,
) {
  reply.setCookie(cookieName, session.refreshToken, {
    ...cookieFlags,
    maxAge: 30 * 24 * 3600,
    secure: config.publicUrl?.startsWith('https:') ?? false,
  })
  return { token: session.accessToken, expiresInMs: session.expiresInMs }
}

export const refreshTextOf = (request: FastifyRequest): string => request.cookies[cookieName] ?? ''
export const dropCookie = (reply: FastifyReply) => reply.clearCookie(cookieName, cookieFlags)
