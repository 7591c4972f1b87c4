import { defaultBranches } from '@assay/contract/metrics.ts'
import type { GroupNumbers } from '@assay/contract/groups.ts'
import { severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { chooseBranches, visibleIn } from './choose-branches.ts'
import type { Question } from './metrics.ts'
import { type DueRequest, overdueCounter } from './overdue.ts'
import { everyProject } from './selection.ts'
import { ageSize, isBelowPolicy, noDay, point, pointSize, type PointScore, readMarks } from './point.ts'

/** Of one group. */
interface Sums {
  projects: number
  score: number
  measured: number
  belowPolicy: number
  overdue: number
  /** By severity, as positions. */
  open: number[]
  exploited: Set<number>
}

const firstBranches = { ...everyProject, branchPatterns: [defaultBranches] }

/**
 * The numbers of each group over the branches of its projects that are shown first. A project names all its groups with
 * those above them once, so that one in several groups counts once in each.
 */
export function sumGroups({ numbers, scope }: Question, due: DueRequest): Map<string, GroupNumbers> {
  const { directory } = numbers
  const sums = countProjects({ numbers, scope })
  const figures = newFigures()
  const overdueOf = overdueCounter(numbers, due)
  const { branches } = chooseBranches(numbers, { scope, selection: firstBranches, search: '' })
  for (const branch of branches) {
    const { groupUuids } = directory.projects[directory.projectOf[branch]!]!
    if (groupUuids.length === 0) continue
    readFigures(numbers, { branch, overdue: overdueOf(branch) }, figures)
    for (const group of groupUuids) add(sums.get(group)!, figures)
  }
  return new Map([...sums].map(([uuid, each]) => [uuid, numbersOf(each)]))
}

/** Also those without a scan. */
function countProjects({ numbers, scope }: Pick<Question, 'numbers' | 'scope'>): Map<string, Sums> {
  const { projects } = numbers.directory
  const sums = new Map<string, Sums>()
  const isVisible = visibleIn(scope)
  const known = numbers.directory.activeProjects()
  const branchless = numbers.branchless.filter(
    ({ uuid }) => !known.has(numbers.directory.projectNumber(uuid) ?? -1),
  )
  for (const project of [...[...known].map((each) => projects[each]!), ...branchless]) {
    if (!isVisible(project)) continue
    for (const group of project.groupUuids) {
      const sum = sums.get(group) ?? empty()
      sum.projects++
      sums.set(group, sum)
    }
  }
  return sums
}

/** Of one branch. */
interface Figures {
  score: PointScore
  isBelow: boolean
  overdue: number
  open: number[]
  exploited: number[]
}

const newFigures = (): Figures => ({
  score: { score: 0, isMeasured: false, hasStability: false, hasLicensing: false, coversLess: false },
  isBelow: false,
  overdue: 0,
  open: [],
  exploited: [],
})

interface Read {
  branch: number
  /** By severity. */
  overdue: readonly (number | null)[]
}

/** Of a branch with scans. */
function readFigures(numbers: AccountNumbers, { branch, overdue }: Read, figures: Figures): void {
  const { points, ages, exploited } = numbers
  const marks = points.data[points.starts[branch]! + points.lengths[branch]! - pointSize + point.marks]!
  readMarks(marks, figures.score)
  figures.isBelow = isBelowPolicy(marks)
  figures.overdue = overdue.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  figures.open = severities.map(() => 0)
  figures.exploited = []
  exploited.eachOpen(branch, noDay, (vulnerability) => figures.exploited.push(vulnerability))
  ages.eachItem(branch, ageSize, (at) => {
    figures.open[ages.data[at]!]! += ages.data[at + 2]!
  })
}

function add(sum: Sums, { score, isBelow, overdue, open, exploited }: Figures): void {
  if (score.isMeasured) {
    sum.measured++
    sum.score += score.score
  }
  if (isBelow) sum.belowPolicy++
  sum.overdue += overdue
  for (const [severity, findings] of open.entries()) sum.open[severity]! += findings
  for (const vulnerability of exploited) sum.exploited.add(vulnerability)
}

const empty = (): Sums => ({
  projects: 0,
  score: 0,
  measured: 0,
  belowPolicy: 0,
  overdue: 0,
  open: severities.map(() => 0),
  exploited: new Set(),
})

const numbersOf = ({
  projects,
  score,
  measured,
  belowPolicy,
  overdue,
  open,
  exploited,
}: Sums): GroupNumbers => ({
  projects,
  securityScore: measured === 0 ? null : Math.round(score / measured),
  measuredRows: measured,
  belowPolicy,
  knownExploited: exploited.size,
  overdue,
  openFindings: Object.fromEntries(
    severities.flatMap((severity, at) => (open[at]! > 0 ? [[toWireSeverity[severity], open[at]!]] : [])),
  ),
})
