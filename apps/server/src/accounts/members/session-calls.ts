import type { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { listSessions, revokeOwnSession } from '#auth/sessions/session-store.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { sessionOf } from './session-of.ts'
import { findManaged } from './find-managed.ts'

type SessionCalls = Pick<Handlers<typeof contract.members>, 'sessions' | 'endSession'>

/** A member's sessions, for callers who may change the member. */
export const sessionCalls = ({ db }: AppContext): SessionCalls => ({
  async sessions({ caller, params }) {
    const { uuid } = await findManaged(db, caller, params)
    return (await listSessions(db, caller.scope, uuid)).map((row) => sessionOf(row, caller))
  },
  endSession: ({ caller, params, change }) =>
    change(async (tx) => {
      const { uuid: memberUuid } = await findManaged(tx, caller, params)
      const isEnded = await revokeOwnSession(tx, caller.scope, { uuid: params.sessionUuid, memberUuid })
      return isEnded ? { result: {} } : throwNotFound('session')
    }),
})
