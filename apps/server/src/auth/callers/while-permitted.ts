import type { Endpoint } from '@assay/contract/endpoint.ts'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import { authenticateAgain } from './authenticate.ts'
import { callerFor } from './identity.ts'
import type { Caller } from '#auth/scope.ts'

const recheckSeconds = 2

interface Watched {
  caller: Caller
  endpoint: Pick<Endpoint, 'permission' | 'recheckSeconds'>
  /** Stops watching. */
  gone: AbortSignal
}

/** Aborts shortly after the caller loses permission or its scope changes, to end long-running responses. */
export function whilePermitted(db: Database, { caller, endpoint, gone }: Watched): AbortSignal {
  const ended = new AbortController()
  const recheckMs = (endpoint.recheckSeconds ?? recheckSeconds) * 1_000
  void watch()
  return ended.signal

  async function watch(): Promise<void> {
    while (!gone.aborted && !ended.signal.aborted) {
      await sleep(recheckMs, undefined, { signal: gone, ref: false }).catch(() => undefined)
      if (!gone.aborted && !(await isStillPermitted(db, caller, endpoint))) ended.abort()
    }
  }
}

/** Whether the caller still has the permission and the same scope. False if that cannot be determined. */
export const isStillPermitted = (db: Database, caller: Caller, endpoint: Pick<Endpoint, 'permission'>) =>
  isPermitted(db, caller, endpoint).catch(() => false)

async function isPermitted(
  db: Database,
  { scope, by }: Caller,
  { permission }: Pick<Endpoint, 'permission'>,
): Promise<boolean> {
  const identity = await authenticateAgain(db, { accountUuid: scope.accountUuid, by })
  const now = identity && callerFor(identity, permission === 'public' ? 'member' : permission)
  return now !== null && isDeepStrictEqual(now.scope, scope)
}
