import { dueTargetsOf } from '@assay/engine/policies/due-day.ts'
import { severities, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { chooseBranches, foundBranches } from './choose-branches.ts'
import type { Question } from './metrics.ts'
import { type DueRequest, overdueCounter } from './overdue.ts'
import { ageSize } from './point.ts'
import type { ProjectSelection } from './selection.ts'

export interface OverdueRequest extends DueRequest {
  selection: ProjectSelection
}

export interface OverdueSums {
  /** By severity. */
  findings: Partial<Record<Severity, number>>
  targets: OverdueTarget[]
}

/** Some findings of a severity are overdue by a target, of the account or of groups. */
export interface OverdueTarget {
  severity: Severity
  days: number
  /** The branches that have them; null: too many to look at one by one. */
  branchUuids: string[] | null
}

export function sumOverdue(
  { numbers, scope, search }: Question,
  { selection, ...due }: OverdueRequest,
): OverdueSums {
  const { directory } = numbers
  const branches = foundBranches(directory, chooseBranches(numbers, { scope, selection, search }))
  const findings: OverdueSums['findings'] = {}
  const overdueOf = overdueCounter(numbers, due)
  for (const branch of branches)
    for (const [at, count] of overdueOf(branch).entries())
      if (count !== null) findings[severities[at]!] = (findings[severities[at]!] ?? 0) + count
  const few = Math.sqrt(fewBranches * directory.size)
  const targets = [...branchesByTarget(numbers, branches, due)].map(([key, late]): OverdueTarget => ({
    severity: severities[Math.floor(key / maxDays)]!,
    days: key % maxDays,
    branchUuids: late.size > few ? null : [...late].map((branch) => directory.uuids[branch]!),
  }))
  return { findings, targets }
}

/** Above its root, reading the findings of all branches in order until a page is full takes less than looking at each. */
const fewBranches = 20

/** Targets have less. */
const maxDays = 1_000_000

/** By severity (as a position) times maxDays, plus days. */
function branchesByTarget(
  { directory, ages }: AccountNumbers,
  branches: Int32Array,
  { targets, today }: DueRequest,
): Map<number, Set<number>> {
  const late = new Map<number, Set<number>>()
  for (const branch of branches) {
    const { groupTargets } = directory.projects[directory.projectOf[branch]!]!
    const { bySeverity } = dueTargetsOf(targets, groupTargets)
    ages.eachItem(branch, ageSize, (at) => {
      const severity = ages.data[at]!
      const days = bySeverity[toWireSeverity[severities[severity]!]] ?? null
      if (days === null || ages.data[at + 1]! + days >= today) return
      const key = severity * maxDays + days
      late.set(key, (late.get(key) ?? new Set()).add(branch))
    })
  }
  return late
}
