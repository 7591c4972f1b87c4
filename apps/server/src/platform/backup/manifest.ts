import { z } from 'zod'

/** Written last: a backup without it is incomplete. Names of files are relative to it. */
export const Manifest = z.object({
  format: z.literal('assay-backup-1'),
  name: z.string(),
  /** Of the product. */
  version: z.string(),
  /** The newest migration. */
  schema: z.string(),
  postgres: z.string(),
  architecture: z.string(),
  /** Tells installations apart that share a folder. */
  system: z.string(),
  kind: z.enum(['cluster', 'dump']),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  startLsn: z.string().nullable(),
  endLsn: z.string().nullable(),
  files: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
  /** Of the key that its secrets are encrypted with. */
  key: z.object({ fingerprint: z.string(), isIncluded: z.boolean() }),
  /** Rows by table, counted in a restored copy; null if it was not verified. */
  rows: z.record(z.string(), z.number().int()).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'
