import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import {
  MissingIndexesError,
  openShared,
  type SharedIndex,
} from '#knowledge/advisories/indexes/shared-indexes.ts'
import { accountScope } from '#auth/scope.ts'
import { type Connection, type OpenDatabase, openDatabase } from '#platform/database/database.ts'
import { type OutageKind, outageOf } from '#platform/database/outage.ts'
import { inTrace } from '#platform/traces/tracing.ts'
import type { LargeReading } from '#scanning/builds/reading/read-large.ts'
import { type ScannedBuilds, scanBuilds } from './scan-build.ts'

/** Start-up data of a thread or process. */
export interface ScanStorage {
  connection: Connection
  /** Folder of the index files. */
  folder: string
}

/** Monotonic clock shared by all threads and processes of a machine, unaffected by clock changes. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** Input of a scan in a thread or process. */
export interface ScanCall {
  storage: ScanStorage
  accountUuid: string
  buildUuids: readonly string[]
  maxAdvisoryAgeMs: number
  /** Epoch ms for a backdated scan; null means now. */
  at: number | null
  /** Offset of the main thread's clock to monotonicMs: all scans are dated by the main thread's clock. */
  clockOffsetMs: number
  /** null in processes, which share no memory. */
  indexes: SharedIndex[] | null
  large: LargeReading | null
  /** What the scan is part of. */
  traceparent: string | null
}

/** Output of a scan in a thread or process. */
export type ScanReply =
  | ({ kind: 'scanned' } & ScannedBuilds)
  | { kind: 'missing-indexes'; ids: MissingIndexesError['ids'] }
  | { kind: 'outage'; outage: OutageKind; message: string }

/** A scan uses one connection at a time. The second prevents a deadlock if code accidentally uses two. */
const maxConnections = 2

let opened: (OpenDatabase & { key: string }) | undefined

/** A no-op that preloads the modules of a scan. */
export const warmUp = () => null

/** Scans builds in a thread or process. */
export async function scanInWorker({ storage, indexes, ...call }: ScanCall): Promise<ScanReply> {
  try {
    const { db } = await database(storage.connection)
    const advisories = indexes ? openShared(db, indexes) : openAdvisories({ db, folder: storage.folder })
    const { at, clockOffsetMs, large, maxAdvisoryAgeMs } = call
    const clock = () => at ?? monotonicMs() + clockOffsetMs
    const scanned = await inTrace(call.traceparent, () =>
      scanBuilds(
        { db, advisories, maxAdvisoryAgeMs, clock, isPast: at !== null },
        accountScope(call.accountUuid),
        { buildUuids: call.buildUuids, large },
      ),
    )
    return { kind: 'scanned', ...scanned }
  } catch (error) {
    if (error instanceof MissingIndexesError) return { kind: 'missing-indexes', ids: error.ids }
    const outage = outageOf(error)
    if (outage === null) throw error
    return { kind: 'outage', outage, message: String(error) }
  }
}

/** Cached: one database per process, several in tests. */
async function database(connection: Connection): Promise<OpenDatabase> {
  const key = JSON.stringify(connection)
  if (opened?.key === key) return opened
  await opened?.close()
  // Statement errors are reported by the scan; broken idle connections are replaced.
  const log = { error: () => undefined }
  opened = { key, ...openDatabase({ connection, maxConnections, log }) }
  return opened
}
