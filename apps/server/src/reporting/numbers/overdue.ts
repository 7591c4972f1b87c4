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
 * The overdue findings of a branch by severity (as positions); null where none has a due day. Severities and ages say how
 * many there would be by their targets alone; findings with a day of their own are then counted one by one.
 */
export function overdueOf(
  { directory, ages, dues }: Pick<AccountNumbers, 'directory' | 'ages' | 'dues'>,
  branch: number,
  { today, targets }: DueRequest,
): (number | null)[] {
  const { groupTargets } = directory.projects[directory.projectOf[branch]!]!
  const ofProject = dueTargetsOf(targets, groupTargets)
  const overdue: (number | null)[] = severities.map(() => null)
  const add = (severity: number, due: number | null, findings: number) => {
    if (due !== null) overdue[severity] = (overdue[severity] ?? 0) + (isOverdue(due, today) ? findings : 0)
  }
  eachOf(ages.of(branch), ageSize, ([severity, since, findings]) => {
    const usual = { severity: severities[severity!]!, since: since!, isExploited: false, setDay: null }
    add(severity!, dueDay(usual, ofProject), findings!)
  })
  eachOf(dues.of(branch), dueSize, ([severity, since, exploited, setDay]) => {
    const usual = { severity: severities[severity!]!, since: since!, isExploited: false, setDay: null }
    add(severity!, dueDay(usual, ofProject), -1)
    const own = { isExploited: exploited === 1, setDay: setDay === noDay ? null : setDay! }
    add(severity!, dueDay({ ...usual, ...own }, ofProject), 1)
  })
  return overdue
}

export function eachOf(list: Int32Array, size: number, onItem: (item: Int32Array) => void): void {
  for (let at = 0; at < list.length; at += size) onItem(list.subarray(at, at + size))
}
