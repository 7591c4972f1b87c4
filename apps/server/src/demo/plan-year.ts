import { dayMs } from '@assay/engine/time.ts'
import { between, chance } from './chance.ts'
import type { DemoProject, Habit } from './portfolio.ts'
import type { PackageHistory } from './read-histories.ts'

export interface UsedPackage {
  history: PackageHistory
  version: string
}

export interface PlannedScan {
  project: DemoProject
  branch: string
  /** Epoch ms. */
  at: number
  packages: UsedPackage[]
}

export const daysOfYear = 364
const monthMs = 30.44 * dayMs

/** Share of unmaintained packages, and the probability that they are updated within the year. */
const habits: Record<Habit, { neglected: number; rescued: number; late: number }> = {
  'keeps up': { neglected: 0.07, rescued: 1, late: 0 },
  'catches up': { neglected: 0.34, rescued: 0.9, late: 0 },
  drifts: { neglected: 0.15, rescued: 0.2, late: 0.1 },
  'piles up': { neglected: 0.2, rescued: 0.1, late: 0.8 },
}

/** All scans of the year that ends at this time, oldest first. Deterministic per day. */
export function planYear(
  projects: readonly DemoProject[],
  histories: readonly PackageHistory[],
  now: number,
): PlannedScan[] {
  const firstDay = Math.floor(now / dayMs) * dayMs - daysOfYear * dayMs
  return projects
    .flatMap((project) => {
      const packages = packagesOf(project, histories)
      return ['main', ...project.branches].flatMap((branch) =>
        scanDays(project, branch).map((day): PlannedScan => {
          const minute = between(7 * 60, 19 * 60, project.name, branch, day)
          const at = firstDay + day * dayMs + minute * 60_000
          const content = contentDay(project, branch, day)
          return { project, branch, at, packages: packagesAt(project, packages, { day: content, firstDay }) }
        }),
      )
    })
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at)
}

/** Days of the year on which the branch is scanned. */
function scanDays(project: DemoProject, branch: string): number[] {
  const { name } = project
  const every = branch === 'main' ? between(7, 13, name, 'every') : between(12, 24, name, branch)
  const isYoung = chance(name, 'young') < 0.15
  const first =
    branch === 'main' ? (isYoung ? between(60, 220, name) : between(0, 6, name)) : forkDay(name, branch)
  const days: number[] = []
  for (let day = first; day <= daysOfYear; day += Math.max(2, every + between(-3, 3, name, branch, day)))
    days.push(day)
  return days
}

const forkDay = (name: string, branch: string) => between(20, 200, name, branch, 'fork')

/** The day of main with the same packages as the branch: release branches are frozen, develop is ahead. */
function contentDay({ name }: DemoProject, branch: string, day: number): number {
  if (branch === 'main') return day
  if (branch === 'develop') return day + 21
  const fork = forkDay(name, branch)
  return fork + Math.floor((day - fork) / 4)
}

/** One to two dozen per ecosystem, plus their transitive packages. */
function packagesOf({ name, ecosystems }: DemoProject, histories: readonly PackageHistory[]) {
  return ecosystems.flatMap((ecosystem) => {
    const all = histories.filter((history) => history.ecosystem === ecosystem)
    const share = 0.45 + chance(name, ecosystem) * 0.35
    const carriedOver = new Set<string>()
    const isKept = ({ name: packageName, requiredBy }: PackageHistory): boolean =>
      (requiredBy !== null && carriedOver.has(requiredBy)) || chance(name, ecosystem, packageName) < share
    // Parents may be listed after their dependencies.
    for (let round = 0; round < 3; round++)
      for (const history of all)
        if (round > 0 ? history.requiredBy !== null && carriedOver.has(history.requiredBy) : isKept(history))
          carriedOver.add(history.name)
    return all.filter((history) => carriedOver.has(history.name))
  })
}

function packagesAt(
  project: DemoProject,
  packages: PackageHistory[],
  when: { day: number; firstDay: number },
): UsedPackage[] {
  return packages.flatMap((history) => {
    const version = versionAt(project, history, when)
    return version === null ? [] : [{ history, version }]
  })
}

/** null while the project does not use the package. */
function versionAt(
  { name, habit }: DemoProject,
  history: PackageHistory,
  { day, firstDay }: { day: number; firstDay: number },
): string | null {
  const { neglected, rescued, late } = habits[habit]
  const roll = (what: string) => chance(name, history.ecosystem, history.family, what)
  const isNeglected = roll('neglected') < neglected
  const comesLate = isNeglected && roll('late') < late
  // More towards the end of the year.
  if (comesLate && day < 40 + Math.sqrt(roll('arrival')) * (daysOfYear - 45)) return null
  const every = 20 + Math.floor(roll('every') * 50)
  const lastBump = Math.floor((day + roll('phase') * every) / every) * every - roll('phase') * every
  const rescueDay = 10 + Math.sqrt(roll('rescue day')) * (daysOfYear - 12)
  const isRescued = isNeglected && roll('rescued') < rescued && day >= rescueDay
  if (isRescued && roll('dropped') < 0.2) return null
  const isBehind = isNeglected && !isRescued
  const lagMonths = isBehind ? 46 + roll('age') * 40 : 4 + roll('lag') * 18
  const bump = isBehind ? 0 : Math.max(lastBump, isNeglected ? rescueDay : lastBump)
  const until = firstDay + bump * dayMs - lagMonths * monthMs
  const { releases } = history
  return (releases.findLast(({ at }) => at <= until) ?? releases[0]!).version
}
