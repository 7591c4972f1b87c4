import { backUp } from '#platform/backup/backup.ts'
import { defineSchedule } from '#platform/queue/job.ts'

/** Daily to ASSAY_BACKUP_TO. Without that setting, jobs.ts removes its schedule. */
export const backUpJob = defineSchedule({
  name: 'back-up',
  timeoutSeconds: 6 * 3600,
  retry: { limit: 2, delaySeconds: 300, maxDelaySeconds: 1800 },
  cron: '17 2 * * *',
  async run({ config, log }) {
    const { to, keep } = config.backup
    if (to === undefined) return
    const print = (line: string) => log.warn({}, line)
    const { name, key } = await backUp(config, { to, keep, isVerified: true, print })
    if (!key.isIncluded)
      log.warn(
        { name },
        'The backup lacks the secret key: set ASSAY_BACKUP_PASSPHRASE, or keep the key elsewhere',
      )
  },
})
