import { z } from 'zod'
import type { JobKind } from '#platform/queue/job.ts'

const Payload = z.object({ accountUuid: z.uuid(), uuid: z.uuid() })

/** Writes the files of an export. A person waits for it, or a program that asks every second. */
export const writeExportKind: JobKind<z.infer<typeof Payload>> = {
  name: 'write-export',
  payload: Payload,
  priority: 'interactive',
}
