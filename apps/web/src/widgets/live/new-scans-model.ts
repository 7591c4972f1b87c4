import type { LiveScan } from '../../api/live.ts'

type ByReport = ReadonlyMap<string, LiveScan>

/** Scans that ended after the page's data was loaded. */
export interface Arrivals {
  /** By report, since events may repeat. */
  scans: ByReport
  /** Scans possibly missing from a pending response; null if none is pending. */
  late: ByReport | null
  /** The event did not list all scans. */
  isMore: boolean
}

export const noArrivals: Arrivals = { scans: new Map(), late: null, isMore: false }

interface ScansEvent {
  scans: readonly LiveScan[]
  omitted: number
}

export function arrive(known: Arrivals, { scans, omitted }: ScansEvent): Arrivals {
  const unseen = scans.filter(({ reportUuid }) => !known.scans.has(reportUuid))
  const added = unseen.map((scan) => [scan.reportUuid, scan] as const)
  return {
    scans: new Map([...known.scans, ...added]),
    late: known.late && new Map([...known.late, ...added]),
    isMore: known.isMore || omitted > 0,
  }
}

/** A request starts: its response includes all scans until now. */
export const beginAnswer = (known: Arrivals): Arrivals => ({ ...known, late: new Map() })

/** The response arrived, or failed and changed nothing. */
export const endAnswer = ({ scans, late, isMore }: Arrivals, isSuccess: boolean): Arrivals =>
  isSuccess && late ? { scans: late, late: null, isMore: false } : { scans, late: null, isMore }
