import type { Scope } from '#auth/scope.ts'
import { dayMs } from '@assay/engine/time.ts'
import { defaultBranches } from '@assay/contract/metrics.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { compareBytes, type Directory, noClass, type ProjectFacts } from './directory.ts'
import { point, pointSize } from './point.ts'
import type { ProjectSelection } from './selection.ts'

/** The branches of a selection in scope. */
export interface Chosen {
  /** By class: whether it is chosen. A token for one project chooses only some of its branches. */
  isClass: Uint8Array
  /** By project: whether it is chosen, regardless of its branches. */
  isProject: (project: number) => boolean
  /** By project: whether the search finds it; null without a search. */
  isFound: Uint8Array | null
  /** Whether all branches of the chosen classes are chosen. */
  hasWholeClasses: boolean
  branches: Int32Array
}

interface Question {
  scope: Scope
  selection: ProjectSelection
  /** The selection's search, as by PostgreSQL's lower(). */
  search: string
}

export function chooseBranches(
  numbers: Pick<AccountNumbers, 'directory' | 'points'>,
  { scope, selection, search }: Question,
): Chosen {
  const { directory } = numbers
  const patterns = selection.branchPatterns.filter((pattern) => pattern !== defaultBranches)
  const isFirst = patterns.length < selection.branchPatterns.length ? firstBranchesOf(numbers) : null
  const isNamed = isFirst !== null && patterns.length === 0 ? () => false : nameTest(patterns)
  const isOfProject = projectTest(scope, selection)
  const isClass = Uint8Array.from(directory.classes, (each) =>
    Number(each.size > 0 && isOfProject(each) && (isFirst !== null || isNamed(each.branchText))),
  )
  const only = scope.project === null ? null : (directory.projectNumber(scope.project) ?? -1)
  const isProject = (project: number) => {
    const facts = directory.projects[project]!
    return facts.isActive && (only === null || only === project) && isOfProject(facts)
  }
  const isFound =
    search === '' ? null : Uint8Array.from(directory.projects, ({ text }) => Number(text.includes(search)))
  const { classOf, projectOf, size } = directory
  const branches = new Int32Array(size)
  let count = 0
  for (let branch = 0; branch < size; branch++) {
    const number = classOf[branch]!
    if (number === noClass || isClass[number] === 0) continue
    if (isFirst?.[branch] === 0 && !isNamed(directory.classes[number]!.branchText)) continue
    if (only === null || projectOf[branch] === only) branches[count++] = branch
  }
  return {
    isClass,
    isProject,
    isFound,
    hasWholeClasses: only === null && isFirst === null,
    branches: branches.subarray(0, count),
  }
}

/** By branch: whether it is shown first of its project. As in projects/branch-selection-store.ts. */
function firstBranchesOf({ directory, points }: Pick<AccountNumbers, 'directory' | 'points'>): Uint8Array {
  const { projectOf, projects, names, size } = directory
  const firsts = new Int32Array(projects.length).fill(-1)
  const isMain = (branch: number) => names[branch] === (projects[projectOf[branch]!]!.defaultBranch ?? 'main')
  const isBefore = (one: number, other: number) =>
    Number(isMain(other)) - Number(isMain(one)) ||
    lastScanned(points, other) - lastScanned(points, one) ||
    compareBytes(names[one]!, names[other]!)
  for (let branch = 0; branch < size; branch++) {
    if (directory.classOf[branch] === noClass || !points.lengths[branch]) continue
    const known = firsts[projectOf[branch]!]!
    if (known < 0 || isBefore(branch, known) < 0) firsts[projectOf[branch]!] = branch
  }
  const isFirst = new Uint8Array(size)
  for (const branch of firsts) if (branch >= 0) isFirst[branch] = 1
  return isFirst
}

/** Epoch ms. */
function lastScanned({ data, starts, lengths }: AccountNumbers['points'], branch: number): number {
  const last = starts[branch]! + lengths[branch]! - pointSize
  return data[last + point.day]! * dayMs + data[last + point.msOfDay]!
}

/** The branches that the search finds. */
export const foundBranches = ({ projectOf }: Directory, { isFound, branches }: Chosen): Int32Array =>
  isFound === null ? branches : branches.filter((branch) => isFound[projectOf[branch]!] === 1)

interface OfProject {
  teamUuid: string | null
  groupUuids: readonly string[]
  tagTexts: readonly string[]
}

function projectTest(scope: Scope, { teamUuid, groupUuid, tags }: ProjectSelection) {
  const isVisible = visibilityTest(scope)
  const requested = new Set(tags)
  return (project: OfProject): boolean => {
    if (!isVisible(project)) return false
    if (teamUuid !== null && project.teamUuid !== teamUuid) return false
    if (groupUuid !== null && !project.groupUuids.includes(groupUuid)) return false
    return requested.size === 0 || project.tagTexts.some((tag) => requested.has(tag))
  }
}

type VisibleProject = Pick<ProjectFacts, 'uuid' | 'teamUuid' | 'groupUuids'>

/** Like anyProjectInScope. */
export function visibleIn(scope: Scope): (project: VisibleProject) => boolean {
  const isVisible = visibilityTest(scope)
  return (project) => (scope.project === null || scope.project === project.uuid) && isVisible(project)
}

/** Like anyProjectInScope, for the teams and groups of a scope. */
function visibilityTest({ teams, groups }: Scope): (project: Omit<OfProject, 'tagTexts'>) => boolean {
  if (teams === 'all') return () => true
  const [ofTeams, ofGroups] = [new Set<string | null>(teams), new Set(groups)]
  return ({ teamUuid, groupUuids }) =>
    (teamUuid !== null && ofTeams.has(teamUuid)) || groupUuids.some((uuid) => ofGroups.has(uuid))
}

/** Many branches share few names. */
function nameTest(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => true
  const cache = new Map<string, boolean>()
  const parts = patterns.map(readLikePattern)
  return (name) => {
    const isKnown = cache.get(name)
    if (isKnown !== undefined) return isKnown
    const isNamed = parts.some((each) => matchesLike(name, each))
    cache.set(name, isNamed)
    return isNamed
  }
}

/** The texts around each `%`; a backslash escapes the next character. */
function readLikePattern(pattern: string): string[] {
  const parts = ['']
  for (const [, escaped, char] of pattern.matchAll(/\\(.)|(.)/gsu)) {
    if (char === '%') parts.push('')
    else parts.push(parts.pop()! + (escaped ?? char))
  }
  return parts
}

function matchesLike(name: string, [first = '', ...rest]: string[]): boolean {
  if (rest.length === 0) return name === first
  const last = rest.pop()!
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
