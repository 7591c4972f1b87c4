import { contract } from '@assay/contract/contract.ts'
import { Language } from '@assay/contract/languages.ts'
import type { User } from '@assay/contract/users.ts'
import { accountSummary } from '#accounts/account/account-summary.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findMember, updateMember } from '#accounts/members/store.ts'
import { listTeamsOf } from '#accounts/teams/store.ts'

export function usersRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.users, {
    me: ({ caller }) => userOf(db, caller),
    update({ caller, body, change }) {
      const { scope, memberUuid } = caller
      return change(async (tx) => {
        const { language } = await userOf(tx, caller)
        await updateMember(tx, scope, { uuid: memberUuid, language: body.language })
        return {
          result: await userOf(tx, caller),
          target: { memberUuid },
          before: { language },
          after: { language: body.language },
        }
      })
    },
  })
}

async function userOf(db: Database, caller: Caller): Promise<User> {
  const { scope, memberUuid, permissions } = caller
  const member = (await findMember(db, scope, memberUuid)) ?? throwNotFound('member')
  const account = (await findAccount(db, scope)) ?? throwNotFound('account')
  return {
    id: member.uuid,
    name: member.name,
    email: member.email,
    role: caller.role,
    permissions: [...permissions],
    language: Language.nullable().catch(null).parse(member.language),
    account: accountSummary(account, caller),
    teams: await listTeamsOf(db, scope, memberUuid),
  }
}
