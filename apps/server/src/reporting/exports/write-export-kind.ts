import { z } from 'zod'
import type { JobKind } from '#platform/queue/job.ts'

const Payload = z.object({ accountUuid: z.uuid(), uuid: z.uuid() })

/** Writes the files of an export. Interactive: a user or a polling client waits for it. */
export const writeExportKind: JobKind<z.infer<typeof Payload>> = {
  name: 'write-export',
  payload: Payload,
  priority: 'interactive',
}
