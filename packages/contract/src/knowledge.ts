import { z } from 'zod'
import { SyncProgress } from './advisory-databases.ts'
import { binary, endpoints } from './endpoint.ts'
import { named } from './named.ts'

/** Size in bytes of every piece but the last. */
export const pieceBytes = 4 * 1024 * 1024

const ArchiveImport = named('ArchiveImport', {
  /** SHA-256 of the whole file, in hex. */
  digest: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  pieceBytes: z.int(),
  /** Number of consecutive pieces stored, which is the position of the next one. */
  received: z.int(),
})
export type ArchiveImport = z.infer<typeof ArchiveImport>

/** Transfer of advisory and release data to an installation without network access. */
export const knowledge = endpoints({
  export: {
    method: 'GET',
    path: '/api/v1/knowledge/archive',
    permission: 'account.read',
    summary: 'Export all advisory data and the releases of packages in use, with their age, as one file',
    query: z.object({ parts: z.enum(['all', 'advisories']).default('all') }),
    errors: ['operatorOnly'],
    responses: { 200: binary('application/gzip') },
  },
  beginImport: {
    method: 'POST',
    path: '/api/v1/knowledge/imports',
    permission: 'configuration.edit',
    repeatable: 'an upload of the same file is resumed',
    summary: 'Start uploading an archive in pieces, or resume an upload of the same file',
    body: z.object({
      digest: z
        .string()
        .regex(/^[\da-f]{64}$/i, 'The digest must be a SHA-256 hash in hex')
        .toLowerCase(),
      name: z.string().trim().min(1).max(500),
      size: z.int().min(1),
    }),
    errors: ['operatorOnly'],
    responses: { 200: ArchiveImport },
  },
  piece: {
    method: 'PUT',
    path: '/api/v1/knowledge/imports/{digest}/pieces/{position}',
    permission: 'configuration.edit',
    audited: false,
    summary: 'Store the next piece of an archive; pieces already stored are unchanged',
    body: binary('application/octet-stream'),
    errors: ['operatorOnly', 'pieceInvalid'],
    responses: { 200: ArchiveImport },
  },
  start: {
    method: 'POST',
    path: '/api/v1/knowledge/imports/{digest}/start',
    permission: 'configuration.edit',
    repeatable: 'only one sync runs at a time',
    summary: 'Import a completely uploaded archive; data keeps the age it has in the archive',
    errors: ['operatorOnly', 'pieceInvalid', 'syncRunning'],
    responses: { 202: SyncProgress },
  },
})
