import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** `bundle update` goes as far as the Gemfile and its gems allow: https://bundler.io/man/bundle-update.1.html */
export function instructBundler({ name, version, asks }: UpgradeTarget): Instruction {
  const { own, transitive } = splitAsks(asks)
  if (version === null)
    return {
      commands: own.length > 0 ? commandsOf([['bundle', 'remove', name]]) : [],
      ...(transitive.length > 0 && { blockedBy: namesOf(transitive) }),
    }
  const blocked = transitive.filter(({ isInRange }) => isInRange === false)
  if (blocked.length > 0) return { commands: [], blockedBy: namesOf(blocked) }
  if (own.some(({ isInRange }) => isInRange === false))
    return { commands: [], edit: { file: 'Gemfile', entry: `gem '${name}', '~> ${version}'` } }
  return { commands: commandsOf([['bundle', 'update', '--conservative', name]]) }
}
