import { z } from 'zod'
import { defineJob, type Job } from '#platform/queue/job.ts'
import type { Consumer } from './consumer.ts'
import { parseEvent } from './events.ts'

const FailedEvent = z.object({ consumer: z.string(), accountUuid: z.uuid().nullable(), event: z.unknown() })
export type FailedEvent = z.infer<typeof FailedEvent>

/** Retries an event a consumer failed to handle, so that later events are not blocked. */
export const handleEventJobOf = (consumers: readonly Consumer[]): Job<FailedEvent> =>
  defineJob({
    name: 'handle-event',
    payload: FailedEvent,
    priority: 'rescan',
    concurrency: 2,
    timeoutSeconds: 60,
    retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 600 },
    async run(context, { consumer: name, event }) {
      const consumer = consumers.find((each) => each.name === name)
      if (!consumer) throw new Error(`There is no consumer ${name} any more`)
      const parsed = parseEvent(event)
      await context.db.transaction().execute((tx) => consumer.handle(tx, context, parsed))
    },
  })
