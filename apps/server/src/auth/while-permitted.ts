import type { Endpoint } from '@assay/contract/endpoint.ts'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import { authenticateAgain } from './authenticate.ts'
import { callerFor } from './identity.ts'
import type { Caller } from './scope.ts'

const recheckMs = 2_000

interface Watched {
  caller: Caller
  endpoint: Pick<Endpoint, 'permission'>
  /** When there is nothing to watch any more. */
  gone: AbortSignal
}

/** Aborted soon after the caller may no longer make the call, or reaches other teams: what runs for long ends then. */
export function whilePermitted(db: Database, { caller, endpoint, gone }: Watched): AbortSignal {
  const ended = new AbortController()
  void watch()
  return ended.signal

  async function watch(): Promise<void> {
    while (!gone.aborted && !ended.signal.aborted) {
      await sleep(recheckMs, undefined, { signal: gone, ref: false }).catch(() => undefined)
      // Who cannot be asked for is not known to be permitted.
      if (!gone.aborted && !(await isPermitted(db, caller, endpoint).catch(() => false))) ended.abort()
    }
  }
}

async function isPermitted(
  db: Database,
  { scope, by }: Caller,
  { permission }: Pick<Endpoint, 'permission'>,
): Promise<boolean> {
  const identity = await authenticateAgain(db, { accountUuid: scope.accountUuid, by })
  const now = identity && callerFor(identity, permission === 'public' ? 'member' : permission)
  return now !== null && isDeepStrictEqual(now.scope, scope)
}
