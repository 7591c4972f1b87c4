import type { IndexOf } from '../advisories/advisory-index.ts'
import { isFinding } from '../advisories/is-finding.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Component, Requirement } from '../inventory.ts'
import { ownProperty } from '../own-property.ts'
import type { Release, ReleasesOf } from '../releases/release.ts'
import { releaseOf, releasesFor } from '../releases/usable-releases.ts'

/** What is known of an inventory's packages of one ecosystem, and of their releases. */
export interface Dependents {
  ecosystem: Ecosystem
  components: readonly Component[]
  releasesOf: ReleasesOf
  /** uuids of the advisories that affect a version of a package. */
  advisoriesOf: (name: string, version: string) => readonly string[]
  /** Packages of which the ranges of further releases would show more, by name. */
  wanted: Set<string>
}

/** A distribution's release decides nothing here: its packages have no ranges. */
export function dependentsOf(
  id: EcosystemId,
  { components, indexes, releasesOf }: Pick<Dependents, 'components' | 'releasesOf'> & { indexes: IndexOf },
): Dependents {
  const index = indexes(id)
  const known = new Map<string, string[]>()
  return {
    ecosystem: ecosystemById(id),
    components,
    releasesOf,
    advisoriesOf(name, version) {
      const key = `${name}\n${version}`
      const found =
        known.get(key) ??
        (index?.match(name, version, undefined) ?? [])
          .filter(isFinding)
          .map(({ facts }) => facts.advisoryUuid)
      known.set(key, found)
      return found
    },
    wanted: new Set(),
  }
}

/** Releases of a component, in order, of which any will do. */
export interface Raise {
  index: number
  choices: readonly string[]
  /** Its dependents that have to be upgraded as well. */
  by: readonly number[]
}

interface Goal {
  dependency: Component
  /** Its versions that are to replace the present one. */
  accepted: readonly string[]
  path: readonly number[]
}

interface Search extends Dependents {
  file: string | null
  visits: number
}

/** Limits for untrusted graphs. */
const maxDepth = 10
const maxVisits = 300

/**
 * The nearest upgrades with which a dependent allows one of the accepted versions of a dependency: of a direct
 * dependency, or of one that its own dependents allow. They introduce no advisories. null if none is known.
 */
export function findRaises(
  dependents: Dependents,
  { by, file, ...goal }: Omit<Goal, 'path'> & { by: number; file: string | null },
): Raise[] | null {
  return raise({ ...dependents, file, visits: 0 }, by, { ...goal, path: [] })
}

function raise(search: Search, index: number, { dependency, accepted, path }: Goal): Raise[] | null {
  if (isLeft(search, index, path)) return null
  const component = search.components[index]!
  const requirements = requirementsIn(component, search.file)
  const isFixed = requirements.some((each) => each.isOverride ?? each.isBundled ?? each.manifest)
  if (requirements.length === 0 || isFixed) return null
  const choices = releasesAllowing(search, component, { dependency, accepted })
  const further = [...path, index]
  if (choices.length === 0) {
    // What their dependents allow is asked for at once.
    for (const { by } of requirements) if (by !== null) wantRanges(search, by, further)
    return null
  }
  const above: Raise[] = []
  const raised: number[] = []
  let allowed = choices
  for (const requirement of requirements) {
    if (requirement.by === null) continue
    const range = rangeOf(search, component, requirement)
    const taken = range === undefined ? null : takenIn(search, component, { range })
    if (range !== undefined && taken !== null && choices.includes(taken)) {
      allowed = allowed.filter((version) => search.ecosystem.isInRange?.(range, version) === true)
      continue
    }
    const found = raise(search, requirement.by, { dependency: component, accepted: choices, path: further })
    if (!found) return null
    above.push(...found)
    raised.push(requirement.by)
  }
  return allowed.length === 0 ? null : [...above, { index, choices: allowed, by: raised }]
}

const isLeft = (search: Search, index: number, path: readonly number[]): boolean =>
  path.includes(index) || path.length > maxDepth || search.visits++ > maxVisits

