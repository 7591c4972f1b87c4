import { randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from '#auth/passwords/passwords.ts'
import { accountScope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { claimAddress } from '#accounts/members/address-store.ts'
import { insertMember } from '#accounts/members/store.ts'
import { hasAccount, insertAccount, lockFirstStart } from './store.ts'

export interface FirstLogin {
  email: string
  /** null if set by the operator. */
  password: string | null
}

/** On first start: creates the account and its administrator. null if an account exists. */
export async function createFirstAccount(
  db: Database,
  admin: { email: string; password: string | undefined },
): Promise<FirstLogin | null> {
  if (await hasAccount(db)) return null
  const { email } = admin
  const generated = admin.password === undefined ? randomBytes(12).toString('base64url') : null
  const passwordHash = await hashPassword(admin.password ?? generated!)
  return db.transaction().execute(async (tx) => {
    await lockFirstStart(tx)
    if (await hasAccount(tx)) return null
    const uuid = randomUUID()
    await insertAccount(tx, { uuid, name: 'My organization', email, isOperator: true })
    const name = email.split('@', 1)[0]!
    const memberUuid = randomUUID()
    const scope = accountScope(uuid)
    await insertMember(tx, scope, {
      uuid: memberUuid,
      name,
      email,
      role: 'Administrator',
      passwordHash,
    })
    await claimAddress(tx, scope, { memberUuid, email, isProved: true })
    return { email, password: generated }
  })
}
