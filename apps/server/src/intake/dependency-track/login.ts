import type { AppContext } from '#context.ts'
import { challengeFor } from '#identity/mfa/challenge.ts'
import { identifyByPassword } from '#identity/password-login/identify-by-password.ts'
import { confirmLogin, openLogin } from '#identity/sessions/start-session.ts'
import { Problem } from '#platform/http/problem.ts'
import type { FastifyRequest } from 'fastify'
import type { ChangeBy } from '#auth/router/change.ts'
import type { CallsOf } from './calls-of.ts'

export const loginCalls = (context: AppContext): CallsOf<'login'> => ({
  login: ({ body, request, change }) => tokenFor(context, { request, change }, body),
})

/**
 * The access token of a new session, without a cookie. Throws Problem 401 for members who need a second factor: their
 * programs need an API token.
 */
export async function tokenFor(
  context: AppContext,
  { request, change }: { request: FastifyRequest; change: ChangeBy },
  { username, password }: { username: string; password: string },
): Promise<string> {
  const identify = await identifyByPassword(context, request, { email: username, password })
  return change(async (tx) => {
    const principal = await confirmLogin(tx, await identify(tx))
    if (await challengeFor({ db: tx, sms: context.sms }, principal))
      throw new Problem(401, 'wrongCredentials', 'This member has a second factor: use an API token')
    const { result, ...event } = await openLogin(tx, principal, { ...context, request })
    return { result: result.accessToken, ...event }
  })
}
