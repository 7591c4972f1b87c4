import { randomUUID } from 'node:crypto'
import { insertAccount } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import { hashPassword, isPassword } from '../auth/passwords.ts'
import { accountScope } from '../auth/scope.ts'
import { isSameHash, makeSecret, readSecret } from '../auth/secret.ts'
import type { Database } from '../database/database.ts'
import { publicAddress } from '../http/public-address.ts'
import { Problem } from '../http/problem.ts'
import { hasLogin, insertMember } from '../members/store.ts'
import { checkNewPassword, linkEnded } from './change-password.ts'
import { withLockout } from './lockout.ts'
import {
  findRegistration,
  insertRegistration,
  type Registration,
  takeRegistrations,
} from './registration-store.ts'

interface Wanted {
  email: string
  password: string
  name?: string | undefined
}

const lifetimeMs = 24 * 3_600_000

/**
 * Keeps who wants an account until the mailed link is followed: there is nothing to log in to or to link before.
 * An address that logs in already is kept as well, so that it takes the same time. The link's secret.
 */
export async function keepRegistration(db: Database, { email, password, name }: Wanted): Promise<string> {
  checkNewPassword(password, email)
  const [uuid, accountUuid] = [randomUUID(), randomUUID()]
  const secret = makeSecret('verification', accountUuid, uuid)
  await insertRegistration(db, {
    ...{ uuid, accountUuid, email, name: name === undefined || name === '' ? email.split('@', 1)[0]! : name },
    ...{ passwordHash: await hashPassword(password), hash: secret.hash },
    expiresAt: new Date(Date.now() + lifetimeMs),
  })
  return secret.text
}

/** To the address alone, which learns whether it logs in already. */
export async function mailVerification(
  { db, config, mail }: Pick<Parts, 'db' | 'config' | 'mail'>,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const address = publicAddress(config)
  const letter = (await hasLogin(db, email))
    ? {
        subject: 'You have a login to Assay already',
        text: `Somebody, we hope you, asked for an account with this address, which belongs to a member already:\n\n${address}/\n\nIf you forgot your password, ask for a new one there. If it was not you, do nothing.\n`,
      }
    : {
        subject: 'Verify your address for Assay',
        // In the fragment, which no server and no Referer header sees.
        text: `Somebody, we hope you, asked for an account with this address. To open it, repeat the password that you chose:\n\n${address}/verify#${token}\n\nThe link works once, for a day. If it was not you, do nothing.\n`,
      }
  await mail.send({ to: email, ...letter })
}

/**
 * Makes the account and its administrator. The password is asked for again: else who registers with another's
 * address would have chosen the password of the account that its owner opens. Throws 400 and 401.
 */
export async function verifyAddress(
  db: Database,
  { token, password, address }: { token: string; password: string; address: string },
) {
  const secret = readSecret('verification', token)
  const registration = secret && (await findRegistration(db, secret.uuid))
  if (!registration || !isSameHash(registration.hash, secret.hash)) throw linkEnded()
  const { email, passwordHash } = registration
  await withLockout(db, { email, address }, async () => {
    if (!(await isPassword(passwordHash, password)))
      throw new Problem(401, 'wrongCredentials', 'This is not the password that was chosen with this address')
  })
  return openAccount(db, registration)
}

const openAccount = (db: Database, { accountUuid, email, name, passwordHash }: Registration) =>
  db.transaction().execute(async (tx) => {
    if (!(await takeRegistrations(tx, email)) || (await hasLogin(tx, email))) throw linkEnded()
    const memberUuid = randomUUID()
    await insertAccount(tx, { uuid: accountUuid, name, email })
    const member = { uuid: memberUuid, name, email, role: 'Administrator', passwordHash }
    await insertMember(tx, accountScope(accountUuid), member)
    return { accountUuid, memberUuid, email }
  })
