import { commandsOf } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** https://dart.dev/tools/pub/cmd/pub-upgrade, https://dart.dev/tools/pub/cmd/pub-add */
export function instructPub({ name, version, isDirect }: UpgradeTarget): Instruction {
  if (version === null) return { commands: commandsOf(isDirect ? [['dart', 'pub', 'remove', name]] : []) }
  if (isDirect === false) return { commands: commandsOf([['dart', 'pub', 'upgrade', name]]) }
  return { commands: commandsOf([['dart', 'pub', 'add', `${name}:^${version}`]]) }
}
