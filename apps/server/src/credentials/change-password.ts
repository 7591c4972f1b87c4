import type { Parts } from '../app.ts'
import { hashPassword, isPassword } from '../auth/passwords.ts'
import { isKnownPassword, passwordKnown } from '../auth/known-passwords.ts'
import { accountScope, type Caller } from '../auth/scope.ts'
import { isSameHash, readSecret } from '../auth/secret.ts'
import { missing, Problem } from '../http/problem.ts'
import { tellMember } from '../mail/tell-member.ts'
import { lockLink, spendLink } from '../mail/store.ts'
import { findMember, updateMember } from '../members/store.ts'
import { findLogin, revokeOtherSessions } from './store.ts'

/** Throws 400 for a password that everybody tries first. */
export function checkNewPassword(password: string, email: string): void {
  if (isKnownPassword(password, email)) {
    throw passwordKnown()
  }
}

type Tools = Pick<Parts, 'db' | 'mail' | 'config'>

/** The other sessions end. Throws 401 when the old password is wrong. */
export async function changePassword(
  parts: Tools,
  { scope, memberUuid, email, by }: Caller,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  checkNewPassword(newPassword, email)
  const login = await findLogin(parts.db, email)
  if (!(await isPassword(login?.passwordHash, password))) {
    throw new Problem(401, 'wrongCredentials', 'The password is wrong')
  }
  const passwordHash = await hashPassword(newPassword)
  await parts.db.transaction().execute(async (tx) => {
    await updateMember(tx, scope, { uuid: memberUuid, passwordHash })
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
  })
  tellMember(parts, { email, notice: 'passwordChanged' })
}

/** By a mailed link, which works once; an invited member has joined then. All sessions of before end. */
export async function resetPassword(
  parts: Tools,
  { token, password }: { token: string; password: string },
): Promise<{ accountUuid: string; memberUuid: string; email: string; purpose: string }> {
  const secret = readSecret('link', token)
  if (!secret) throw linkEnded()
  const scope = accountScope(secret.accountUuid)
  const passwordHash = await hashPassword(password)
  const who = await parts.db.transaction().execute(async (tx) => {
    const link = await lockLink(tx, scope, secret.uuid)
    if (!link || !isSameHash(link.hash, secret.hash)) throw linkEnded()
    const { memberUuid, purpose } = link
    const member = (await findMember(tx, scope, memberUuid)) ?? missing('member')
    if (member.status === 'Inactive') throw linkEnded()
    checkNewPassword(password, member.email)
    await spendLink(tx, scope, secret.uuid)
    await updateMember(tx, scope, { uuid: memberUuid, passwordHash, status: 'Active' })
    await revokeOtherSessions(tx, scope, { memberUuid, except: null })
    return { accountUuid: scope.accountUuid, memberUuid, email: member.email, purpose }
  })
  if (who.purpose === 'reset') tellMember(parts, { email: who.email, notice: 'passwordChanged' })
  return who
}

export const linkEnded = () => new Problem(400, 'linkEnded', 'This link is over: ask for a new one')
