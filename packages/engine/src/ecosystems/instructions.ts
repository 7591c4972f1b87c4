import { shellCommand } from './shell-word.ts'
import type { Ask, Instruction, UpgradeTarget } from './upgrade-target.ts'

/** The commands of several words, once each; none if one of them could do harm when pasted. */
export function commandsOf(all: readonly (readonly string[])[]): string[] {
  const commands = all.map((words) => shellCommand(...words))
  return commands.some((each) => each === null) ? [] : [...new Set(commands.filter((each) => each !== null))]
}

/** The dependents of asks, once each: 'mkdirp 0.5.1'. */
export const namesOf = (asks: readonly Ask[]): string[] => [
  ...new Set(asks.flatMap(({ by }) => (by ? [`${by.name} ${by.version}`] : []))),
]

/** For package managers whose only command names the package: distributions, and those without facts on dependents. */
export const commandForName =
  (...words: readonly string[]) =>
  ({ name, version }: UpgradeTarget): Instruction => ({
    commands: version === null ? [] : commandsOf([[...words, name]]),
  })

/** What the project itself and its packages ask for, without what overrides decide. */
export const splitAsks = (asks: readonly Ask[]) => ({
  own: asks.filter(({ by, isOverride }) => by === null && !isOverride),
  transitive: asks.filter(({ by }) => by !== null),
  isForced: asks.some(({ isOverride }) => isOverride),
})
