import type { Component } from '../inventory.ts'
import { releaseOf, releasesFor } from '../releases/usable-releases.ts'
import {
  type Dependents,
  findRaises,
  type Raise,
  rangeOf,
  requiredBy,
  requirementsIn,
} from './raise-dependents.ts'

/** A package that is to be upgraded. */
export interface RaiseTarget {
  /** Indexes of the versions that are to be replaced. */
  replaced: readonly number[]
  to: string
}

/** What is chosen in one file. */
export interface Raised {
  /** The versions to which components are upgraded, by index. */
  versions: ReadonlyMap<number, string>
  /** Whether a dependent's upgrade is what replaces a component. */
  isRaised(index: number, by: number): boolean
}

export type RaisedIn = (file: string | null) => Raised

interface Chosen {
  choices: Map<number, readonly string[]>
  pairs: Set<string>
}

/**
 * Chooses one release for each dependent that has to be upgraded for the targets: what one needs never undoes what
 * another one does.
 */
export function planRaises(all: readonly RaiseTarget[], dependents: Dependents): RaisedIn {
  const { components, ecosystem } = dependents
  const targets = all.map((each) => ({ ...each, accepted: acceptedOf(each, dependents) }))
  const files = new Map<string | null, Chosen>()
  const chosenIn = (file: string | null): Chosen => {
    const chosen = files.get(file) ?? { choices: new Map(), pairs: new Set() }
    files.set(file, chosen)
    return chosen
  }
  // First, what is to be upgraded itself: others are content with it where they can.
  for (const { replaced, accepted } of targets)
    for (const index of replaced)
      for (const file of ownFiles(components[index]!)) chosenIn(file).choices.set(index, accepted)
  for (const { replaced, to, accepted } of targets)
    for (const index of replaced)
      for (const requirement of components[index]!.requirements ?? []) {
        const { by, file } = requirement
        const dependency = components[index]!
        const range = rangeOf(dependents, dependency, requirement)
        if (by !== null && range === undefined) wantRangesOf(dependents, components[by]!)
        const isOutside = range !== undefined && ecosystem.isInRange?.(range, to) === false
        if (by === null || !isOutside) continue
        const raises = findRaises(dependents, { by, dependency, accepted, file })
        if (raises && choose(chosenIn(file), raises)) chosenIn(file).pairs.add(`${index} ${by}`)
      }
  return (file) => raisedOf(files.get(file), file, dependents)
}

/** false, and nothing is changed, if another upgrade needs other releases. */
function choose({ choices, pairs }: Chosen, raises: readonly Raise[]): boolean {
  const narrowed = raises.map(({ index, choices: own }) => {
    const present = choices.get(index)
    return [index, present?.filter((version) => own.includes(version)) ?? own] as const
  })
  if (narrowed.some(([, own]) => own.length === 0)) return false
  for (const [index, own] of narrowed) choices.set(index, own)
  for (const { index, by } of raises) for (const each of by) pairs.add(`${index} ${each}`)
  return true
}

function raisedOf(chosen: Chosen | undefined, file: string | null, dependents: Dependents): Raised {
  const versions = new Map<number, string>()
  for (const index of chosen?.choices.keys() ?? [])
    settle(index, { chosen: chosen!, file, dependents, versions })
  return { versions, isRaised: (index, by) => chosen?.pairs.has(`${index} ${by}`) ?? false }
}

interface Settling {
  chosen: Chosen
  file: string | null
  dependents: Dependents
  versions: Map<number, string>
}

/** The nearest for the project itself; otherwise what the package manager takes of those that its upgraded dependents allow. */
function settle(index: number, settling: Settling): string {
  const { chosen, file, dependents, versions } = settling
  const known = versions.get(index)
  if (known !== undefined) return known
  const component = dependents.components[index]!
  const requirements = requirementsIn(component, file)
  const isLowest = dependents.ecosystem.takesLowest || requirements.some(({ by }) => by === null)
  let choices = chosen.choices.get(index)!
  // Ends cycles.
  versions.set(index, choices.at(isLowest ? 0 : -1)!)
  for (const { by } of requirements) {
    if (by === null || !chosen.pairs.has(`${index} ${by}`)) continue
    const dependent = { name: dependents.components[by]!.name, version: settle(by, settling) }
    const { range } = requiredBy(dependents, dependent, component.name) ?? {}
    const allowed = choices.filter((each) => range && dependents.ecosystem.isInRange?.(range, each) === true)
    if (allowed.length > 0) choices = allowed
  }
  const version = choices.at(isLowest ? 0 : -1)!
  versions.set(index, version)
  return version
}

/** A lockfile without ranges: those of the present release would tell. */
function wantRangesOf({ ecosystem, releasesOf, wanted }: Dependents, { name, version }: Component): void {
  const known = releasesOf(ecosystem.id, ecosystem.normalizeName(name))
  const present = known && releaseOf(ecosystem, known, version)
  if (ecosystem.isInRange && present && present.requires === undefined) wanted.add(name)
}

/** The wanted version, and those above it without further advisories, in order. */
function acceptedOf(
  { replaced, to }: RaiseTarget,
  { components, ecosystem, releasesOf, advisoriesOf }: Dependents,
) {
  const { name } = components[replaced[0]!]!
  const left = new Set(advisoriesOf(name, to))
  const above = releasesFor(ecosystem, releasesOf(ecosystem.id, ecosystem.normalizeName(name)), to)
    .map(({ version }) => version)
    .filter((version) => (ecosystem.compareVersions(version, to) ?? 0) > 0)
    .filter((version) => advisoriesOf(name, version).every((uuid) => left.has(uuid)))
    .sort((a, b) => ecosystem.compareVersions(a, b) ?? 0)
  return [to, ...above]
}

/** Files whose project itself asks for the component. */
const ownFiles = ({ requirements = [] }: Component): Set<string> =>
  new Set(requirements.flatMap(({ by, file, isOverride }) => (by === null && !isOverride ? [file] : [])))
