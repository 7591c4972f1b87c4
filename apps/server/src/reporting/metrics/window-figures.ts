import type { BranchGroup } from './branch-groups.ts'
import { dayOf, textOfDay } from './days.ts'
import { firstOf, compareBytes, type Compare } from './order-rows.ts'
import type { Figures, RankedRow } from './store.ts'
import type { Window } from './window.ts'
import type { WindowRow } from './window-store.ts'

const dayMs = 86_400_000

interface Counts {
  branches: number
  scans: number
  identified: number
  addressed: number
  score: number
  scoreBefore: number
  /** In hundredths, as scans store them. */
  libyears: number
  hasLibyears: boolean
  unknown: number
  hasUnknown: boolean
  /** Scans by day of the window. */
  days: Uint16Array | Uint32Array
}

/** Sums over branches, which can be added up. */
export interface WindowSums extends Counts {
  /** Up to three of the best and three of the worst. */
  top: WindowRow[]
  least: WindowRow[]
}

/** Branches with their aggregates. */
export interface WindowBranches {
  sums: WindowSums
  /** The project of each. */
  projects: Uint32Array
  /** The first scan of each, in epoch ms. */
  firstScans: Float64Array
}

/** Summarized once for each group. */
export const branchesIn = (groups: readonly BranchGroup<WindowRow>[], window: Window): WindowBranches[] =>
  groups.map((group) => group.derive({ kind: 'figures' }, (rows) => summarizeBranches([...rows], window)))

export const summarizeBranches = (rows: readonly WindowRow[], window: Window): WindowBranches => ({
  sums: sumBranches(rows, window),
  projects: Uint32Array.from(rows, ({ project }) => project),
  firstScans: Float64Array.from(rows, ({ firstScanned }) => firstScanned),
})

function sumBranches(rows: readonly WindowRow[], window: Window): WindowSums {
  const sums = newSums(window)
  for (const row of rows) add(sums, countsOf(row))
  return { ...sums, ...rankedOf(rows) }
}

export function addUp(parts: readonly WindowBranches[], window: Window): WindowSums {
  const sums = newSums(window)
  for (const part of parts) add(sums, part.sums)
  return { ...sums, ...rankedOf(parts.flatMap(({ sums: { top, least } }) => [...top, ...least])) }
}

const countsOf = (row: WindowRow): Counts => ({
  branches: 1,
  scans: row.totalScans,
  identified: row.vulnerabilitiesIdentified,
  addressed: row.vulnerabilitiesAddressed,
  score: row.securityScore,
  scoreBefore: row.securityScore - row.deltaSecurityScore,
  libyears: Math.round((row.libyears ?? 0) * 100),
  hasLibyears: row.libyears !== null,
  unknown: row.unknown_releases ?? 0,
  hasUnknown: row.unknown_releases !== null,
  days: row.days,
})

function add(sums: WindowSums, counts: Counts): void {
  sums.branches += counts.branches
  sums.scans += counts.scans
  sums.identified += counts.identified
  sums.addressed += counts.addressed
  sums.score += counts.score
  sums.scoreBefore += counts.scoreBefore
  sums.libyears += counts.libyears
  sums.hasLibyears ||= counts.hasLibyears
  sums.unknown += counts.unknown
  sums.hasUnknown ||= counts.hasUnknown
  for (let at = 0; at < sums.days.length; at++) sums.days[at]! += counts.days[at]!
}

const newSums = (window: Window): WindowSums => ({
  branches: 0,
  scans: 0,
  identified: 0,
  addressed: 0,
  score: 0,
  scoreBefore: 0,
  libyears: 0,
  hasLibyears: false,
  unknown: 0,
  hasUnknown: false,
  days: new Uint32Array(daysIn(window)),
  top: [],
  least: [],
})

const daysIn = ({ from, before }: Window) => Math.round((before.getTime() - from.getTime()) / dayMs)

function rankedOf(rows: readonly WindowRow[]): Pick<WindowSums, 'top' | 'least'> {
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

/** The overview of readMetrics. */
export function overviewOf(sums: WindowSums, numberOfProjects: number): Figures['overview'] {
  const score = average(sums.score, sums.branches)
  const before = average(sums.scoreBefore, sums.branches)
  return {
    rows: sums.branches,
    numberOfProjects,
    totalScans: sums.scans,
    vulnerabilitiesIdentified: sums.identified,
    vulnerabilitiesAddressed: sums.addressed,
    libyears: sums.hasLibyears ? sums.libyears / 100 : null,
    unknownReleases: sums.hasUnknown ? sums.unknown : null,
    securityScore: score,
    deltaSecurityScore: score === null || before === null ? null : score - before,
  }
}

/** Rounded half up; scores are not negative. */
const average = (sum: number, count: number) =>
  count === 0 ? null : Math.floor((2 * sum + count) / (2 * count))

/** `selected`: all branches of the selection, regardless of the search. */
export function describeRanked(
  ranked: readonly WindowRow[],
  selected: readonly WindowBranches[],
): RankedRow[] {
  const branches = new Map(ranked.map(({ project }) => [project, 0]))
  for (const { projects } of selected)
    for (const project of projects) {
      const count = branches.get(project)
      if (count !== undefined) branches.set(project, count + 1)
    }
  return ranked.map((row) => ({ ...row, ...row.changes!, branches: branches.get(row.project)! }))
}

export interface WindowProjects {
  count: number
  /** By day of the window: branches whose first scan in it is on that day. */
  firstByDay: Uint32Array
}

/** Projects of the branches; several branches may belong to one. */
export function projectsOf(branches: readonly WindowBranches[], window: Window): WindowProjects {
  let size = 0
  for (const { projects } of branches) for (const project of projects) size = Math.max(size, project + 1)
  const firstOf = new Float64Array(size)
  for (const { projects, firstScans } of branches)
    for (let at = 0; at < projects.length; at++) {
      const project = projects[at]!
      if (firstOf[project] === 0 || firstScans[at]! < firstOf[project]!) firstOf[project] = firstScans[at]!
    }
  const firstByDay = new Uint32Array(daysIn(window))
  let count = 0
  for (const first of firstOf) {
    if (first === 0) continue
    count++
    firstByDay[Math.floor((first - window.from.getTime()) / dayMs)]!++
  }
  return { count, firstByDay }
}

/** By day: scans and projects up to then. A project counts from its first scan in the window. */
export function usageOf(
  { days: scans }: WindowSums,
  { firstByDay }: WindowProjects,
  { from }: Window,
): Figures['usage'] {
  const first = dayOf(from)
  let [totalScans, totalProjects] = [0, 0]
  return Array.from(scans.keys()).flatMap((at) => {
    if (scans[at] === 0 && firstByDay[at] === 0) return []
    totalScans += scans[at]!
    totalProjects += firstByDay[at]!
    return [{ day: textOfDay(first + at), totalScans, totalProjects }]
  })
}
