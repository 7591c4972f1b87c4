import type { Actor, Call, CallChanges, ChangedBy, ChangeDetails } from '#auth/router/change.ts'
import { accountScope, type Caller } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { shareLockAccount } from '#accounts/account-lock-store.ts'
import { Problem } from '#platform/http/problem.ts'
import { actionOf } from '#auth/actions.ts'
import { agentOf } from './agent-of.ts'
import { boundChange } from './bound-change.ts'
import { insertAuditEvent } from './store.ts'

export function changesOf(db: Database, call: Call): CallChanges {
  // Read now, because the address is gone once the client disconnects.
  const address = call.request.ip
  const changes: CallChanges = {
    count: 0,
    async change(work, { removesAccount = false } = {}) {
      // Already changed by a request that crashed before responding.
      if (call.claim?.result) {
        changes.count++
        return call.claim.result.value as never
      }
      const changed = await db.transaction().execute(async (tx) => {
        if (call.caller && !removesAccount && !(await shareLockAccount(tx, call.caller.scope)))
          throw accountGone()
        const changed = await work(tx)
        if (!changed.endsAccount) await writeEvent(tx, { ...call, address }, changed)
        await call.claim?.record(tx, changed.result)
        return changed
      })
      if (changed.endsAccount)
        call.request.log.warn({ account: call.caller?.scope.accountUuid }, 'An account was removed')
      changes.count++
      return changed.result
    },
  }
  return changes
}

/** The response that every later request of the removed account gets. */
const accountGone = () => new Problem(401, 'loginRequired', 'Login required')

async function writeEvent(
  tx: Tx,
  { caller, endpoint, request, address }: Call & { address: string },
  { by, action, target, before, after }: ChangeDetails & Partial<ChangedBy<unknown>>,
): Promise<void> {
  const actor = by ?? (caller && actorOf(caller))
  if (!actor) throw new Error(`${endpoint.method} ${endpoint.path} does not name an actor`)
  await insertAuditEvent(tx, accountScope(actor.accountUuid), {
    memberUuid: actor.memberUuid,
    memberEmail: actor.email,
    credential: actor.credential,
    address,
    agent: agentOf(request),
    action: action ?? actionOf(endpoint),
    target: { ...(request.params as Record<string, string>), ...target },
    ...boundChange({ before, after }),
  })
}

const actorOf = ({ scope, memberUuid, email, by }: Caller): Actor => ({
  accountUuid: scope.accountUuid,
  memberUuid,
  email,
  credential: `${by.kind} ${by.uuid}`,
})
