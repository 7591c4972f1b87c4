import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Ask, Instruction, UpgradeTarget } from '../upgrade-target.ts'

const option = ({ group }: Ask) => (group === 'dev' ? ['--dev'] : [])

/** https://getcomposer.org/doc/03-cli.md#update-u-upgrade, https://getcomposer.org/doc/03-cli.md#require-r */
export function instructComposer({ name, version, asks, isDirect }: UpgradeTarget): Instruction {
  const { own, transitive } = splitAsks(asks)
  if (version === null)
    return {
      commands: commandsOf(own.map((ask) => ['composer', 'remove', ...option(ask), name])),
      ...(transitive.length > 0 && { blockedBy: namesOf(transitive) }),
    }
  const blocked = transitive.filter(({ isInRange }) => isInRange === false)
  if (blocked.length > 0) return { commands: [], blockedBy: namesOf(blocked) }
  const outside = own.filter(({ isInRange }) => isInRange !== true)
  if (outside.length > 0)
    return {
      commands: commandsOf(
        outside.map((ask) => [
          'composer',
          'require',
          ...option(ask),
          `${name}:^${version}`,
          '--with-all-dependencies',
        ]),
      ),
    }
  if (asks.length === 0 && isDirect !== false) return { commands: [], edit: { file: 'composer.json' } }
  return {
    commands: commandsOf([
      ['composer', 'update', name, '--with', `${name}:${version}`, '--with-dependencies'],
    ]),
  }
}
