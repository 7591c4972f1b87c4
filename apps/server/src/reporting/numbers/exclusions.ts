import type { Scope } from '#auth/scope.ts'
import { dayOf, textOfDay } from './days.ts'
import type { Directory } from './directory.ts'
import type { Window } from './window.ts'

/** When an exclusion was made; a removed one still counts. */
export interface Exclusion {
  /** Epoch ms. */
  at: number
  /** null: for more than one project. */
  projectUuid: string | null
  /** null: for the whole account. */
  teamUuids: string[] | null
}

interface Made {
  exclusions: readonly Exclusion[]
  directory: Directory
  scope: Scope
  /** The selected team. */
  teamUuid: string | null
  /** By project: whether it is selected. */
  isSelected: (project: number) => boolean
  window: Window
}

/** Exclusions made in the window, by day up to then: account-wide, of teams and of projects in scope. */
export function exclusionsByDay({ exclusions, directory, window, ...made }: Made) {
  const [from, before] = [window.from.getTime(), window.before.getTime()]
  const teams = teamsOf(made.scope, directory)
  const isSelected = ({ projectUuid, teamUuids }: Exclusion) => {
    if (projectUuid !== null) {
      const project = directory.projectNumber(projectUuid)
      return project !== undefined && made.isSelected(project)
    }
    if (teamUuids === null) return true
    const isInScope = teams === 'all' || teamUuids.some((team) => teams.includes(team))
    return isInScope && (made.teamUuid === null || teamUuids.includes(made.teamUuid))
  }
  const counts = new Map<number, number>()
  for (const exclusion of exclusions) {
    if (exclusion.at < from || exclusion.at >= before || !isSelected(exclusion)) continue
    const day = dayOf(new Date(exclusion.at))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  let totalExclusions = 0
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([day, count]) => ({ day: textOfDay(day), totalExclusions: (totalExclusions += count) }))
}

/** The teams whose rules are visible. For a project token, the team of that project. */
function teamsOf({ teams, project }: Scope, directory: Directory): 'all' | readonly string[] {
  if (project === null) return teams
  const facts = directory.projects[directory.projectNumber(project) ?? -1]
  const isVisible = facts && (teams === 'all' || (facts.teamUuid !== null && teams.includes(facts.teamUuid)))
  return isVisible && facts.teamUuid !== null ? [facts.teamUuid] : []
}
