import { freshnesses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { binary, endpoints } from './endpoint.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

/** What advisories of one ecosystem are at hand. */
const AdvisoryDatabase = z
  .object({
    id: z.string(),
    name: z.string(),
    advisories: z.int(),
    /** When the newest record was modified at its source; null without records. */
    newestAt: EpochMs.nullable(),
    /** When its source was last read to its end; null: never. */
    syncedAt: EpochMs.nullable(),
    source: z.string(),
    /** Whether results without findings mean anything: starter, the data was never complete; outdated, too long ago. */
    state: z.enum(freshnesses),
    /** Whether a report in the caller's reach has its components. */
    isInUse: z.boolean(),
  })
  .meta({ id: 'AdvisoryDatabase' })

const Skipped = z.object({ code: z.string(), count: z.int(), examples: z.array(z.string()) })

export const SyncProgress = z
  .object({
    uuid: Uuid.nullable(),
    state: z.enum(['idle', 'queued', 'running', 'done', 'failed', 'interrupted']),
    /** The file or address being read. */
    current: z.string(),
    /** Records read so far, and how many are expected when that is known. */
    read: z.int(),
    expected: z.int().nullable(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    skipped: z.array(Skipped),
    reason: z.string().nullable(),
    startedAt: EpochMs.nullable(),
    finishedAt: EpochMs.nullable(),
  })
  .meta({ id: 'SyncProgress' })
export type SyncProgress = z.infer<typeof SyncProgress>

/** What is read by itself: the archive of an ecosystem, or a list that goes with all of them. */
const AdvisoryFeed = z
  .object({
    /** An ecosystem, or kev, epss, end-of-life. */
    id: z.string(),
    name: z.string(),
    /** An address, or a folder or file of the server. */
    source: z.string(),
    /** When it was last read, or found to be as before; null: never. */
    checkedAt: EpochMs.nullable(),
    /** When all of it was last read. */
    fullAt: EpochMs.nullable(),
    /** When it is read next. */
    nextAt: EpochMs,
    /** Why the last attempt failed; null: it did not. */
    error: z.string().nullable(),
    /** Failed attempts since the last that succeeded. */
    failures: z.int(),
  })
  .meta({ id: 'AdvisoryFeed' })
export type AdvisoryFeed = z.infer<typeof AdvisoryFeed>

export const FeedStatus = z
  .object({
    /** Where archives are read from; null: none are. */
    source: z.string().nullable(),
    /** Of which ecosystems. */
    ecosystems: z.enum(['in-use', 'all', 'listed']),
    /** Whether the caller may begin a sync. */
    maySync: z.boolean(),
    feeds: z.array(AdvisoryFeed),
    sync: SyncProgress,
  })
  .meta({ id: 'FeedStatus' })
export type FeedStatus = z.infer<typeof FeedStatus>

export const advisoryDatabases = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/databases',
    permission: 'member',
    summary: 'Advisory data by ecosystem, and its age',
    responses: { 200: z.array(AdvisoryDatabase) },
  },
  feeds: {
    method: 'GET',
    path: '/api/v1/databases/feeds',
    permission: 'account.read',
    summary: 'What is synced by itself, its last errors, and the progress of the newest sync',
    responses: { 200: FeedStatus },
  },
  progress: {
    method: 'GET',
    path: '/api/v1/databases/{id}/sync',
    permission: 'account.read',
    summary: 'Progress of the newest sync that concerns a database (osv: of any)',
    responses: { 200: SyncProgress },
  },
  sync: {
    method: 'POST',
    path: '/api/v1/databases/{id}/sync',
    permission: 'configuration.edit',
    repeatable: 'one sync runs at a time',
    summary:
      'Sync one database, or all in use (osv), from where the settings say, or from an address that serves OSV archives',
    body: z.object({
      from: z
        .url({ protocol: /^https?$/ })
        .refine(noCredentials.check, noCredentials.message)
        .optional(),
    }),
    errors: ['operatorOnly', 'syncRunning', 'nothingToSync', 'addressRefused'],
    responses: { 202: SyncProgress },
  },
  upload: {
    method: 'POST',
    path: '/api/v1/databases/{id}/files',
    permission: 'configuration.edit',
    repeatable: 'one sync runs at a time, and the body is not kept',
    summary: 'Import advisories from a file: OSV as JSON, JSON lines, gzip or zip',
    query: z.object({ name: z.string().min(1).max(500) }),
    body: binary('application/octet-stream'),
    errors: ['operatorOnly', 'syncRunning'],
    responses: { 202: SyncProgress },
  },
})
