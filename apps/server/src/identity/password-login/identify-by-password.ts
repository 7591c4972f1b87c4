import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { isPassword } from '#auth/passwords/passwords.ts'
import { accountScope } from '#auth/scope.ts'
import { findPasswordHash } from '#accounts/members/store.ts'
import { attemptOf } from '#identity/attempts/known-devices.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import type { AuthenticatedMember, Identify } from '#identity/sessions/start-session.ts'
import { resolveMember } from '#identity/sso/resolve-member.ts'
import { findLogin } from './store.ts'
import { verifyByDirectory, wrongCredentials } from './verify-by-directory.ts'

interface Credentials {
  /** Or the user name in a directory. */
  email: string
  password: string
  /** Whose directory to ask; defaults to the installation's. */
  account?: string | undefined
}

/**
 * Asks a directory only if it is no member's password here. Throws Problem 401 for a wrong password, which takes the same
 * time for unknown members, and 429 for too many.
 */
export function identifyByPassword(
  context: AppContext,
  request: FastifyRequest,
  { email, password, account }: Credentials,
): Promise<Identify> {
  const { db } = context
  const attempt = attemptOf(context, request, email)
  return withLockout<Identify>(db, attempt, async () => {
    const login = await findLogin(db, email)
    const isRight = await isPassword(login?.passwordHash, password)
    if (login && isRight) return async () => memberByPassword(login, email)
    const { device } = attempt
    const entered = { login: email, password, device, account: account ?? null }
    const claims = (await verifyByDirectory(context, entered)) ?? throwWrong()
    return async (tx) => ({ ...(await resolveMember(tx, claims)), credential: 'ldap', enteredAs: email })
  })
}

const throwWrong = (): never => {
  throw wrongCredentials()
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
