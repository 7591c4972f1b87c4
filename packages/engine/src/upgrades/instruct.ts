import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Ask, Instruction } from '../ecosystems/upgrade-target.ts'
import { shellCommand } from '../ecosystems/shell-word.ts'
import type { Component, Requirement } from '../inventory.ts'
import { compareText } from '../lifetimes/packages.ts'

/** How to upgrade or remove a package in one of the files that list it. */
export interface PlacedInstruction extends Instruction {
  /** Path of the lockfile or manifest; null if unknown. */
  lockfile: string | null
}

interface Instructed {
  ecosystem: EcosystemId
  name: string
  /** null: it is to be removed. */
  to: string | null
  components: readonly Component[]
  /** Indexes of the versions that are to be replaced. */
  replaced: readonly number[]
  /** Indexes of all versions of the package. */
  all: readonly number[]
}

/** Limit for readability: a plan for a project with more lockfiles is not read command by command. */
const maxFiles = 20

/** How to upgrade or remove a package, for each lockfile that lists it. Empty if its ecosystem has no instructions. */
export function instruct(input: Instructed): PlacedInstruction[] {
  const { ecosystem: id, name, to, components, replaced, all } = input
  const ecosystem = ecosystemById(id)
  const isHarmful = name.startsWith('-') || to?.startsWith('-') || shellCommand(name, to ?? name) === null
  if (!ecosystem.instruct || isHarmful) return []
  const seen = new Set<string>()
  const placed: PlacedInstruction[] = []
  for (const file of filesOf(replaced.map((index) => components[index]!))) {
    const own = replaced.filter((index) => isListed(components[index]!, file))
    const from = [...new Set(own.map((index) => components[index]!.version))]
    const others = all.filter((index) => !replaced.includes(index) && isListed(components[index]!, file))
    const direct = own.map((index) => components[index]!.isDirect)
    const instruction = ecosystem.instruct({
      name,
      version: to,
      from,
      otherAsks: others.flatMap((index) => asksFor(index, { ...input, file })),
      isDirect: direct.includes(true) ? true : direct.includes(false) ? false : null,
      lockfile: file === null ? null : file.split('/').at(-1)!,
      asks: own.flatMap((index) => asksFor(index, { ...input, file })),
    })
    // go.mod and go.sum of one folder lead to the same commands.
    const key = JSON.stringify([folderOf(file), instruction])
    if (!seen.has(key)) placed.push({ lockfile: file, ...instruction })
    seen.add(key)
  }
  return placed
}

function filesOf(components: readonly Component[]): (string | null)[] {
  const files = new Set(components.flatMap(({ locations }) => locations))
  return files.size === 0 ? [null] : [...files].sort(compareText).slice(0, maxFiles)
}

const isListed = ({ locations }: Component, file: string | null) => file === null || locations.includes(file)

function asksFor(
  index: number,
  { ecosystem, to, components, file }: Instructed & { file: string | null },
): Ask[] {
  const { requirements = [] } = components[index]!
  const { isInRange } = ecosystemById(ecosystem)
  // A range that the present version is not in was overridden, or is of an optional peer, and decides nothing.
  const isAlone = requirements.filter(({ by }) => by === null).length === 1
  const isKept = ({ by, range }: Requirement, version: string) =>
    (by === null && isAlone) || range === undefined || isInRange?.(range, version) !== false
  return requirements
    .filter((each) => each.file === file && isKept(each, components[index]!.version))
    .map(({ by, ...asked }: Requirement): Ask => {
      const dependent = by === null ? undefined : components[by]
      return {
        ...asked,
        by: dependent
          ? { name: dependent.name, version: dependent.version, isDirect: dependent.isDirect }
          : null,
        isInRange: to === null || asked.range === undefined ? null : (isInRange?.(asked.range, to) ?? null),
      }
    })
}

const folderOf = (file: string | null): string => file?.split('/').slice(0, -1).join('/') ?? ''

/** One line for a shell in the project's root; null if no command does it. */
export function shellLine(placed: readonly PlacedInstruction[]): string | null {
  const lines = placed.flatMap(({ lockfile, commands }) => {
    if (commands.length === 0) return []
    const folder = folderOf(lockfile)
    const line = commands.join(' && ')
    const enter = folder === '' ? null : shellCommand('cd', folder)
    return folder === '' ? [line] : enter === null ? [] : [`(${enter} && ${line})`]
  })
  return lines.length === 0 ? null : lines.join(' && ')
}
