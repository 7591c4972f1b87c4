import type { GroupNumbers } from '@assay/contract/groups.ts'
import { severities, toWireSeverity, type WireSeverity } from '@assay/engine/vocabulary.ts'
import type { AccountNumbers } from './account-numbers.ts'
import type { BranchStates } from './branch-state-store.ts'
import { chooseBranches } from './choose-branches.ts'
import { daysToFixOf } from './fix-target.ts'
import type { Question } from './metrics.ts'
import { ageSize, point, pointSize, type PointScore, readMarks } from './point.ts'

export interface GroupsRequest {
  /** Days since 1970, UTC. */
  today: number
}

interface Sums extends GroupNumbers {
  score: number
}

const everything = { teamUuid: null, groupUuid: null, branchPatterns: [], tags: [], search: '' }

/**
 * The numbers of each group over the default branches of its projects in scope. A project names all its groups with
 * those above them once, so that one in several groups counts once in each.
 */
export function sumGroups(
  { numbers, scope }: Question,
  states: BranchStates,
  { today }: GroupsRequest,
): Map<string, GroupNumbers> {
  const { directory } = numbers
  const { branches } = chooseBranches(numbers, { scope, selection: everything, search: '' })
  const sums = new Map([...states.projects].map(([uuid, projects]) => [uuid, { ...empty(), projects }]))
  for (const [project, branch] of mainBranches(numbers, branches)) {
    const { groupUuids, groupTargets } = directory.projects[project]!
    if (groupUuids.length === 0) continue
    const figures = figuresOf(numbers, branch, (severity, since) => {
      const days = daysToFixOf(toWireSeverity[severities[severity]!], {
        groupTargets,
        targets: states.targets,
      })
      return days !== null && today - since > days
    })
    const uuid = directory.uuids[branch]!
    const state = { isBelow: states.belowPolicy.has(uuid), exploited: states.exploited.get(uuid) ?? 0 }
    for (const group of groupUuids) add(sums, group, { ...figures, ...state })
  }
  return new Map([...sums].map(([uuid, { score, ...each }]) => [uuid, rounded(each, score)]))
}

const rounded = (numbers: GroupNumbers, score: number): GroupNumbers => ({
  ...numbers,
  securityScore: numbers.measuredRows === 0 ? null : Math.round(score / numbers.measuredRows),
})

/** By project: like findMainBranch, among those in scope. */
function mainBranches(numbers: AccountNumbers, branches: Int32Array): Map<number, number> {
  const { projectOf, projects, names } = numbers.directory
  const chosen = new Map<number, number>()
  const isMain = (branch: number) =>
    names[branch] === (projects[projectOf[branch]!]!.defaultBranch ?? 'main') && lastDay(numbers, branch) > 0
  for (const branch of branches) {
    const project = projectOf[branch]!
    const known = chosen.get(project)
    if (known === undefined || isMain(branch)) chosen.set(project, branch)
    else if (!isMain(known) && isLater(numbers, branch, known)) chosen.set(project, branch)
  }
  return chosen
}

function lastPoint({ points: { starts, lengths } }: AccountNumbers, branch: number): number | null {
  const length = lengths[branch] ?? 0
  return length === 0 ? null : starts[branch]! + length - pointSize
}

/** 0 if it was never scanned. */
function lastDay(numbers: AccountNumbers, branch: number): number {
  const at = lastPoint(numbers, branch)
  return at === null ? 0 : numbers.points.data[at + point.day]!
}

function isLater(numbers: AccountNumbers, branch: number, other: number): boolean {
  const days = lastDay(numbers, branch) - lastDay(numbers, other)
  if (days !== 0 || lastDay(numbers, branch) === 0) return days > 0
  const { data } = numbers.points
  const [one, two] = [lastPoint(numbers, branch)!, lastPoint(numbers, other)!]
  const ms = data[one + point.msOfDay]! - data[two + point.msOfDay]!
  return ms > 0 || (ms === 0 && numbers.directory.names[branch]! < numbers.directory.names[other]!)
}

interface Figures {
  isMeasured: boolean
  score: number
  overdue: number
  open: Map<WireSeverity, number>
}

const read: PointScore = {
  score: 0,
  isMeasured: false,
  hasStability: false,
  hasLicensing: false,
  coversLess: false,
}

function figuresOf(
  numbers: AccountNumbers,
  branch: number,
  isOverdue: (severity: number, since: number) => boolean,
): Figures {
  const at = lastPoint(numbers, branch)
  if (at !== null) readMarks(numbers.points.data[at + point.marks]!, read)
  const open = new Map<WireSeverity, number>()
  let overdue = 0
  const { data, starts, lengths } = numbers.ages
  const start = starts[branch] ?? 0
  for (let age = start; age < start + (lengths[branch] ?? 0); age += ageSize) {
    const findings = data[age + 2]!
    const severity = toWireSeverity[severities[data[age]!]!]
    open.set(severity, (open.get(severity) ?? 0) + findings)
    if (isOverdue(data[age]!, data[age + 1]!)) overdue += findings
  }
  return { isMeasured: at !== null && read.isMeasured, score: read.score, overdue, open }
}

function add(
  sums: Map<string, Sums>,
  group: string,
  { isMeasured, score, overdue, open, isBelow, exploited }: Figures & { isBelow: boolean; exploited: number },
): void {
  const sum = sums.get(group)
  // Its projects have changed since they were counted.
  if (!sum) return
  if (isMeasured) {
    sum.measuredRows++
    sum.score += score
  }
  if (isBelow) sum.belowPolicy++
  sum.knownExploited += exploited
  sum.overdue += overdue
  for (const [severity, findings] of open)
    sum.openFindings[severity] = (sum.openFindings[severity] ?? 0) + findings
}

const empty = (): Sums => ({
  projects: 0,
  securityScore: null,
  measuredRows: 0,
  belowPolicy: 0,
  knownExploited: 0,
  overdue: 0,
  openFindings: {},
  score: 0,
})
