import { ecosystemById } from '../ecosystems.ts'
import { shellCommand } from '../ecosystems/shell-word.ts'
import type { Instruction } from '../ecosystems/upgrade-target.ts'
import type { Component } from '../inventory.ts'
import { compareText } from '../lifetimes/packages.ts'
import { type Instructed, instructInFile, isHarmful, isListed } from './instruct-in-file.ts'

/** How to upgrade or remove a package in one of the files that list it. */
export interface PlacedInstruction extends Instruction {
  /** Path of the lockfile or manifest; null if unknown. */
  lockfile: string | null
}

/** Limit for readability: a plan for a project with more lockfiles is not read command by command. */
const maxFiles = 20

/** How to upgrade or remove a package, for each lockfile that lists it. Empty if its ecosystem has no instructions. */
export function instruct(input: Instructed): PlacedInstruction[] {
  const { ecosystem, name, to, components, replaced } = input
  if (!ecosystemById(ecosystem).instruct || isHarmful(name, to)) return []
  const seen = new Set<string>()
  const placed: PlacedInstruction[] = []
  for (const file of filesOf(replaced.map((index) => components[index]!))) {
    const own = replaced.filter((index) => isListed(components[index]!, file))
    const instruction = instructInFile({ ...input, replaced: own, file, seen: new Set(own) })
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
