import { firstOf, compareBytes, type Compare } from './order-rows.ts'
import type { Figures, RankedRow } from './store.ts'
import type { Window } from './window.ts'
import type { UncachedFigures, WindowRow } from './window-store.ts'

const dayMs = 86_400_000

/** The sums of readMetrics, computed over rows in memory. */
export function overviewOf(rows: readonly WindowRow[]): Figures['overview'] {
  const sums = { scans: 0, identified: 0, addressed: 0, score: 0, scoreBefore: 0, libyears: 0, unknown: 0 }
  let hasLibyears = false
  let hasUnknown = false
  const projects = new Set<string>()
  for (const row of rows) {
    projects.add(row.projectUUID)
    sums.scans += row.totalScans
    sums.identified += row.vulnerabilitiesIdentified
    sums.addressed += row.vulnerabilitiesAddressed
    sums.score += row.securityScore
    sums.scoreBefore += row.securityScore - row.deltaSecurityScore
    // Scans store them in hundredths.
    sums.libyears += Math.round((row.libyears ?? 0) * 100)
    hasLibyears ||= row.libyears !== null
    sums.unknown += row.unknown_releases ?? 0
    hasUnknown ||= row.unknown_releases !== null
  }
  const score = average(sums.score, rows.length)
  const before = average(sums.scoreBefore, rows.length)
  return {
    rows: rows.length,
    numberOfProjects: projects.size,
    totalScans: sums.scans,
    vulnerabilitiesIdentified: sums.identified,
    vulnerabilitiesAddressed: sums.addressed,
    libyears: hasLibyears ? sums.libyears / 100 : null,
    unknownReleases: hasUnknown ? sums.unknown : null,
    securityScore: score,
    deltaSecurityScore: score === null || before === null ? null : score - before,
  }
}

/** Rounded half up; scores are not negative. */
const average = (sum: number, count: number) =>
  count === 0 ? null : Math.floor((2 * sum + count) / (2 * count))

/** Up to three of the best and three of the worst. */
export function rankedOf(rows: readonly WindowRow[]): { top: WindowRow[]; least: WindowRow[] } {
  const by =
    (sign: 1 | -1): Compare<WindowRow> =>
    (first, second) =>
      sign * (first.performanceScore - second.performanceScore) ||
      compareBytes(first.projectName, second.projectName) ||
      compareBytes(first.projectBranch, second.projectBranch) ||
      compareBytes(first.branchUuid, second.branchUuid)
  return {
    top: firstOf(
      rows.filter((row) => row.performanceScore > 0),
      3,
      by(-1),
    ),
    least: firstOf(
      rows.filter((row) => row.performanceScore < 0),
      3,
      by(1),
    ),
  }
}

/** `selected`: all rows of the selection, regardless of the search. */
export function describeRanked(
  ranked: readonly WindowRow[],
  { selected, changes }: { selected: readonly WindowRow[]; changes: UncachedFigures['changes'] },
): RankedRow[] {
  const branches = new Map(ranked.map(({ projectUUID }) => [projectUUID, 0]))
  for (const { projectUUID } of selected) {
    const count = branches.get(projectUUID)
    if (count !== undefined) branches.set(projectUUID, count + 1)
  }
  return ranked.map((row) => {
    const own = changes.find(({ branchUuid }) => branchUuid === row.branchUuid)
    return {
      ...row,
      branches: branches.get(row.projectUUID)!,
      closedWithoutFix: own?.closedWithoutFix ?? 0,
      openedWithoutChange: own?.openedWithoutChange ?? 0,
    }
  })
}

/** A project counts from its first scan in the window. */
export function usageOf(rows: readonly WindowRow[], { from, before }: Window): Figures['usage'] {
  const count = Math.round((before.getTime() - from.getTime()) / dayMs)
  const [scans, projects] = [new Uint32Array(count), new Uint32Array(count)]
  const firsts = new Map<string, number>()
  for (const { projectUUID, firstScanned, days } of rows) {
    firsts.set(projectUUID, Math.min(firsts.get(projectUUID) ?? Infinity, firstScanned))
    for (let at = 0; at < count; at++) scans[at]! += days[at]!
  }
  for (const first of firsts.values()) projects[Math.floor((first - from.getTime()) / dayMs)]! += 1
  let [totalScans, totalProjects] = [0, 0]
  return Array.from(scans.keys()).flatMap((at) => {
    if (scans[at] === 0 && projects[at] === 0) return []
    totalScans += scans[at]!
    totalProjects += projects[at]!
    return [
      { day: new Date(from.getTime() + at * dayMs).toISOString().slice(0, 10), totalScans, totalProjects },
    ]
  })
}
