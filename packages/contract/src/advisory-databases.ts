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
    syncedAt: EpochMs.nullable(),
    source: z.string(),
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

export const advisoryDatabases = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/databases',
    permission: 'member',
    summary: 'Advisory data by ecosystem, and its age',
    responses: { 200: z.array(AdvisoryDatabase) },
  },
  progress: {
    method: 'GET',
    path: '/api/v1/databases/{id}/sync',
    permission: 'account.read',
    summary: 'Progress of the running sync, or the result of the last one',
    responses: { 200: SyncProgress },
  },
  sync: {
    method: 'POST',
    path: '/api/v1/databases/{id}/sync',
    permission: 'configuration.edit',
    repeatable: 'one sync runs at a time',
    summary: 'Sync advisories from an https address that serves OSV archives',
    body: z.object({
      from: z.url({ protocol: /^https?$/ }).refine(noCredentials.check, noCredentials.message),
    }),
    errors: ['operatorOnly', 'syncRunning', 'addressRefused'],
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
