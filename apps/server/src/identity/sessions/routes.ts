import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { listSessions, revokeOwnSession } from '#auth/sessions/session-store.ts'
import { sessionOf } from '#accounts/members/session-of.ts'

export function sessionsRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.sessions, {
    async list({ caller }) {
      const rows = await listSessions(db, caller.scope, caller.memberUuid)
      return rows.map((row) => sessionOf(row, caller))
    },
    revoke: ({ caller: { scope, memberUuid }, params, change }) =>
      change(async (tx) => {
        const isRevoked = await revokeOwnSession(tx, scope, { uuid: params.sessionUuid, memberUuid })
        return isRevoked ? { result: {} } : throwNotFound('session')
      }),
  })
}
