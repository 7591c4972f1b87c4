import { isFolderList } from '../documents/folder-lists.ts'
import { pathInArchive } from '../documents/inner-documents.ts'
import { isLockfile, manifestReader } from '../documents/readers.ts'
import { ecosystemById } from '../ecosystems.ts'
import { shellCommand } from '../ecosystems/shell-word.ts'
import type { Instruction } from '../ecosystems/upgrade-target.ts'
import type { Component } from '../inventory.ts'
import { compareText } from '../lifetimes/packages.ts'
import { type Instructed, instructInFile, isHarmful } from './instruct-in-file.ts'

/** How to upgrade or remove a package in one of the files that list it. */
export interface PlacedInstruction extends Instruction {
  /** Path of the lockfile or manifest, in the archive that contains it; null if unknown. */
  lockfile: string | null
}

/** Limit for readability: a plan for a project with more lockfiles is not read command by command. */
const maxFiles = 20

/** How to upgrade or remove a package, for each lockfile that lists it. Empty if its ecosystem has no instructions. */
export function instruct(input: Instructed): PlacedInstruction[] {
  const { ecosystem, name, to, components, replaced } = input
  const filesOf = (index: number) => filesToChange(components[index]!, input)
  if (!ecosystemById(ecosystem).instruct || isHarmful(name, to)) return []
  const seen = new Set<string>()
  const placed: PlacedInstruction[] = []
  for (const file of atMost(replaced.flatMap(filesOf))) {
    const own = replaced.filter((index) => file === null || filesOf(index).includes(file))
    const instruction = instructInFile({ ...input, replaced: own, file, seen: new Set(own) })
    // go.mod and go.sum of one folder lead to the same commands.
    const key = JSON.stringify([folderOf(file), instruction])
    if (!seen.has(key)) placed.push(placeIn(file === null ? null : pathInArchive(file), instruction))
    seen.add(key)
  }
  return placed.filter((each) => !placed.some((other) => goesOn(other, each)))
}

/** Whether an instruction begins with all commands of another one in the same folder: 'go get …', and 'go mod vendor'. */
const goesOn = (other: PlacedInstruction, { lockfile, commands, edit }: PlacedInstruction): boolean =>
  edit === undefined &&
  commands.length > 0 &&
  other.commands.length > commands.length &&
  folderOf(other.lockfile) === folderOf(lockfile) &&
  commands.every((command, at) => command === other.commands[at])

function placeIn(lockfile: string | null, { edit, ...instruction }: Instruction): PlacedInstruction {
  const folder = folderOf(lockfile)
  const file = edit && (folder === '' ? edit.file : `${folder}/${edit.file}`)
  return { lockfile, ...instruction, ...(edit && { edit: { ...edit, file: file! } }) }
}

function atMost(paths: readonly string[]): (string | null)[] {
  return paths.length === 0 ? [null] : [...new Set(paths)].sort(compareText).slice(0, maxFiles)
}

/** The lockfiles that list it, and not the SBOM that names them; of what was found installed, the document that says so. */
function filesToChange(
  { locations, requirements = [], sureness }: Component,
  { documents }: Instructed,
): string[] {
  const asking = new Set(requirements.map(({ file }) => file))
  const isOwn = (path: string) => asking.has(path) || (sureness !== 'installed' && isManaged(path))
  const managed = locations.filter(isOwn)
  return managed.length > 0 ? managed : locations.filter((path) => documents?.has(path) ?? true)
}

const isManaged = (path: string) => isLockfile(path) || manifestReader(path) !== null

/** Where commands are run: above a vendored folder of which the file is the list. */
const folderOf = (file: string | null): string =>
  file
    ?.split('/')
    .slice(0, isFolderList(file) ? -2 : -1)
    .join('/') ?? ''

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

/** The same for each of several upgrades that are carried out in order, without what an earlier one has done. */
export function shellLines(plans: readonly (readonly PlacedInstruction[])[]): (string | null)[] {
  const done = new Set<string>()
  return plans.map((placed) =>
    shellLine(
      placed.map(({ commands, ...rest }) => {
        const keyOf = (command: string) => `${folderOf(rest.lockfile)}\n${command}`
        const left = commands.filter((command) => !done.has(keyOf(command)))
        for (const command of left) done.add(keyOf(command))
        return { ...rest, commands: left }
      }),
    ),
  )
}
