import { contract } from '@assay/contract/contract.ts'
import { accountSummary } from '#accounts/account/account-summary.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findMember } from '#accounts/members/store.ts'
import { listTeamsOf } from '#accounts/teams/store.ts'

export function usersRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.users, {
    async me({ caller }) {
      const { scope, memberUuid, permissions } = caller
      const member = (await findMember(db, scope, memberUuid)) ?? throwNotFound('member')
      const account = (await findAccount(db, scope)) ?? throwNotFound('account')
      return {
        id: member.uuid,
        name: member.name,
        email: member.email,
        role: caller.role,
        permissions: [...permissions],
        account: accountSummary(account, caller),
        teams: await listTeamsOf(db, scope, memberUuid),
      }
    },
  })
}
