import type { Credential } from '@assay/contract/reauthentication.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { isPassword } from '#auth/passwords/passwords.ts'
import type { Caller } from '#auth/scope.ts'
import { attemptOf } from '#identity/attempts/known-devices.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { Problem } from '#platform/http/problem.ts'
import { findPasswordHash } from '#accounts/members/store.ts'
import { subjectOfSession } from '#identity/mfa/challenge.ts'
import { methodsOf } from '#identity/mfa/factors.ts'
import { isDirectoryPassword } from '#identity/password-login/verify-by-directory.ts'
import { useCode } from '#identity/mfa/use-code.ts'
import { checkAssertion, passkeyRejected } from '#identity/passkeys/verify.ts'

interface Presented {
  presented: Credential
  request: FastifyRequest
}

/** Verifies the credentials of a logged-in member again. Throws 401 if wrong, 429 after too many attempts. */
export async function verifyCredential(
  context: AppContext,
  caller: Caller,
  { presented, request }: Presented,
): Promise<void> {
  const { scope, memberUuid, email } = caller
  const tried = attemptOf(context, request, email)
  if ('credential' in presented) {
    const { credential } = presented
    await withLockout(context.db, { ...tried, step: 'passkey' }, async () => {
      const owner = await checkAssertion(context, credential)
      if (owner.memberUuid !== memberUuid) throw passkeyRejected(401)
    })
    return
  }
  await withLockout(context.db, tried, async () => {
    const current = await findPasswordHash(context.db, scope, memberUuid)
    if (await isPassword(current, presented.password)) return
    if (!(await isDirectoryPassword(context, caller, { ...tried, password: presented.password })))
      throw new Problem(401, 'wrongCredentials', 'The password is wrong')
  })
  if ((await methodsOf(context.db, scope, memberUuid)).length === 0) return
  if (!presented.code) throw new Problem(400, 'codeMissing', 'A second-factor code is required')
  const { method, totp } = presented.code
  const attempt = { method, code: totp, isSetup: false }
  await useCode(context, subjectOfSession(caller), { attempt, request })
}
