import type { AccountNumbers } from './account-numbers.ts'
import { eachSpan, type Spans } from './spans.ts'

export interface Sums {
  branches: number
  projects: number
  scans: number
  identified: number
  addressed: number
  /** Of the branches with a score. */
  score: number
  scored: number
  /** Of the branches with a score in both scans. */
  scoreAfter: number
  scoreBefore: number
  compared: number
  /** In hundredths. */
  libyears: number
  hasLibyears: boolean
  unknown: number
  hasUnknown: boolean
  /** By project: its first scan in the window, in epoch ms; 0 without one. */
  firstScans: Float64Array
  /** By span. */
  performance: Int32Array
}

export function sumSpans(numbers: AccountNumbers, spans: Spans): Sums {
  const { projectOf, projects } = numbers.directory
  const sums: Sums = {
    branches: spans.size,
    projects: 0,
    scans: 0,
    identified: 0,
    addressed: 0,
    score: 0,
    scored: 0,
    scoreAfter: 0,
    scoreBefore: 0,
    compared: 0,
    libyears: 0,
    hasLibyears: false,
    unknown: 0,
    hasUnknown: false,
    firstScans: new Float64Array(projects.length),
    performance: new Int32Array(spans.size),
  }
  const { firstScans, performance } = sums
  eachSpan(numbers, spans, (figures, at) => {
    performance[at] = figures.performance
    sums.scans += figures.scans
    sums.identified += figures.identified
    sums.addressed += figures.addressed
    if (figures.isMeasured) {
      sums.score += figures.score
      sums.scored++
    }
    if (figures.isMeasured && figures.isMeasuredBefore) {
      sums.scoreAfter += figures.score
      sums.scoreBefore += figures.scoreBefore
      sums.compared++
    }
    if (figures.libyears >= 0) sums.libyears += figures.libyears
    sums.hasLibyears ||= figures.libyears >= 0
    if (figures.unknown >= 0) sums.unknown += figures.unknown
    sums.hasUnknown ||= figures.unknown >= 0
    const project = projectOf[spans.branches[at]!]!
    const known = firstScans[project]!
    if (known === 0) sums.projects++
    if (known === 0 || figures.firstScanned < known) firstScans[project] = figures.firstScanned
  })
  return sums
}
