import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parts } from '../app.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { isPassword } from '../auth/passwords.ts'
import { accountScope } from '../auth/scope.ts'
import { readSecret } from '../auth/secret.ts'
import { implement } from '../http/implement.ts'
import { Problem } from '../http/problem.ts'
import { mailLink } from '../mail/mail-link.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { withLockout } from './lockout.ts'
import { openSession, type OpenedSession, refreshSession } from './open-session.ts'
import { register } from './register.ts'
import { findLogin, revokeSession } from './store.ts'

const cookieName = 'assay_refresh'
const cookiePath = '/api/v1/credentials'

export function credentialsRoutes(parts: Parts): void {
  const { binding, db, config } = parts
  const answer = (out: FastifyReply, session: OpenedSession) => {
    if (session.refreshToken !== null)
      out.setCookie(cookieName, session.refreshToken, cookie(config.publicUrl))
    return { token: session.accessToken, expiresInMs: session.expiresInMs }
  }
  const open = async (who: Entered, { request, out }: { request: FastifyRequest; out: FastifyReply }) => {
    await recordEntry(db, who, request.ip)
    const from = { address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 300) }
    return answer(out, await openSession(db, { ...who, from }))
  }
  implement(binding, contract.credentials, {
    async login({ body, request, out }) {
      const who = await withLockout(db, { email: body.email, address: request.ip }, async () => {
        const login = await findLogin(db, body.email)
        const isRight = await isPassword(login?.passwordHash, body.password)
        if (!login || !isRight)
          throw new Problem(401, 'wrongCredentials', 'The e-mail address or the password is wrong')
        return login
      })
      return open({ ...who, email: body.email.toLowerCase(), action: 'credentials.login' }, { request, out })
    },
    async refresh({ request, out }) {
      const secret = refreshSecret(request)
      const session = secret && (await refreshSession(db, secret))
      if (!session) throw new Problem(401, 'loginRequired', 'A login is required')
      return answer(out, session)
    },
    async logout({ caller, request, out }) {
      const secret = refreshSecret(request)
      if (secret) await revokeSession(db, secret.accountUuid, secret.uuid)
      if (caller?.by.kind === 'session') await revokeSession(db, caller.scope.accountUuid, caller.by.uuid)
      out.clearCookie(cookieName, { path: cookiePath })
      return {}
    },
    async register({ body, request, out }) {
      if (!config.allowsRegistration) {
        throw new Problem(403, 'registrationClosed', 'Accounts are made by the operator of this installation')
      }
      const made = await register(db, body)
      return open({ ...made, email: body.email, action: 'credentials.register' }, { request, out })
    },
    async forget({ query, request }) {
      // After the answer, so that its time tells nothing of who has a login.
      void forget(parts, query.email).catch((error: unknown) =>
        request.log.error({ err: error }, 'A link for a new password could not be sent'),
      )
      return {}
    },
    async reset({ body, request, out }) {
      const { purpose, ...who } = await resetPassword(db, body)
      return open({ ...who, action: `credentials.reset ${purpose}` }, { request, out })
    },
    async change({ caller, body, request }) {
      const { email } = caller
      await withLockout(db, { email, address: request.ip }, () => changePassword(db, caller, body))
      return {}
    },
  })
}

interface Entered {
  accountUuid: string
  memberUuid: string
  email: string
  action: string
}

const recordEntry = (db: Parts['db'], { accountUuid, memberUuid, email, action }: Entered, address: string) =>
  insertAuditEvent(db, accountScope(accountUuid), {
    ...{ memberUuid, memberEmail: email, credential: 'password', address, action },
    ...{ target: {}, before: undefined, after: undefined },
  })

async function forget(parts: Parts, email: string): Promise<void> {
  const login = await findLogin(parts.db, email)
  if (!login || parts.config.mail === undefined) return
  await mailLink(parts, accountScope(login.accountUuid), { uuid: login.memberUuid, email, purpose: 'reset' })
}

const refreshSecret = (request: FastifyRequest) => readSecret('refresh', request.cookies[cookieName] ?? '')

const cookie = (publicUrl: string | undefined) => ({
  httpOnly: true,
  sameSite: 'strict' as const,
  path: cookiePath,
  secure: publicUrl?.startsWith('https:') ?? false,
  maxAge: 30 * 24 * 3600,
})
