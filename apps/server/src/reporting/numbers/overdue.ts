import { dueDay, type DueTargets, dueTargetsOf, isOverdue } from '@assay/engine/policies/due-day.ts'
import { severities } from '@assay/engine/vocabulary.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { ageSize, dueSize, noDay } from './point.ts'

export interface DueRequest {
  /** Days since 1970, UTC. */
  today: number
  /** Of the account. */
  targets: DueTargets
}

/**
 * Returns what counts the overdue findings of one branch after the other, by severity (as positions), in one list that is
 * used again; null where none has a due day. Severities and ages say how many there would be by their targets alone; findings
 * with a day of their own are then counted one by one.
 */
export function overdueCounter(
  { directory, ages, dues }: Pick<AccountNumbers, 'directory' | 'ages' | 'dues'>,
  { today, targets }: DueRequest,
): (branch: number) => readonly (number | null)[] {
  const ofAccount = { targets, days: targetDays(targets) }
  const overdue: (number | null)[] = severities.map(() => null)
  const add = (severity: number, due: number | null, findings: number) => {
    if (due !== null) overdue[severity] = (overdue[severity] ?? 0) + (isOverdue(due, today) ? findings : 0)
  }
  return (branch) => {
    overdue.fill(null)
    const { groupTargets } = directory.projects[directory.projectOf[branch]!]!
    const own = Object.keys(groupTargets).length === 0 ? ofAccount : ofGroups(targets, groupTargets)
    const usualDay = (severity: number, since: number) => {
      const days = own.days[severity]!
      return days === null ? null : since + days
    }
    ages.eachItem(branch, ageSize, (at) => {
      const [severity, since] = [ages.data[at]!, ages.data[at + 1]!]
      add(severity, usualDay(severity, since), ages.data[at + 2]!)
    })
    dues.eachItem(branch, dueSize, (at) => {
      const [severity, since] = [dues.data[at]!, dues.data[at + 1]!]
      const [isExploited, setDay] = [dues.data[at + 2] === 1, dues.data[at + 3]!]
      const facts = { isExploited, setDay: setDay === noDay ? null : setDay }
      add(severity, usualDay(severity, since), -1)
      add(severity, dueDay({ severity: severities[severity]!, since, ...facts }, own.targets), 1)
    })
    return overdue
  }
}

function ofGroups(account: DueTargets, groupTargets: Readonly<Record<string, number>>) {
  const targets = dueTargetsOf(account, groupTargets)
  return { targets, days: targetDays(targets) }
}

/** By severity, of findings that are not known exploited. */
const targetDays = (targets: DueTargets) =>
  severities.map((severity) => dueDay({ severity, since: 0, isExploited: false, setDay: null }, targets))
