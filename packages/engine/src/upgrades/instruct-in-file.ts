import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { shellCommand } from '../ecosystems/shell-word.ts'
import type { Ask, Instruction } from '../ecosystems/upgrade-target.ts'
import type { Component, Requirement } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import type { RaisedIn } from './plan-raises.ts'
import { rangeOf, requiredBy } from './raise-dependents.ts'

export interface Instructed {
  ecosystem: EcosystemId
  name: string
  /** null: it is to be removed. */
  to: string | null
  components: readonly Component[]
  /** Indexes of the versions that are to be replaced. */
  replaced: readonly number[]
  /** Indexes of all versions of the package. */
  all: readonly number[]
  /** Paths of the documents that were read; absent if all locations are such paths. */
  documents?: ReadonlySet<string>
  releasesOf?: ReleasesOf
  /** Upgrades of dependents that the plan has chosen. */
  raisedIn?: RaisedIn
}

interface InFile extends Instructed {
  file: string | null
  /** Components whose upgrade has begun. */
  seen: ReadonlySet<number>
}

export const isListed = ({ locations }: Component, file: string | null) =>
  file === null || locations.includes(file)

/** How to upgrade or remove a package in one file: by way of dependents that do not allow it, where they can be upgraded. */
export function instructInFile(input: InFile): Instruction {
  const { components, replaced, all, file, to, seen } = input
  const raised = input.raisedIn?.(file)
  const chosen = replaced.map((index) => raised?.versions.get(index)).find((each) => each !== undefined)
  const version = to === null ? null : (chosen ?? to)
  const target = { ...input, to: version }
  const requests = replaced.map((index) => asksAndParents(index, target))
  const parents = [...new Set(requests.flatMap((each) => each.parents))].filter((index) => !seen.has(index))
  const above = parents.map((index) => instructParent(target, index))
  const asks = requests.flatMap((each) => each.asks)
  const isLeft = asks.length > 0 || above.length === 0
  const own = isLeft ? [instructOwn(target, { asks, replaced, all })] : []
  return merge([...above, ...own], {
    parents: [
      ...parents.map((index) => `${components[index]!.name} ${raised!.versions.get(index)!}`),
      ...(version === to ? [] : [`${input.name} ${version}`]),
    ],
  })
}

function instructParent(input: InFile, index: number): Instruction {
  const { components, ecosystem, file, raisedIn, seen } = input
  const { name } = components[index]!
  const isSame = (each: Component) => each.ecosystem === ecosystem && each.name === name
  return instructInFile({
    ...input,
    name,
    to: raisedIn!(file).versions.get(index)!,
    replaced: [index],
    all: [...components.keys()].filter((other) => isSame(components[other]!)),
    seen: new Set([...seen, index]),
  })
}

function instructOwn(
  { ecosystem: id, name, to, components, file, ...rest }: InFile,
  { asks, replaced, all }: { asks: Ask[]; replaced: readonly number[]; all: readonly number[] },
): Instruction {
  if (isHarmful(name, to)) return { commands: [] }
  // Without a lockfile, there is nothing to change but the manifest.
  if (replaced.every((index) => components[index]!.sureness === 'declared') && file !== null)
    return { commands: [], edit: { file: manifestOf(components[replaced[0]!]!, file) } }
  const others = all.filter((index) => !replaced.includes(index) && isListed(components[index]!, file))
  const direct = replaced.map((index) => components[index]!.isDirect)
  return ecosystemById(id).instruct!({
    name,
    version: to,
    from: [...new Set(replaced.map((index) => components[index]!.version))],
    otherAsks: others.flatMap((index) =>
      keptRequirements(components[index]!, { ecosystem: id, file }).map((each) =>
        askOf(each, { ...rest, ecosystem: id, name, to, components, file }),
      ),
    ),
    isDirect: direct.includes(true) ? true : direct.includes(false) ? false : null,
    lockfile: file === null ? null : file.split('/').at(-1)!,
    asks,
  })
}

/** Of a package that a lockfile leaves out, the manifest beside it. */
const manifestOf = ({ requirements = [] }: Component, file: string): string =>
  requirements.find((each) => each.file === file)?.manifest ?? file.split('/').at(-1)!

export const isHarmful = (name: string, to: string | null): boolean =>
  name.startsWith('-') || to?.startsWith('-') === true || shellCommand(name, to ?? name) === null

/** Who asks for a component, as it will be once its dependents are upgraded, and which of them are. */
function asksAndParents(index: number, input: InFile): { asks: Ask[]; parents: number[] } {
  const { file, components, raisedIn, ecosystem: id, releasesOf = () => null } = input
  const component = components[index]!
  const ecosystem = ecosystemById(id)
  const parents: number[] = []
  const asks = keptRequirements(component, { ecosystem: id, file }).flatMap((requirement): Ask[] => {
    const ask = askOf(requirement, input)
    const { by } = requirement
    const raised = raisedIn?.(file)
    if (by === null || !raised?.isRaised(index, by)) return [ask]
    const later = { name: components[by]!.name, version: raised.versions.get(by)! }
    const { range } = requiredBy({ ecosystem, releasesOf }, later, component.name) ?? {}
    parents.push(by)
    // A range without the present version makes the package manager choose another one.
    const isKept = range !== undefined && ecosystem.isInRange?.(range, component.version) === true
    return isKept ? [{ ...ask, by: { ...ask.by!, ...later }, range, isInRange: true }] : []
  })
  return { asks, parents }
}

/** A range that the present version is not in was overridden, or is of an optional peer, and decides nothing. */
function keptRequirements(
  { requirements = [], version }: Component,
  { ecosystem, file }: Pick<InFile, 'ecosystem' | 'file'>,
): Requirement[] {
  const { isInRange } = ecosystemById(ecosystem)
  const isAlone = requirements.filter(({ by }) => by === null).length === 1
  return requirements
    .filter((each) => each.file === file)
    .filter(
      ({ by, range }) =>
        (by === null && isAlone) || range === undefined || isInRange?.(range, version) !== false,
    )
}

function askOf(
  requirement: Requirement,
  { ecosystem: id, name, to, components, releasesOf = () => null }: Omit<InFile, 'seen' | 'replaced' | 'all'>,
): Ask {
  const ecosystem = ecosystemById(id)
  const { by, ...asked } = requirement
  const dependent = by === null ? undefined : components[by]
  const range = rangeOf({ ecosystem, releasesOf, components }, { name }, requirement)
  return {
    ...asked,
    ...(range !== undefined && { range }),
    by: dependent ? { name: dependent.name, version: dependent.version, isDirect: dependent.isDirect } : null,
    isInRange: to === null || range === undefined ? null : (ecosystem.isInRange?.(range, to) ?? null),
  }
}

function merge(all: readonly Instruction[], { parents }: { parents: readonly string[] }): Instruction {
  const [first] = all
  if (all.length === 1 && parents.length === 0) return first!
  const union = (listOf: (each: Instruction) => readonly string[] | undefined) => [
    ...new Set(all.flatMap((each) => listOf(each) ?? [])),
  ]
  const named = { blockedBy: union((each) => each.blockedBy), bundledIn: union((each) => each.bundledIn) }
  const edit = all.find((each) => each.edit)?.edit
  return {
    commands: union(({ commands }) => commands),
    ...(edit && { edit }),
    parents: [...new Set([...union((each) => each.parents), ...parents])],
    ...Object.fromEntries(Object.entries(named).filter(([, list]) => list.length > 0)),
  }
}
