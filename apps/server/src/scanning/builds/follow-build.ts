import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { outageOf } from '#platform/database/outage.ts'
import { type BuildRow, findBuild } from './store.ts'

const minPauseMs = 8
const maxPauseMs = 500
/** Maximum duration of a stream. Clients reconnect, which checks their access again. */
const maxMs = 600_000

interface Followed {
  uuid: string
  gone: AbortSignal
}

/**
 * Yields the build now and after each change, until it has ended or the client disconnects.
 * Polls the database, so any process may do the scan.
 */
export async function* followBuild(
  db: Database,
  scope: Scope,
  { uuid, gone }: Followed,
): AsyncGenerator<BuildRow> {
  const deadline = performance.now() + maxMs
  let lastState: string | null = null
  let pauseMs = minPauseMs
  while (!gone.aborted && performance.now() < deadline) {
    const build = await findUnlessOutage(db, scope, uuid)
    if (!build) return
    if (build !== 'outage' && build.state !== lastState) {
      lastState = build.state
      pauseMs = minPauseMs
      yield build
    }
    if (build !== 'outage' && hasEnded(build)) return
    await sleep(pauseMs, undefined, { signal: gone }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)
  }
}

/** Streams survive a database restart. */
const findUnlessOutage = (db: Database, scope: Scope, uuid: string) =>
  findBuild(db, scope, uuid).catch((error: unknown) => {
    if (outageOf(error) === null) throw error
    return 'outage' as const
  })

export const hasEnded = ({ state }: Pick<BuildRow, 'state'>): boolean =>
  state === 'success' || state === 'failed'
