import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import { accountScope, type Caller } from '#auth/scope.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { hasUnopenedAccount } from '#accounts/members/address-store.ts'
import { emailTaken } from '#accounts/members/store.ts'
import { createInvitation, insertInvited, linkFor } from '#accounts/members/invite-member.ts'
import { accountSummary } from './account-summary.ts'
import { checkOperates } from './reach-account.ts'
import { findAccount, insertAccount } from './store.ts'

interface NewAccountInput {
  name: string
  email: string
  change: Change
}

/** Creates an account and invites its administrator. Throws 403 unless the caller is the operator. */
export async function createAccount(
  context: AppContext,
  caller: Caller,
  { name, email, change }: NewAccountInput,
) {
  await checkOperates(context.db, caller)
  const accountUuid = randomUUID()
  const scope = accountScope(accountUuid)
  const { after, link } = await change(async (tx) => {
    if (await hasUnopenedAccount(tx, email)) throw emailTaken()
    await insertAccount(tx, { uuid: accountUuid, name, email })
    const uuid = await insertInvited(tx, scope, { email, role: 'Administrator' })
    const link = await createInvitation(tx, context, { scope, uuid, email })
    const after = accountSummary((await findAccount(tx, scope)) ?? throwNotFound('account'), caller)
    return { result: { after, link }, target: { accountUuid }, after }
  })
  return { ...after, invitationUrl: linkFor(caller, link) }
}
