import { z } from 'zod'
import type { JobKind } from '#platform/queue/job.ts'

/** The files of a sync that were read completely. */
export const SyncedFiles = z.array(
  z.object({
    name: z.string(),
    at: z.number(),
    ecosystem: z.string().optional(),
    /** Number of records by ecosystem. */
    own: z.record(z.string(), z.int()),
  }),
)
export type SyncedFiles = z.infer<typeof SyncedFiles>

/** What a sync reads. */
export const SyncRequest = z.discriminatedUnion('kind', [
  /** Address of one file, or a base address with one all.zip per ecosystem, optionally limited to one of them. */
  z.object({ kind: z.literal('address'), from: z.string(), ecosystem: z.string().optional() }),
  /** Configured feeds. */
  z.object({ kind: z.literal('feeds'), feeds: z.array(z.string()) }),
  /** An uploaded file, stored in the database until it is read. */
  z.object({
    kind: z.literal('upload'),
    name: z.string(),
    uploadUuid: z.uuid(),
    /** When the file was complete, in epoch ms. */
    at: z.number(),
    /** The sync of the file before, if several files form one sync. */
    continues: z.uuid().optional(),
    hasMore: z.boolean().optional(),
    /** Set when it was read. */
    read: SyncedFiles.optional(),
  }),
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
