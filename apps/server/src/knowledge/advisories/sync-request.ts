import { z } from 'zod'
import type { JobKind } from '#platform/queue/job.ts'

/** What a sync reads. */
export const SyncRequest = z.discriminatedUnion('kind', [
  /** Address of one file, or a base address with one all.zip per ecosystem, optionally limited to one of them. */
  z.object({ kind: z.literal('address'), from: z.string(), ecosystem: z.string().optional() }),
  /** Configured feeds. */
  z.object({ kind: z.literal('feeds'), feeds: z.array(z.string()) }),
  /** An uploaded file, stored in the database until it is read. */
  z.object({ kind: z.literal('upload'), name: z.string(), uploadUuid: z.uuid() }),
  /** An archive of another installation, uploaded in pieces. */
  z.object({ kind: z.literal('archive'), name: z.string(), uploadUuid: z.uuid(), digest: z.string() }),
])
export type SyncRequest = z.infer<typeof SyncRequest>

export const SyncPayload = z.object({ syncUuid: z.uuid() })

/** Lower priority than interactive work and than the rescans that follow. */
export const syncAdvisoriesKind: JobKind<z.infer<typeof SyncPayload>> = {
  name: 'sync-advisories',
  payload: SyncPayload,
  priority: 'refresh',
}

/** The same for archives, which also contain releases. */
export const importKnowledgeKind: JobKind<z.infer<typeof SyncPayload>> = {
  name: 'import-knowledge',
  payload: SyncPayload,
  priority: 'refresh',
}
