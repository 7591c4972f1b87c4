import type { Proof } from '@assay/contract/confirmation.ts'
import type { Parts } from '../app.ts'
import { isPassword } from '../auth/passwords.ts'
import type { Caller } from '../auth/scope.ts'
import { withLockout } from '../credentials/lockout.ts'
import { findLogin } from '../credentials/store.ts'
import { Problem } from '../http/problem.ts'
import { subjectOfSession } from '../mfa/challenge.ts'
import { methodsOf } from '../mfa/factors.ts'
import { useCode } from '../mfa/use-code.ts'
import { checkAssertion, refused } from '../passkeys/verify.ts'

interface Given {
  proof: Proof
  address: string
}

/** What a login asks for, asked again of a member who is logged in. Throws 401 when it is wrong, 429 after too many. */
export async function checkProof(parts: Parts, caller: Caller, { proof, address }: Given): Promise<void> {
  const { scope, memberUuid, email } = caller
  if ('credential' in proof) {
    const owner = await checkAssertion(parts, proof.credential)
    if (owner.memberUuid !== memberUuid) throw refused(401)
    return
  }
  await withLockout(parts.db, { email, address }, async () => {
    const login = await findLogin(parts.db, email)
    if (!(await isPassword(login?.passwordHash, proof.password)))
      throw new Problem(401, 'wrongCredentials', 'The password is wrong')
  })
  if ((await methodsOf(parts.db, scope, memberUuid)).length === 0) return
  if (!proof.code) throw new Problem(400, 'codeMissing', 'The code of the second factor is missing')
  const { method, totp } = proof.code
  const given = { method, code: totp, isSetup: false }
  await useCode(parts, subjectOfSession(caller), { given, address })
}
