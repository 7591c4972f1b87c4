import type { Advisories } from '../advisories/advisories.ts'
import { accountScope } from '../auth/scope.ts'
import { updateBuild } from '../builds/store.ts'
import type { Database } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { scanBuild } from './scan-build.ts'

interface Worker {
  db: Database
  queue: Queue
  advisories: Advisories
  log: { error(context: object, message: string): void }
}

/** Takes builds from the queue until it stops. */
export const workOnScans = ({ db, queue, advisories, log }: Worker): Promise<void> =>
  queue.work('scan-build', async ({ accountUuid, buildUuid }, isLastTry) => {
    const scope = accountScope(accountUuid)
    try {
      await scanBuild({ db, advisories }, scope, buildUuid)
    } catch (error) {
      log.error({ err: error, buildUuid, isLastTry }, 'A scan failed')
      if (!isLastTry) throw error
      const reason = 'The scan failed; the log of the server says why'
      await updateBuild(db, scope, { uuid: buildUuid, state: 'failed', reason })
    }
  })
