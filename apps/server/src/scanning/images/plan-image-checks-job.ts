import { defineSchedule } from '#platform/queue/job.ts'
import { checkImageJob } from './check-image-job.ts'
import { takeDueImages } from './store.ts'

const imagesAtOnce = 200

/** Queues the checks of watched images that are due. */
export const planImageChecksJob = defineSchedule({
  name: 'plan-image-checks',
  timeoutSeconds: 60,
  retry: { limit: 2, delaySeconds: 30, maxDelaySeconds: 60 },
  cron: '*/5 * * * *',
  async run({ db, queue }) {
    await db.transaction().execute(async (tx) => {
      for (const image of await takeDueImages(tx, imagesAtOnce)) await queue.send(tx, checkImageJob, image)
    })
  },
})
