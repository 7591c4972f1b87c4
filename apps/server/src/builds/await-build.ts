import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import { missing } from '../http/problem.ts'
import { hasEnded } from './follow-build.ts'
import { type BuildRow, findBuild } from './store.ts'

const longestWaitMs = 5_000
const longestPauseMs = 200

/** The build as soon as it has ended, or as it is after a short wait. */
export async function awaitBuild(
  { db, queue }: Pick<Parts, 'db' | 'queue'>,
  scope: Scope,
  uuid: string,
): Promise<BuildRow> {
  const deadline = Date.now() + longestWaitMs
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const build = (await findBuild(db, scope, uuid)) ?? missing('build')
    if (hasEnded(build) || Date.now() > deadline) return build
    await queue.pause('scan-build', { accountUuid: scope.accountUuid, buildUuid: uuid }, pauseMs)
  }
}
