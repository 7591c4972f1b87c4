import type pg from 'pg'
import { openAdvisories } from '#knowledge/advisories/advisories.ts'
import { MissingIndexesError, openShared, type SharedIndex } from '#knowledge/advisories/shared-indexes.ts'
import { accountScope } from '#auth/scope.ts'
import { type OpenDatabase, openDatabase } from '#platform/database/database.ts'
import { type OutageKind, outageOf } from '#platform/database/outage.ts'
import type { LargeReading } from '#scanning/builds/read-large.ts'
import { type Scanned, scanBuild } from './scan-build.ts'

/** Where a thread or process finds what it needs. */
export interface ScanStorage {
  connection: pg.PoolConfig
  /** Of files with indexes. */
  folder: string
}

/** The same in all threads and processes of a machine, whatever happens to its clock. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** All that goes into a thread or process for a scan. */
export interface ScanCall {
  storage: ScanStorage
  accountUuid: string
  buildUuid: string
  /** Epoch ms, for a scan in the past; null: now. */
  at: number | null
  /** What the caller's clock is ahead of monotonicMs: every scan is dated by the clock of the main thread. */
  clockOffsetMs: number
  /** null in processes, which share no memory. */
  indexes: SharedIndex[] | null
  large: LargeReading | null
}

/** All that comes out of it. */
export type ScanReply =
  | { kind: 'scanned'; scanned: Scanned }
  | { kind: 'missing-indexes'; ids: MissingIndexesError['ids'] }
  | { kind: 'outage'; outage: OutageKind; message: string }

/** A thread or process does one scan at a time, on one connection. The second is for code that uses two by mistake. */
const maxConnections = 2

let opened: (OpenDatabase & { key: string }) | undefined

/** Does nothing, but leaves the modules of a scan loaded. */
export const warmUp = () => null

/** Scans one build, within a thread or process. */
export async function scanInWorker({ storage, indexes, ...call }: ScanCall): Promise<ScanReply> {
  try {
    const { db } = await database(storage.connection)
    const advisories = indexes ? openShared(db, indexes) : openAdvisories({ db, folder: storage.folder })
    const { at, clockOffsetMs, large } = call
    const scanned = await scanBuild(
      { db, advisories, clock: () => at ?? monotonicMs() + clockOffsetMs, isPast: at !== null },
      accountScope(call.accountUuid),
      { buildUuid: call.buildUuid, large },
    )
    return { kind: 'scanned', scanned }
  } catch (error) {
    if (error instanceof MissingIndexesError) return { kind: 'missing-indexes', ids: error.ids }
    const outage = outageOf(error)
    if (outage === null) throw error
    return { kind: 'outage', outage, message: String(error) }
  }
}

/** One at a time; tests have many. */
async function database(connection: pg.PoolConfig): Promise<OpenDatabase> {
  const key = JSON.stringify(connection)
  if (opened?.key === key) return opened
  await opened?.close()
  // What fails a statement is reported with the scan; an idle connection that breaks is replaced.
  const log = { error: () => undefined }
  opened = { key, ...openDatabase({ connection, maxConnections, log }) }
  return opened
}
