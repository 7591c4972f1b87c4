import type { Lifetime } from '@assay/contract/findings.ts'

export interface LifetimeRow {
  introduced_at: Date
  introduced_by: string
  introduced_number: number
  ended_at: Date | null
  ended_number: number | null
  end_kind: string | null
  fixed_by: string | null
  days_to_fix: number | null
}

/** Wire format of a finding's history; uuidOf resolves scan numbers of the branch. */
export function lifetimeOf(row: LifetimeRow, uuidOf: (number: number) => string): Lifetime {
  return {
    introducedAt: row.introduced_at.getTime(),
    introducedBy: row.introduced_by as Lifetime['introducedBy'],
    introducedNumber: row.introduced_number,
    introducedReportUuid: uuidOf(row.introduced_number),
    endedAt: row.ended_at?.getTime() ?? null,
    endedNumber: row.ended_number,
    endedReportUuid: row.ended_number === null ? null : uuidOf(row.ended_number),
    endKind: row.end_kind as Lifetime['endKind'],
    fixedBy: row.fixed_by,
    daysToFix: row.days_to_fix,
  }
}
