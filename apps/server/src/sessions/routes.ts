import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { listSessions, revokeOwnSession } from '../credentials/store.ts'

export function sessionsRoutes({ binding, db }: Parts): void {
  implement(binding, contract.sessions, {
    async list({ caller: { scope, memberUuid, by } }) {
      const rows = await listSessions(db, scope, memberUuid)
      return rows.map((row) => ({
        ...{ uuid: row.uuid, address: row.address, agent: row.agent, isCurrent: row.uuid === by.uuid },
        createdAt: row.created_at.getTime(),
        lastUsedAt: row.last_used_at.getTime(),
        expiresAt: row.expires_at.getTime(),
      }))
    },
    async revoke({ caller: { scope, memberUuid }, params }) {
      const isRevoked = await revokeOwnSession(db, scope, { uuid: params.sessionUuid, memberUuid })
      return isRevoked ? {} : missing('session')
    },
  })
}
