import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { outageOf } from '#platform/database/outage.ts'
import { type BuildRow, findBuild } from './store.ts'

const minPauseMs = 8
const maxPauseMs = 500
/** Who wants to know more asks again, and shows that it still may. */
const maxMs = 600_000

interface Followed {
  uuid: string
  gone: AbortSignal
}

/**
 * The build as it is now and after each change, until it has ended or nobody listens any more.
 * It looks into the database, so it does not matter which process scans.
 */
export async function* followBuild(
  db: Database,
  scope: Scope,
  { uuid, gone }: Followed,
): AsyncGenerator<BuildRow> {
  const deadline = performance.now() + maxMs
  let known: string | null = null
  let pauseMs = minPauseMs
  while (!gone.aborted && performance.now() < deadline) {
    const build = await findUnlessOutage(db, scope, uuid)
    if (!build) return
    if (build !== 'outage' && build.state !== known) {
      known = build.state
      pauseMs = minPauseMs
      yield build
    }
    if (build !== 'outage' && hasEnded(build)) return
    await sleep(pauseMs, undefined, { signal: gone }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)
  }
}

/** Listeners outlast a restart of the database. */
const findUnlessOutage = (db: Database, scope: Scope, uuid: string) =>
  findBuild(db, scope, uuid).catch((error: unknown) => {
    if (outageOf(error) === null) throw error
    return 'outage' as const
  })

export const hasEnded = ({ state }: Pick<BuildRow, 'state'>): boolean =>
  state === 'success' || state === 'failed'
