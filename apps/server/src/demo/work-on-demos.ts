import type { Advisories } from '../advisories/advisories.ts'
import { accountScope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { loadDemo } from './load-demo.ts'
import { readProgress, writeProgress } from './progress.ts'

interface Worker {
  db: Database
  queue: Queue
  advisories: Advisories
  log: { error(context: object, message: string): void }
}

const scansBetweenReports = 20

/** Loads the demo for who asked for it; a second attempt goes on where the first one ended. */
export const workOnDemos = ({ db, queue, advisories, log }: Worker): Promise<void> =>
  queue.work('load-demo', async ({ accountUuid, memberUuid, now }, isLastTry) => {
    const scope = accountScope(accountUuid)
    try {
      const { scans } = await loadDemo(
        { db, advisories, author: { scope, memberUuid } },
        {
          now,
          onProgress: async ({ done, all }) => {
            if (done % scansBetweenReports === 1)
              await writeProgress(db, scope, { state: 'loading', done, all })
          },
        },
      )
      await writeProgress(db, scope, { state: 'loaded', done: scans, all: scans })
    } catch (error) {
      log.error({ err: error, accountUuid, isLastTry }, 'The demo data set could not be loaded')
      if (!isLastTry) throw error
      await writeProgress(db, scope, { ...(await readProgress(db, scope)), state: 'failed' })
    }
  })
