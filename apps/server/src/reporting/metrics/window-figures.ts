import { firstOf, compareBytes, type Compare } from './order-rows.ts'
import type { Figures, RankedRow } from './store.ts'
import type { Window } from './window.ts'
import type { UncachedFigures, WindowRow } from './window-store.ts'

const dayMs = 86_400_000

/** The sums of readMetrics, computed over rows in memory. */
export function overviewOf(rows: readonly WindowRow[]): Figures['overview'] {
  const sum = (value: (row: WindowRow) => number) => rows.reduce((total, row) => total + value(row), 0)
  const score = average(
    sum((row) => row.securityScore),
    rows.length,
  )
  const before = average(
    sum((row) => row.securityScore - row.deltaSecurityScore),
    rows.length,
  )
  const aged = rows.filter(({ libyears }) => libyears !== null)
  return {
    rows: rows.length,
    numberOfProjects: new Set(rows.map(({ projectUUID }) => projectUUID)).size,
    totalScans: sum(({ totalScans }) => totalScans),
    vulnerabilitiesIdentified: sum((row) => row.vulnerabilitiesIdentified),
    vulnerabilitiesAddressed: sum((row) => row.vulnerabilitiesAddressed),
    // Scans store them in hundredths.
    libyears: aged.length === 0 ? null : sum(({ libyears }) => Math.round((libyears ?? 0) * 100)) / 100,
    unknownReleases: rows.every((row) => row.unknown_releases === null)
      ? null
      : sum((row) => row.unknown_releases ?? 0),
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
export const describeRanked = (
  ranked: readonly WindowRow[],
  { selected, changes }: { selected: readonly WindowRow[]; changes: UncachedFigures['changes'] },
): RankedRow[] =>
  ranked.map((row) => {
    const own = changes.find(({ branchUuid }) => branchUuid === row.branchUuid)
    return {
      ...row,
      branches: selected.filter(({ projectUUID }) => projectUUID === row.projectUUID).length,
      closedWithoutFix: own?.closedWithoutFix ?? 0,
      openedWithoutChange: own?.openedWithoutChange ?? 0,
    }
  })

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
