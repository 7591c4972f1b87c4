import { defaultBranches } from '@assay/contract/metrics.ts'
import { chooseBranches, foundBranches } from './choose-branches.ts'
import type { Question } from './metrics.ts'
import { point, pointSize, type PointScore, readMarks } from './point.ts'
import type { ProjectSelection } from './selection.ts'

/** By score from 0 to 100: the number of projects of a selection whose branch that is shown first has it. Unmeasured ones are left out. */
export function countScores(
  { numbers, scope, search }: Question,
  { selection }: { selection: ProjectSelection },
): number[] {
  const { data, starts, lengths } = numbers.points
  const counts = Array.from({ length: 101 }, () => 0)
  const score: PointScore = {
    score: 0,
    isMeasured: false,
    hasStability: false,
    hasLicensing: false,
    coversLess: false,
  }
  const first = { ...selection, branchPatterns: [defaultBranches] }
  const chosen = chooseBranches(numbers, { scope, selection: first, search })
  for (const branch of foundBranches(numbers.directory, chosen)) {
    readMarks(data[starts[branch]! + lengths[branch]! - pointSize + point.marks]!, score)
    if (score.isMeasured) counts[score.score]!++
  }
  return counts
}
