import type { Scope } from '#auth/scope.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { chooseBranches, foundBranches } from './choose-branches.ts'
import { exclusionsByDay } from './exclusions.ts'
import type { Figures, MetricsRequest, MetricsResponse, MetricsRow } from './metrics-response.ts'
import { pageOf } from './page-of-rows.ts'
import { rankedOf } from './rank-spans.ts'
import { filterSpans, type Spans, spansOf } from './spans.ts'
import { type Sums, sumSpans } from './sum-spans.ts'
import { usageByDay } from './usage.ts'

export interface Question {
  numbers: AccountNumbers
  scope: Scope
  /** The selection's search, as by PostgreSQL's lower(). */
  search: string
}

export function metricsOf(question: Question, { selection, page }: MetricsRequest): MetricsResponse {
  const { numbers, scope, search } = question
  const { directory } = numbers
  const chosen = chooseBranches(numbers, { scope, selection, search })
  const { isFound, isProject } = chosen
  const all = spansOf(numbers, chosen.branches, selection.window)
  const found = isFound && filterSpans(all, (branch) => isFound[directory.projectOf[branch]!] === 1)
  const made = { exclusions: numbers.exclusions, directory, scope, ...selection }
  const figuresOf = (spans: Spans, isSelected: (project: number) => boolean): Figures => {
    const sums = sumSpans(numbers, spans)
    return {
      overview: overviewOf(sums),
      top: rankedOf({ numbers, spans, all, sums }, { sign: 1, window: selection.window }),
      least: rankedOf({ numbers, spans, all, sums }, { sign: -1, window: selection.window }),
      usage: usageByDay(numbers, { chosen, spans, sums, window: selection.window, isWhole: spans === all }),
      exclusions: exclusionsByDay({ ...made, isSelected }),
    }
  }
  return {
    all: figuresOf(all, isProject),
    matching: found && figuresOf(found, (project) => isProject(project) && isFound?.[project] === 1),
    page: pageOf(numbers, found ?? all, page),
  }
}

/** A page without totals. */
export function rowsOf(
  { numbers, scope, search }: Question,
  { selection, page }: MetricsRequest,
): MetricsRow[] {
  const chosen = chooseBranches(numbers, { scope, selection, search })
  const found = foundBranches(numbers.directory, chosen)
  return pageOf(numbers, spansOf(numbers, found, selection.window), page)
}

function overviewOf(sums: Sums): Figures['overview'] {
  const after = average(sums.scoreAfter, sums.compared)
  const before = average(sums.scoreBefore, sums.compared)
  return {
    rows: sums.branches,
    measuredRows: sums.scored,
    numberOfProjects: sums.projects,
    totalScans: sums.scans,
    vulnerabilitiesIdentified: sums.identified,
    vulnerabilitiesAddressed: sums.addressed,
    libyears: sums.hasLibyears ? sums.libyears / 100 : null,
    unknownReleases: sums.hasUnknown ? sums.unknown : null,
    securityScore: average(sums.score, sums.scored),
    deltaSecurityScore: after === null || before === null ? null : after - before,
  }
}

/** Rounded half up; scores are not negative. */
const average = (sum: number, count: number) =>
  count === 0 ? null : Math.floor((2 * sum + count) / (2 * count))
