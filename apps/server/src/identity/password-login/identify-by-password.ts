import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { isPassword } from '#auth/passwords/passwords.ts'
import { accountScope } from '#auth/scope.ts'
import { findPasswordHash } from '#accounts/members/store.ts'
import { attemptOf } from '#identity/attempts/known-devices.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import type { AuthenticatedMember } from '#identity/sessions/start-session.ts'
import { Problem } from '#platform/http/problem.ts'
import { findLogin } from './store.ts'

/** Throws Problem 401 for a wrong password, which takes the same time for unknown members, and 429 for too many. */
export async function identifyByPassword(
  context: AppContext,
  request: FastifyRequest,
  { email, password }: { email: string; password: string },
): Promise<AuthenticatedMember> {
  const { db } = context
  const principal = await withLockout(db, attemptOf(context, request, email), async () => {
    const login = await findLogin(db, email)
    const isRight = await isPassword(login?.passwordHash, password)
    if (!login || !isRight) throw wrongCredentials()
    return login
  })
  return memberByPassword(principal, email)
}

/** Continues like a login, unless the password has been changed in the meantime. */
const memberByPassword = (
  { accountUuid, memberUuid, passwordHash }: NonNullable<Awaited<ReturnType<typeof findLogin>>>,
  email: string,
): AuthenticatedMember => ({
  accountUuid,
  memberUuid,
  email: email.toLowerCase(),
  credential: 'password',
  async confirm(tx) {
    if ((await findPasswordHash(tx, accountScope(accountUuid), memberUuid)) !== passwordHash)
      throw wrongCredentials()
  },
})

const wrongCredentials = () =>
  new Problem(401, 'wrongCredentials', 'The email address or the password is wrong')
