import { deleteOldDeadLetters } from '#platform/queue/dead-letter-store.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import type { Database } from '#platform/database/database.ts'
import type { Consumer } from './consumer.ts'
import { deleteOldEvents } from './store.ts'

/** Retention of events in days, for previews and consumers that are behind. */
const eventDays = 30
/** Retention of failed jobs in days. */
const failedJobDays = 90
const rowsAtOnce = 5_000

/** Deletes up to a limit of rows and returns the number deleted. */
export type RemoveOld = (db: Database, limit: number) => Promise<number>

/** others: cleanup functions of higher areas. */
export const removeOldJobOf = (consumers: readonly Consumer[], others: readonly RemoveOld[] = []) =>
  defineSchedule({
    name: 'remove-old-events',
    timeoutSeconds: 1800,
    retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
    cron: '17 3 * * *',
    async run({ db }) {
      const retention = { days: eventDays, consumers: consumers.map(({ name }) => name), limit: rowsAtOnce }
      while ((await deleteOldEvents(db, retention)) === rowsAtOnce);
      await deleteOldDeadLetters(db, failedJobDays)
      for (const removeOld of others) while ((await removeOld(db, rowsAtOnce)) === rowsAtOnce);
    },
  })
