import { contract } from '@assay/contract/contract.ts'
import { Language } from '@assay/contract/languages.ts'
import type { User } from '@assay/contract/users.ts'
import { accountSummary } from '#accounts/account/account-summary.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { browserLanguage } from '#platform/http/browser-language.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findMember, rememberBrowserLanguage, updateMember } from '#accounts/members/store.ts'
import { listTeamsOf } from '#accounts/teams/store.ts'

export function usersRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.users, {
    async me({ caller, request }) {
      const { user, member } = await findUser(db, caller)
      // Every page begins with this call. Tokens are used by programs, so they do not reveal the member's language.
      const detected =
        caller.by.kind === 'session' && member.language === null ? browserLanguage(request) : null
      if (detected !== null && detected !== member.browserLanguage)
        await rememberBrowserLanguage(db, caller.scope, { uuid: member.uuid, language: detected })
      return user
    },
    update({ caller, body, change }) {
      const { scope, memberUuid } = caller
      return change(async (tx) => {
        const { language } = (await findUser(tx, caller)).user
        await updateMember(tx, scope, { uuid: memberUuid, language: body.language })
        return {
          result: (await findUser(tx, caller)).user,
          target: { memberUuid },
          before: { language },
          after: { language: body.language },
        }
      })
    },
  })
}

async function findUser(db: Database, caller: Caller) {
  const { scope, memberUuid, permissions } = caller
  const member = (await findMember(db, scope, memberUuid)) ?? throwNotFound('member')
  const account = (await findAccount(db, scope)) ?? throwNotFound('account')
  const user: User = {
    id: member.uuid,
    name: member.name,
    email: member.email,
    role: caller.role,
    permissions: [...permissions],
    language: Language.nullable().catch(null).parse(member.language),
    account: accountSummary(account, caller),
    teams: await listTeamsOf(db, scope, memberUuid),
  }
  return { user, member }
}
