import { contract } from '@assay/contract/contract.ts'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { agentOf } from '#accounts/audit/agent-of.ts'
import { checkNotLeaked } from '#auth/passwords/leaked-passwords.ts'
import { hashPassword } from '#auth/passwords/passwords.ts'
import { refusedRefresh } from '#auth/callers/rejected-request.ts'
import { accountScope, type Caller } from '#auth/scope.ts'
import { readSecret } from '#platform/secrets/secret.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { browserLanguage } from '#platform/http/browser-language.ts'
import { Problem } from '#platform/http/problem.ts'
import { limitEmails } from '#accounts/member-emails/limit-emails.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import { logoutUrlOf, type SessionKey } from '#identity/sso/oidc/tokens.ts'
import { withinTimeout } from '#identity/sso/oidc/within-timeout.ts'
import {
  changePassword,
  checkLink,
  checkNewPassword,
  checkPassword,
  resetPassword,
} from './change-password.ts'
import { startSession, sendTokens, refreshCookie } from '#identity/sessions/start-session.ts'
import { attemptOf } from '#identity/attempts/known-devices.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { endSessionByLogout, refreshSession } from '#identity/sessions/open-session.ts'
import { forgotPasswordJob } from './forgot-password-job.ts'
import { identifyByPassword } from './identify-by-password.ts'
import { providerChecksOf } from './provider-checks.ts'
import { saveRegistration } from './save-registration.ts'
import { newRegistration, openAccount, verifyAddress } from './register.ts'
import { startSessionOrChallenge } from './start-or-challenge.ts'

export function credentialsRoutes(context: AppContext): void {
  const { routes, db, config } = context
  const checkProvider = providerChecksOf(context)
  registerRoutes(routes, contract.credentials, {
    async login({ body, request, reply, change }) {
      const identify = await identifyByPassword(context, request, body)
      return startSessionOrChallenge(context, { request, reply, change }, identify)
    },
    async refresh({ request, reply }) {
      const secret = refreshSecret(context, request) ?? loginRequired()
      // Before the token is consumed: a client that gives up while the provider hangs can still use it.
      if (!(await checkProvider(secret, request))) loginRequired('Your identity provider ended this session')
      const from = { address: request.ip, agent: agentOf(request) }
      const text = refreshCookie(context).read(request)
      const session = await refreshSession(context, { ...secret, text, from })
      if (session) return sendTokens(context, reply, session)
      request.rejection = refusedRefresh(secret)
      return loginRequired()
    },
    async logout({ caller, request, reply }) {
      const secret = refreshSecret(context, request)
      const ended = [secret, sessionKeyOf(caller)].filter((each) => each !== null)
      if (secret) request.rejection = refusedRefresh(secret)
      // Our session ends first, so that a provider cannot delay that.
      const from = { address: request.ip, agent: agentOf(request) }
      for (const session of ended) await endSessionByLogout(db, session, from)
      refreshCookie(context).drop(reply)
      const urls = await Promise.all(ended.map((session) => providerLogout(context, session, request)))
      return { logoutUrl: urls.find((url) => url !== null) ?? null }
    },
    ...registering(context),
    async forget({ query: { email }, request }) {
      const address = request.ip
      await limitEmails(db, { email, address })
      const linkRequest = { linkUuid: randomUUID(), email, address, agent: agentOf(request) }
      if (config.mail !== undefined) await context.queue.send(db, forgotPasswordJob, linkRequest)
      return {}
    },
    async reset({ body: { token, password }, request, reply, change }) {
      const secret = await checkLink(db, token)
      await checkNotLeaked({ config, log: request.log }, password)
      const passwordHash = await hashPassword(password)
      return startSessionOrChallenge(context, { request, reply, change }, async (tx) => {
        const { purpose, ...principal } = await resetPassword(tx, { secret, password, passwordHash })
        const { memberUuid, email } = principal
        const notice = { memberUuid, email, notice: 'passwordChanged' } as const
        if (purpose === 'reset') await notifyMember(tx, accountScope(principal.accountUuid), notice)
        const event = { action: 'credentials.reset', after: { purpose } }
        return { ...principal, credential: 'mailed link', event }
      })
    },
    async change({ caller, body, request, change }) {
      const { email } = caller
      checkNewPassword(body.newPassword, email)
      await checkNotLeaked({ config, log: request.log }, body.newPassword)
      const attempt = attemptOf(context, request, email)
      const currentHash = await withLockout(db, attempt, () => checkPassword(db, caller, body.password))
      await changePassword(caller, { newPassword: body.newPassword, currentHash, change })
      return {}
    },
  })
}

function loginRequired(message = 'Login required'): never {
  throw new Problem(401, 'loginRequired', message)
}

const registering = (
  context: AppContext,
): Pick<Handlers<typeof contract.credentials>, 'register' | 'verify'> => ({
  async register({ body, request }) {
    if (!context.config.allowsRegistration) {
      throw new Problem(
        403,
        'registrationClosed',
        'Registration is closed: the operator of this installation creates accounts',
      )
    }
    await limitEmails(context.db, { email: body.email, address: request.ip })
    await checkNotLeaked({ config: context.config, log: request.log }, body.password)
    await saveRegistration(context, await newRegistration(body), browserLanguage(request))
    return {}
  },
  async verify({ body, request, reply, change }) {
    const registration = await verifyAddress(context.db, { ...body, address: request.ip })
    return startSession(context, { request, reply, change }, async (tx) => ({
      ...(await openAccount(tx, registration)),
      credential: 'mailed link and password',
      event: { action: 'credentials.verify' },
    }))
  },
})

const sessionKeyOf = (caller: Caller | null): SessionKey | null =>
  caller?.by.kind === 'session' ? { accountUuid: caller.scope.accountUuid, uuid: caller.by.uuid } : null

/** Ends our session whether or not the provider responds. The access token may belong to an older session. */
async function providerLogout(
  context: AppContext,
  session: SessionKey,
  request: FastifyRequest,
): Promise<string | null> {
  try {
    return await withinTimeout(logoutUrlOf(context, session))
  } catch (error) {
    request.log.warn({ err: error }, 'Failed to get the logout URL of the identity provider')
    return null
  }
}

const refreshSecret = (context: AppContext, request: FastifyRequest) =>
  readSecret('refresh', refreshCookie(context).read(request))
