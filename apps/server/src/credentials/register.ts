import { randomUUID } from 'node:crypto'
import { insertAccount } from '../accounts/store.ts'
import { hashPassword } from '../auth/passwords.ts'
import { accountScope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { hasLogin, insertMember } from '../members/store.ts'
import { checkNewPassword } from './change-password.ts'

interface Registration {
  email: string
  password: string
  name?: string | undefined
}

/** An account of one's own, with its administrator. Throws 409 for an address that logs in already. */
export async function register(db: Database, { email, password, name }: Registration) {
  checkNewPassword(password, email)
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    if (await hasLogin(tx, email)) {
      throw new Problem(409, 'emailTaken', 'This e-mail address belongs to a member already')
    }
    const [accountUuid, memberUuid] = [randomUUID(), randomUUID()]
    const shown = name === undefined || name === '' ? email.split('@', 1)[0]! : name
    await insertAccount(tx, { uuid: accountUuid, name: shown, email })
    const member = { uuid: memberUuid, name: shown, email, role: 'Administrator', passwordHash }
    await insertMember(tx, accountScope(accountUuid), member)
    return { accountUuid, memberUuid }
  })
}
