import { listIds, listStates } from '@assay/engine/vocabulary.ts'
import { freshnesses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { binary, endpoints } from './endpoint.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'
import { EpochMs, Uuid, Flag, webAddressFormat } from './vocabulary.ts'
import { named } from './named.ts'

/** Advisory data of one ecosystem. */
const AdvisoryDatabase = named('AdvisoryDatabase', {
  id: z.string(),
  name: z.string(),
  advisories: z.int(),
  /** When the newest record was modified at its source; null without records. */
  newestAt: EpochMs.nullable(),
  /** As of when the data is complete: the download of its archive, or the time of the file; null if never. */
  syncedAt: EpochMs.nullable(),
  source: z.string(),
  /** Whether a result without findings is reliable. starter: the data was never complete; outdated: it is too old. */
  state: z.enum(freshnesses),
  /** Whether a report visible to the caller has components of this ecosystem. */
  isInUse: z.boolean(),
})
export type AdvisoryDatabase = z.infer<typeof AdvisoryDatabase>

/** A list about all ecosystems: known exploited vulnerabilities, exploit probabilities, end-of-life dates. */
const AdvisoryList = named('AdvisoryList', {
  id: z.enum(listIds),
  name: z.string(),
  /** As of when the list is complete: its download, or the time of the file; null if it was never loaded. */
  completeAt: EpochMs.nullable(),
  /** Whether orders and filters that depend on it are reliable. missing: never loaded; outdated: it is too old. */
  state: z.enum(listStates),
})
export type AdvisoryList = z.infer<typeof AdvisoryList>

const Skipped = z.object({ code: z.string(), count: z.int(), examples: z.array(z.string()) })

export const SyncProgress = named('SyncProgress', {
  uuid: Uuid.nullable(),
  state: z.enum(['idle', 'queued', 'running', 'done', 'failed', 'interrupted']),
  /** The file or address being read. */
  current: z.string(),
  /** Records read so far, and the expected total if known. */
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
export type SyncProgress = z.infer<typeof SyncProgress>

/** An automatically synced feed: the advisory archive of an ecosystem, or a list that covers all of them. */
const AdvisoryFeed = named('AdvisoryFeed', {
  /** An ecosystem, or kev, epss, end-of-life. */
  id: z.string(),
  name: z.string(),
  /** A URL, or a folder or file on the server. */
  source: z.string(),
  /** When it was last read or found unchanged; null if never. */
  checkedAt: EpochMs.nullable(),
  /** When it was last read in full. */
  fullAt: EpochMs.nullable(),
  /** When it is read next. */
  nextAt: EpochMs,
  /** Why the last attempt failed; null if it succeeded. */
  error: z.string().nullable(),
  /** Failed attempts since the last success. */
  failures: z.int(),
})
export type AdvisoryFeed = z.infer<typeof AdvisoryFeed>

export const FeedStatus = named('FeedStatus', {
  /** Base address of the archives; null if not configured. */
  source: z.string().nullable(),
  /** Ecosystems whose archives are synced. */
  ecosystems: z.enum(['in-use', 'all', 'listed']),
  /** Whether the caller may start a sync. */
  maySync: z.boolean(),
  feeds: z.array(AdvisoryFeed),
  sync: SyncProgress,
})
export type FeedStatus = z.infer<typeof FeedStatus>

export const advisoryDatabases = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/databases',
    permission: 'member',
    summary: 'Advisory data by ecosystem, and its age',
    responses: { 200: z.array(AdvisoryDatabase) },
  },
  lists: {
    method: 'GET',
    path: '/api/v1/databases/lists',
    permission: 'member',
    summary:
      'Lists of known exploited vulnerabilities, exploit probabilities and end-of-life dates, and their age',
    responses: { 200: z.array(AdvisoryList) },
  },
  feeds: {
    method: 'GET',
    path: '/api/v1/databases/feeds',
    permission: 'account.read',
    summary: 'Automatically synced feeds, their last errors, and the progress of the newest sync',
    responses: { 200: FeedStatus },
  },
  progress: {
    method: 'GET',
    path: '/api/v1/databases/{id}/sync',
    permission: 'account.read',
    summary: 'Progress of the newest sync of a database (osv: of any sync, including uploaded files)',
    responses: { 200: SyncProgress },
  },
  sync: {
    method: 'POST',
    path: '/api/v1/databases/{id}/sync',
    permission: 'configuration.edit',
    repeatable: 'only one sync runs at a time',
    summary:
      'Sync one database, or all in use (osv), from the configured source or from an address that serves OSV archives',
    body: z
      .object({
        from: z
          .url({ protocol: /^https?$/ })
          .refine(noCredentials.check, noCredentials.message)
          .meta(webAddressFormat)
          .optional(),
      })
      .optional(),
    errors: ['operatorOnly', 'syncRunning', 'nothingToSync', 'addressRefused'],
    responses: { 200: SyncProgress },
  },
  upload: {
    method: 'POST',
    path: '/api/v1/databases/{id}/files',
    permission: 'configuration.edit',
    repeatable: 'only one sync runs at a time, and the body is not kept',
    summary: 'Import advisories from a file: OSV as JSON, JSON lines, gzip or zip',
    query: z.object({
      /** 'npm/all.zip': a folder named after an ecosystem says whose archive it is. */
      name: z.string().min(1).max(500),
      /** When the file was complete: its own time, or that of its download. Defaults to now. */
      modifiedAt: z.coerce.number().int().nonnegative().pipe(EpochMs).optional(),
      /** The sync of the file before, if several files form one sync. */
      continues: z.uuid().optional(),
      /** Whether more files follow. The age of the data is set by the last one, from all of them. */
      hasMore: Flag.default(false),
    }),
    body: binary('application/octet-stream'),
    errors: ['operatorOnly', 'syncRunning', 'fileDated'],
    responses: { 202: SyncProgress },
  },
})
