import { contract } from '@assay/contract/contract.ts'
import { accountSummary } from '../accounts/account-summary.ts'
import { findAccount } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { findMember } from '../members/store.ts'
import { listTeamsOf } from '../teams/store.ts'

export function usersRoutes({ binding, db }: Parts): void {
  implement(binding, contract.users, {
    async me({ caller }) {
      const { scope, memberUuid, permissions } = caller
      const member = (await findMember(db, scope, memberUuid)) ?? missing('member')
      const account = (await findAccount(db, scope)) ?? missing('account')
      return {
        ...{ id: member.uuid, name: member.name, email: member.email, role: caller.role },
        permissions: [...permissions],
        account: accountSummary(account, caller),
        teams: await listTeamsOf(db, scope, memberUuid),
      }
    },
  })
}
