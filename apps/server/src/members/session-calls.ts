import type { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { listSessions, revokeOwnSession } from '../credentials/store.ts'
import type { Handlers } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { sessionOf } from '../sessions/session-of.ts'
import { findManaged } from './find-managed.ts'

type SessionCalls = Pick<Handlers<typeof contract.members>, 'sessions' | 'endSession'>

/** Where a member is logged in, for who may change the member. */
export const sessionCalls = ({ db }: Parts): SessionCalls => ({
  async sessions({ caller, params }) {
    const { uuid } = await findManaged(db, caller, params)
    return (await listSessions(db, caller.scope, uuid)).map((row) => sessionOf(row, caller))
  },
  async endSession({ caller, params }) {
    const { uuid: memberUuid } = await findManaged(db, caller, params)
    const isEnded = await revokeOwnSession(db, caller.scope, { uuid: params.sessionUuid, memberUuid })
    return isEnded ? {} : missing('session')
  },
})