export const requirementsIn = ({ requirements = [] }: Component, file: string | null): Requirement[] =>
  requirements.filter((each) => each.file === file)

/** Releases above the present one that require an accepted version, or none, and have no further advisories. */
function releasesAllowing(
  search: Search,
  component: Component,
  { dependency, accepted }: Omit<Goal, 'path'>,
): string[] {
  const { ecosystem, advisoriesOf } = search
  const present = new Set(advisoriesOf(component.name, component.version))
  const key = ecosystem.normalizeName(dependency.name)
  const isAllowing = ({ version, requires }: Release): boolean => {
    if (requires === undefined) return false
    if (advisoriesOf(component.name, version).some((uuid) => !present.has(uuid))) return false
    const range = ownProperty(requires, key)
    const canLock =
      ecosystem.canLock && range !== undefined && ecosystem.isInRange?.(range, dependency.version)
    // The present version stays until the command that sets it.
    if (canLock && ecosystem.isInRange?.(range, accepted[0]!)) return true
    const taken =
      range === undefined ? undefined : takenIn(search, dependency, { range, otherwise: accepted })
    return taken === undefined || (taken !== null && accepted.includes(taken))
  }
  return releasesAbove(search, component)
    .filter(isAllowing)
    .map(({ version }) => version)
}

function wantRanges(search: Search, index: number, path: readonly number[]): void {
  if (isLeft(search, index, path)) return
  const component = search.components[index]!
  releasesAbove(search, component)
  for (const { by } of requirementsIn(component, search.file))
    if (by !== null) wantRanges(search, by, [...path, index])
}

/** In order. Notes if ranges are missing. */
function releasesAbove(search: Search, { name, version }: Component): Release[] {
  const { ecosystem, wanted, releasesOf } = search
  const above = releasesFor(ecosystem, releasesOf(ecosystem.id, ecosystem.normalizeName(name)), version)
    .filter((each) => (ecosystem.compareVersions(each.version, version) ?? 0) > 0)
    .sort((a, b) => ecosystem.compareVersions(a.version, b.version) ?? 0)
  if (above.some(({ requires }) => requires === undefined)) wanted.add(name)
  return above
}

type Known = Pick<Dependents, 'ecosystem' | 'releasesOf' | 'components'>

/** The range of a requirement: as the document says, otherwise as the dependent's release does. */
export function rangeOf(known: Known, { name }: Pick<Component, 'name'>, { by, range }: Requirement) {
  if (range !== undefined || by === null) return range
  const dependent = known.components[by]
  return dependent && requiredBy(known, dependent, name)?.range
}

/** What a release of a package requires of another one: no range if nothing. undefined if it is not known. */
export function requiredBy(
  { ecosystem, releasesOf }: Pick<Dependents, 'ecosystem' | 'releasesOf'>,
  { name, version }: Pick<Component, 'name' | 'version'>,
  dependency: string,
): { range?: string } | undefined {
  const releases = releasesOf(ecosystem.id, ecosystem.normalizeName(name))
  const requires = releases && releaseOf(ecosystem, releases, version)?.requires
  if (!requires) return undefined
  const range = ownProperty(requires, ecosystem.normalizeName(dependency))
  return range === undefined ? {} : { range }
}

/** What a package manager takes for a range; of the versions given, if the package's releases are unknown. */
function takenIn(
  { ecosystem, releasesOf }: Search,
  { name, version }: Component,
  { range, otherwise = [] }: { range: string; otherwise?: readonly string[] },
): string | null {
  const known = releasesFor(ecosystem, releasesOf(ecosystem.id, ecosystem.normalizeName(name)), version)
  const all = known.length > 0 ? known.map((each) => each.version) : otherwise
  const inRange = all.filter((each) => ecosystem.isInRange?.(range, each) === true)
  const sorted = inRange.toSorted((a, b) => ecosystem.compareVersions(a, b) ?? 0)
  return sorted.at(ecosystem.takesLowest ? 0 : -1) ?? null
}
