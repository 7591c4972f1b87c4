import { z } from 'zod'
import type { JobKind } from '#platform/queue/job.ts'

/** What a sync reads. */
export const SyncRequest = z.discriminatedUnion('kind', [
  /** An address of one file, or a base under which each ecosystem has its all.zip, of which one may be meant. */
  z.object({ kind: z.literal('address'), from: z.string(), ecosystem: z.string().optional() }),
  /** Feeds that the settings name. */
  z.object({ kind: z.literal('feeds'), feeds: z.array(z.string()) }),
  /** A file that was uploaded; the database holds it until it is read. */
  z.object({ kind: z.literal('upload'), name: z.string(), uploadUuid: z.uuid() }),
  /** An archive of another installation, uploaded in pieces. */
  z.object({ kind: z.literal('archive'), name: z.string(), uploadUuid: z.uuid(), digest: z.string() }),
])
export type SyncRequest = z.infer<typeof SyncRequest>

export const SyncPayload = z.object({ syncUuid: z.uuid() })

/** Below everything that people wait for, and below the rescans that follow from it. */
export const syncAdvisoriesKind: JobKind<z.infer<typeof SyncPayload>> = {
  name: 'sync-advisories',
  payload: SyncPayload,
  priority: 'refresh',
}

/** The same for archives, which hold more than advisories. */
export const importKnowledgeKind: JobKind<z.infer<typeof SyncPayload>> = {
  name: 'import-knowledge',
  payload: SyncPayload,
  priority: 'refresh',
}
