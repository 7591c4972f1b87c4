import type { LiveScan } from '../../api/live.ts'

type ByReport = ReadonlyMap<string, LiveScan>

/** Scans that ended after the page's data was loaded. */
export interface EndedScans {
  /** By report, since events may repeat. */
  scans: ByReport
  /** Scans possibly missing from a pending response; null if none is pending. */
  late: ByReport | null
  /** The event did not list all scans. */
  isMore: boolean
}

export const noEndedScans: EndedScans = { scans: new Map(), late: null, isMore: false }

interface ScansEvent {
  scans: readonly LiveScan[]
  omitted: number
}

export function addScans(known: EndedScans, { scans, omitted }: ScansEvent): EndedScans {
  const unseen = scans.filter(({ reportUuid }) => !known.scans.has(reportUuid))
  const added = unseen.map((scan) => [scan.reportUuid, scan] as const)
  return {
    scans: new Map([...known.scans, ...added]),
    late: known.late && new Map([...known.late, ...added]),
    isMore: known.isMore || omitted > 0,
  }
}

/** A request starts: its response includes all scans until now. */
export const beginRequest = (known: EndedScans): EndedScans => ({ ...known, late: new Map() })

/** The response arrived, or failed and changed nothing. */
export const endRequest = ({ scans, late, isMore }: EndedScans, isSuccess: boolean): EndedScans =>
  isSuccess && late ? { scans: late, late: null, isMore: false } : { scans, late: null, isMore }
