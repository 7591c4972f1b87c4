import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { listSessions, revokeOwnSession } from '../credentials/store.ts'
import { sessionOf } from './session-of.ts'

export function sessionsRoutes({ binding, db }: Parts): void {
  implement(binding, contract.sessions, {
    async list({ caller }) {
      const rows = await listSessions(db, caller.scope, caller.memberUuid)
      return rows.map((row) => sessionOf(row, caller))
    },
    async revoke({ caller: { scope, memberUuid }, params }) {
      const isRevoked = await revokeOwnSession(db, scope, { uuid: params.sessionUuid, memberUuid })
      return isRevoked ? {} : missing('session')
    },
  })
}
