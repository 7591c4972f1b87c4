import { randomUUID } from 'node:crypto'
import { insertAccount } from '#accounts/account/store.ts'
import { hashPassword, isPassword } from '#auth/passwords/passwords.ts'
import { accountScope } from '#auth/scope.ts'
import { isSameHash, makeSecret, readSecret } from '#platform/secrets/secret.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { lockAddress } from '#accounts/members/address-store.ts'
import { proveAddress } from '#accounts/members/prove-address.ts'
import { insertMember } from '#accounts/members/store.ts'
import { checkNewPassword, linkEnded } from './change-password.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { findRegistration, type Registration, consumeRegistrations } from './registration-store.ts'

interface RegistrationInput {
  email: string
  password: string
  name?: string | undefined
}

const lifetimeMs = 24 * 3_600_000

/** Encryption purpose of a registration token in a queued email. */
export const linkPurpose = (registrationUuid: string) => `registration ${registrationUuid}`

export interface NewRegistration {
  row: Registration
  /** The secret of the link. */
  token: string
}

/**
 * Stores a registration until the emailed link is used; no login exists before. Existing addresses are stored as well,
 * so that it takes the same time.
 */
export async function newRegistration({
  email,
  password,
  name,
}: RegistrationInput): Promise<NewRegistration> {
  checkNewPassword(password, email)
  const [uuid, accountUuid] = [randomUUID(), randomUUID()]
  const secret = makeSecret('verification', accountUuid, uuid)
  const row = {
    uuid,
    accountUuid,
    email,
    name: name === undefined || name === '' ? email.split('@', 1)[0]! : name,
    passwordHash: await hashPassword(password),
    hash: secret.hash,
    expiresAt: new Date(Date.now() + lifetimeMs),
  }
  return { row, token: secret.text }
}

/**
 * The registration of an emailed link. Requires the password again: otherwise somebody who registered another person's
 * address would know the password of the account its owner creates. Throws 400 and 401.
 */
export async function verifyAddress(
  db: Database,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<Registration> {
  const secret = readSecret('verification', token)
  const registration = secret && (await findRegistration(db, secret.uuid))
  if (!registration || !isSameHash(registration.hash, secret.hash)) throw linkEnded()
  const { email, passwordHash } = registration
  await withLockout(db, { email, address }, async () => {
    if (!(await isPassword(passwordHash, password)))
      throw new Problem(401, 'wrongCredentials', 'This is not the password chosen at registration')
  })
  return registration
}

/** Creates the account and its administrator. */
export async function openAccount(tx: Tx, { uuid, accountUuid, email, name, passwordHash }: Registration) {
  await lockAddress(tx, email)
  // One of several concurrent requests succeeds, and none if the address has been registered again.
  if (!(await consumeRegistrations(tx, email)).includes(uuid)) throw linkEnded()
  const memberUuid = randomUUID()
  const scope = accountScope(accountUuid)
  await insertAccount(tx, { uuid: accountUuid, name, email })
  await insertMember(tx, scope, { uuid: memberUuid, name, email, role: 'Administrator', passwordHash })
  if (!(await proveAddress(tx, scope, { memberUuid, email }))) throw linkEnded()
  return { accountUuid, memberUuid, email }
}
