import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { type BuildRow, findBuild } from './store.ts'

const shortestPauseMs = 8
const longestPauseMs = 500
/** Who wants to know more asks again, and shows that it still may. */
const longestMs = 600_000

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
  const deadline = Date.now() + longestMs
  let known: string | null = null
  let pauseMs = shortestPauseMs
  while (!gone.aborted && Date.now() < deadline) {
    const build = await findBuild(db, scope, uuid)
    if (!build) return
    if (build.state !== known) {
      known = build.state
      pauseMs = shortestPauseMs
      yield build
    }
    if (hasEnded(build)) return
    await sleep(pauseMs, undefined, { signal: gone }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)
  }
}

export const hasEnded = ({ state }: Pick<BuildRow, 'state'>): boolean =>
  state === 'success' || state === 'failed'
