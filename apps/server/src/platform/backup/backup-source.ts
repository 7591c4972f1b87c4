import type { Readable } from 'node:stream'
import type { Database } from '#platform/database/database.ts'
import type { Written } from './destination.ts'

/** A database that can be backed up while it is used. */
export interface BackupSource {
  kind: 'cluster' | 'dump'
  db: Database
  close(): Promise<void>
  copy(write: FileWriter): Promise<{ startLsn: string | null; endLsn: string | null }>
  /** Restores a backup to a temporary place and looks at it there. Throws Unverifiable where that is not possible. */
  inspect(read: (name: string) => Promise<Readable>, look: CopyReader): Promise<void>
}

export type FileWriter = (name: string, content: Readable) => Promise<Written>
export type CopyReader = (db: Database) => Promise<void>

/** The copy cannot be checked here; the message says why. */
export class Unverifiable extends Error {}
