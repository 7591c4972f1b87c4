import { z } from 'zod'
import { accountScope } from '#auth/scope.ts'
import { defineJob } from '#platform/queue/job.ts'
import { loadDemo } from './load-demo.ts'
import { readProgress, writeProgress } from './progress.ts'

const scansBetweenReports = 20

/** Loads the demo data. A retry continues where the last attempt stopped. */
export const loadDemoJob = defineJob({
  name: 'load-demo',
  payload: z.object({
    accountUuid: z.uuid(),
    memberUuid: z.uuid(),
    /** End of the demo year in epoch ms. */
    now: z.number(),
  }),
  priority: 'interactive',
  concurrency: 1,
  timeoutSeconds: 1800,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 10 },
  async run({ db, scanner, config }, { accountUuid, memberUuid, now }) {
    const scope = accountScope(accountUuid)
    const { scans } = await loadDemo(
      { db, scanner, author: { scope, memberUuid } },
      {
        now,
        days: config.demoDays,
        onProgress: async ({ done, all }) => {
          if (done % scansBetweenReports === 1)
            await writeProgress(db, scope, { state: 'loading', done, all })
        },
      },
    )
    await writeProgress(db, scope, { state: 'loaded', done: scans, all: scans })
  },
  async onExhausted({ db }, { accountUuid }) {
    const scope = accountScope(accountUuid)
    await writeProgress(db, scope, { ...(await readProgress(db, scope)), state: 'failed' })
  },
})
