import type { LiveScan } from '../../api/live.ts'

type ByReport = ReadonlyMap<string, LiveScan>

/** Scans that ended since what is on the page was asked for. */
export interface Arrivals {
  /** By report: some are told twice. */
  scans: ByReport
  /** Those among them that an answer under way may lack; null while none is under way. */
  late: ByReport | null
  /** Some were not listed. */
  isMore: boolean
}

export const noArrivals: Arrivals = { scans: new Map(), late: null, isMore: false }

interface Told {
  scans: readonly LiveScan[]
  omitted: number
}

export function arrive(known: Arrivals, { scans, omitted }: Told): Arrivals {
  const told = scans.filter(({ reportUuid }) => !known.scans.has(reportUuid))
  const added = told.map((scan) => [scan.reportUuid, scan] as const)
  return {
    scans: new Map([...known.scans, ...added]),
    late: known.late && new Map([...known.late, ...added]),
    isMore: known.isMore || omitted > 0,
  }
}

/** An answer is asked for: what has ended until now will be in it. */
export const beginAnswer = (known: Arrivals): Arrivals => ({ ...known, late: new Map() })

/** The answer is there, or failed: then nothing has changed on the page. */
export const endAnswer = ({ scans, late, isMore }: Arrivals, isSuccess: boolean): Arrivals =>
  isSuccess && late ? { scans: late, late: null, isMore: false } : { scans, late: null, isMore }
