import type { Component } from '../inventory.ts'
import { releasesFor } from '../releases/usable-releases.ts'
import { type Dependents, findRaises, type Raise, rangeOf, requirementsIn } from './raise-dependents.ts'

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
        const isOutside = range !== undefined && ecosystem.isInRange?.(range, to) === false
        if (by === null || !isOutside) continue
        const raises = findRaises(dependents, { by, dependency, accepted, file })
        if (raises && choose(chosenIn(file), raises)) chosenIn(file).pairs.add(`${index} ${by}`)
      }
  return (file) => raisedOf(files.get(file), file, components)
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

const raisedOf = (
  chosen: Chosen | undefined,
  file: string | null,
  components: readonly Component[],
): Raised => ({
  versions: new Map(
    [...(chosen?.choices ?? [])].map(([index, choices]) => [
      index,
      versionOf(components[index]!, file, choices),
    ]),
  ),
  isRaised: (index, by) => chosen?.pairs.has(`${index} ${by}`) ?? false,
})

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

/** The nearest for the project itself; an update that dependents allow takes the newest. */
const versionOf = (component: Component, file: string | null, choices: readonly string[]): string =>
  requirementsIn(component, file).some(({ by }) => by === null) ? choices[0]! : choices.at(-1)!

/** Files whose project itself asks for the component. */
const ownFiles = ({ requirements = [] }: Component): Set<string> =>
  new Set(requirements.flatMap(({ by, file, isOverride }) => (by === null && !isOverride ? [file] : [])))
