import type { Change } from '#auth/router/change.ts'
import { hashPassword, isPassword } from '#auth/passwords/passwords.ts'
import { isKnownPassword, passwordKnown } from '#auth/passwords/known-passwords.ts'
import { accountScope, type Caller, type Scope } from '#auth/scope.ts'
import { isSameHash, readSecret, type Secret } from '#platform/secrets/secret.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import { findLink, lockLink, consumeLink } from '#accounts/member-emails/store.ts'
import { claimAddress, lockAddress } from '#accounts/members/address-store.ts'
import { proveAddress } from '#accounts/members/prove-address.ts'
import { emailTaken, findMember, findPasswordHash, updateMember } from '#accounts/members/store.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { revokeOtherSessions } from '#auth/sessions/session-store.ts'

/** Throws 400 for a common password. */
export function checkNewPassword(password: string, email: string): void {
  if (isKnownPassword(password, email)) {
    throw passwordKnown()
  }
}

/** The hash of the old password. Throws 401 if it is wrong. */
export async function checkPassword(
  db: Database,
  { scope, memberUuid }: Caller,
  password: string,
): Promise<string | null> {
  const current = await findPasswordHash(db, scope, memberUuid)
  if (!(await isPassword(current, password))) throw wrongPassword()
  return current
}

const wrongPassword = () => new Problem(401, 'wrongCredentials', 'The password is wrong')

/** Ends the other sessions. */
export async function changePassword(
  { scope, memberUuid, email, by }: Caller,
  { newPassword, currentHash, change }: { newPassword: string; currentHash: string | null; change: Change },
): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  await change(async (tx) => {
    await lockMember(tx, scope, memberUuid)
    if ((await findPasswordHash(tx, scope, memberUuid)) !== currentHash) throw wrongPassword()
    await updateMember(tx, scope, { uuid: memberUuid, passwordHash })
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
    await notifyMember(tx, scope, { memberUuid, email, notice: 'passwordChanged' })
    return { result: null }
  })
}

interface Reset {
  secret: Secret
  password: string
  passwordHash: string
}

/**
 * Sets a password with an emailed link, which works once and activates an invited member. Ends all sessions. Throws 409
 * if the address was verified for another account in the meantime.
 */
export async function resetPassword(
  tx: Tx,
  { secret, password, passwordHash }: Reset,
): Promise<{ accountUuid: string; memberUuid: string; email: string; purpose: string }> {
  const scope = accountScope(secret.accountUuid)
  await lockHolder(tx, scope, secret.uuid)
  const link = await lockLink(tx, scope, secret.uuid)
  if (!link || !isSameHash(link.hash, secret.hash)) throw linkEnded()
  const { memberUuid, purpose, isMailed } = link
  const member = (await findMember(tx, scope, memberUuid)) ?? throwNotFound('member')
  if (member.status === 'Inactive') throw linkEnded()
  const { email } = member
  checkNewPassword(password, email)
  await consumeLink(tx, scope, secret.uuid)
  await updateMember(tx, scope, { uuid: memberUuid, passwordHash, status: 'Active' })
  await revokeOtherSessions(tx, scope, { memberUuid, except: null })
  const isOwn = isMailed
    ? await proveAddress(tx, scope, { memberUuid, email })
    : await claimAddress(tx, scope, { memberUuid, email, isProved: false })
  if (!isOwn) throw emailTaken()
  return { accountUuid: scope.accountUuid, memberUuid, email, purpose }
}

/** Locks the address and the member of a link, in the usual lock order. Throws 400. */
async function lockHolder(tx: Tx, scope: Scope, linkUuid: string): Promise<void> {
  const link = (await findLink(tx, scope, linkUuid)) ?? throwLinkEnded()
  const { email } = (await findMember(tx, scope, link.memberUuid)) ?? throwLinkEnded()
  await lockAddress(tx, email)
  await lockMember(tx, scope, link.memberUuid)
}

/** Rejects invalid links before the expensive hash. Throws 400. */
export async function checkLink(db: Database, token: string): Promise<Secret> {
  const secret = readSecret('link', token)
  const link = secret && (await findLink(db, accountScope(secret.accountUuid), secret.uuid))
  if (!link || !isSameHash(link.hash, secret.hash)) throw linkEnded()
  return secret
}

const throwLinkEnded = (): never => {
  throw linkEnded()
}

export const linkEnded = () =>
  new Problem(400, 'linkEnded', 'This link has expired or was already used. Request a new one')
