import { ownProperty } from '../own-property.ts'
import { type Severity, toWireSeverity } from '../vocabulary.ts'

/** Days within which findings are to be fixed; null: no target. */
export interface DueTargets {
  /** By severity as on the wire. */
  bySeverity: Readonly<Record<string, number | null>>
  /** Of known exploited findings, whatever their severity. */
  exploited: number | null
}

/** Days are counted from January 1, 1970, UTC. */
export interface DueFacts {
  severity: Severity
  /** The later of introduction and publication. */
  since: number
  isExploited: boolean
  /** Set by a member, in place of the day from the targets; null if not. */
  setDay: number | null
}

/** The targets of a project: for each severity that of the strictest of its groups, otherwise the account's. */
export const dueTargetsOf = (
  account: DueTargets,
  groupTargets: Readonly<Record<string, number>>,
): DueTargets => ({ ...account, bySeverity: { ...account.bySeverity, ...groupTargets } })

/**
 * The last day on which a finding is in time: as set by a member, otherwise the earlier one of the targets of its severity
 * and of known exploited ones. null without a target. In SQL: `dueOn` of the server's scanning/due-dates.
 */
export function dueDay(
  { severity, since, isExploited, setDay }: DueFacts,
  { bySeverity, exploited }: DueTargets,
): number | null {
  if (setDay !== null) return setDay
  const ofSeverity = ownProperty(bySeverity, toWireSeverity[severity]) ?? null
  const days = [ofSeverity, isExploited ? exploited : null].filter((each) => each !== null)
  return days.length === 0 ? null : since + Math.min(...days)
}

/** From the day after the last one on which it was in time. */
export const isOverdue = (due: number | null, today: number): boolean => due !== null && due < today
