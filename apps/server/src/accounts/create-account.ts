import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import type { Change } from '../audit/record-change.ts'
import { accountScope, type Caller } from '../auth/scope.ts'
import { missing } from '../http/problem.ts'
import { insertInvited, sendInvitation } from '../members/invite-member.ts'
import { accountSummary } from './account-summary.ts'
import { checkOperates } from './reach-account.ts'
import { findAccount, insertAccount } from './store.ts'

interface Wanted {
  name: string
  email: string
  record: (change: Change) => void
}

/** Another account with its administrator invited. Throws 403 unless the caller is the operator. */
export async function createAccount(parts: Parts, caller: Caller, { name, email, record }: Wanted) {
  const { db } = parts
  await checkOperates(db, caller)
  const uuid = randomUUID()
  const scope = accountScope(uuid)
  const member = await db.transaction().execute(async (tx) => {
    await insertAccount(tx, { uuid, name, email })
    return insertInvited(tx, scope, { email, role: 'Administrator' })
  })
  const invitationUrl = await sendInvitation(parts, scope, { uuid: member, email })
  const after = accountSummary((await findAccount(db, scope)) ?? missing('account'), caller)
  record({ target: { accountUuid: uuid }, after })
  return { ...after, invitationUrl }
}
