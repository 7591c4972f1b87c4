import type { Advisories } from '#knowledge/advisories/indexes/loaded-indexes.ts'
import type { Database } from '#platform/database/database.ts'
import type { BuildRow } from '#scanning/builds/store.ts'

export interface ScanContext {
  db: Database
  advisories: Advisories
  /** Older advisory data does not prove that minimum scores are met. Without a limit by default. */
  maxAdvisoryAgeMs?: number
  /** Epoch ms; a fixed clock backdates the scan. */
  clock?: () => number
  /** Backdated scans send no notifications. */
  isPast?: boolean
}

/** A build, and for a rescan the build of the branch's last scan, whose documents are scanned again. */
export interface BuildToScan {
  build: BuildRow
  lastBuildUuid: string | null
}
