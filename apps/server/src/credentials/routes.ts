import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountSummary } from '../accounts/account-summary.ts'
import { findAccount, findMember, listTeamsOf } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import { isPassword } from '../auth/passwords.ts'
import { readSecret } from '../auth/secret.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { openSession, type OpenedSession, refreshSession } from './open-session.ts'
import { findLogin, revokeSession } from './store.ts'

const cookieName = 'assay_refresh'
const cookiePath = '/api/v1/credentials'

export function credentialsRoutes({ binding, db, config }: Parts): void {
  const answer = (out: FastifyReply, session: OpenedSession) => {
    if (session.refreshToken !== null)
      out.setCookie(cookieName, session.refreshToken, cookie(config.publicUrl))
    return { token: session.accessToken, expiresInMs: session.expiresInMs }
  }
  implement(binding, contract.credentials, {
    async login({ body, out }) {
      const login = await findLogin(db, body.email)
      const isRight = await isPassword(login?.passwordHash, body.password)
      if (!login || !isRight)
        throw new Problem(401, 'wrongCredentials', 'The e-mail address or the password is wrong')
      return answer(out, await openSession(db, login.accountUuid, login.memberUuid))
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
  })
  implement(binding, contract.users, {
    async me({ caller }) {
      const { scope, memberUuid, permissions } = caller
      const member = (await findMember(db, scope, memberUuid)) ?? missing('member')
      const account = (await findAccount(db, scope)) ?? missing('account')
      return {
        ...{ id: member.uuid, name: member.name, email: member.email, role: caller.role },
        permissions: [...permissions],
        account: accountSummary(account, caller),
        teams: await listTeamsOf(db, scope, memberUuid),
      }
    },
  })
}

const refreshSecret = (request: FastifyRequest) => readSecret('refresh', request.cookies[cookieName] ?? '')

const cookie = (publicUrl: string | undefined) => ({
  httpOnly: true,
  sameSite: 'strict' as const,
  path: cookiePath,
  secure: publicUrl?.startsWith('https:') ?? false,
  maxAge: 30 * 24 * 3600,
})
