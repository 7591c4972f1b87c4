import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { agentOf } from '#accounts/audit/agent-of.ts'
import type { Actor, ChangeBy, ChangeDetails } from '#auth/router/change.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Cookie, cookieOf } from '#platform/http/cookies.ts'
import { Problem } from '#platform/http/problem.ts'
import { rememberDevice } from '#identity/attempts/known-devices.ts'
import { lockForLogin } from '#auth/sessions/active-members-store.ts'
import { openSession, type OpenedSession } from './open-session.ts'

const lifetimeSeconds = 30 * 24 * 3600

export const refreshCookie = ({ config }: Pick<AppContext, 'config'>): Cookie =>
  cookieOf(config, { name: 'assay_refresh', path: '/api/v1/credentials', sameSite: 'strict' })

type SessionContext = Pick<AppContext, 'config' | 'vault'>

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  change: ChangeBy
}

/** An authenticated member, and how they authenticated. */
export interface AuthenticatedMember extends Actor {
  /** Action in the audit log, if it is more than a login. */
  event?: ChangeDetails & { action: string }
  /** Time of the authentication, which may have been earlier at a provider; defaults to now. */
  confirmedAt?: Date
  /** Throws if the authentication is no longer valid. Runs with the rows locked. */
  confirm?: (tx: Tx) => Promise<void>
  /** The name that was entered, if it is not the address. */
  enteredAs?: string
  /** Encrypted tokens of the login provider. */
  providerTokens?: Uint8Array
}

/** Resolves the member in the session's transaction. */
export type Identify = (tx: Tx) => Promise<AuthenticatedMember>

/** Starts a session with its audit event and cookie. */
export async function startSession(context: SessionContext, exchange: Exchange, identify: Identify) {
  let email = ''
  const session = await exchange.change(async (tx) => {
    const principal = await confirmLogin(tx, await identify(tx))
    email = principal.email
    return openLogin(tx, principal, { ...context, ...exchange })
  })
  const tokens = sendTokens(context, exchange.reply, session)
  rememberDevice(context, exchange, email)
  return tokens
}

/** Throws if the member was deactivated or removed, or the password or passkey changed, in the meantime. */
export async function confirmLogin(tx: Tx, principal: AuthenticatedMember): Promise<AuthenticatedMember> {
  if (!(await lockForLogin(tx, principal)))
    throw new Problem(403, 'memberInactive', 'This member is disabled')
  await principal.confirm?.(tx)
  return principal
}

/** Creates the session of an authenticated member with its event. */
export async function openLogin(
  tx: Tx,
  principal: AuthenticatedMember,
  { config, request }: Pick<AppContext, 'config'> & Pick<Exchange, 'request'>,
) {
  const from = { address: request.ip, agent: agentOf(request) }
  const result = await openSession(tx, { ...principal, idleMs: config.sessionIdleMs, from })
  return { result, by: principal, action: 'credentials.login', ...principal.event }
}

/** Sends the access token as the body and the refresh token as a cookie. */
export function sendTokens(context: Pick<AppContext, 'config'>, reply: FastifyReply, session: OpenedSession) {
  refreshCookie(context).set(reply, session.refreshToken, lifetimeSeconds)
  return { token: session.accessToken, expiresInMs: session.expiresInMs }
}
