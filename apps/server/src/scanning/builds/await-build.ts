import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { hasEnded } from './follow-build.ts'
import { scanBuildKind } from './scan-build-kind.ts'
import { type BuildRow, findBuild, findBuildState } from './store.ts'

const maxPauseMs = 200
/** Polling interval for builds scanned by other processes, shared by all waiting requests. */
const maxLookupsPerSecond = 50

let waiting = 0

/** Waits briefly for the build to end and returns its current state. */
export async function awaitBuild(
  { db, queue, config }: Pick<AppContext, 'db' | 'queue' | 'config'>,
  scope: Scope,
  uuid: string,
): Promise<BuildRow> {
  const deadline = performance.now() + config.scanWaitMs
  waiting++
  try {
    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
      const state = await findBuildState(db, scope, uuid)
      const leftMs = deadline - performance.now()
      if (state === undefined || hasEnded({ state }) || leftMs <= 0)
        return (await findBuild(db, scope, uuid)) ?? throwNotFound('build')
      const sharedMs = Math.max(pauseMs, (waiting / maxLookupsPerSecond) * 1000)
      const job = { accountUuid: scope.accountUuid, buildUuid: uuid }
      await queue.waitFor(scanBuildKind, job, Math.min(sharedMs, leftMs + 1))
    }
  } finally {
    waiting--
  }
}
