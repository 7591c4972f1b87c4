import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** https://learn.microsoft.com/dotnet/core/tools/dotnet-package-add; transitive packages are pinned centrally. */
export function instructNuget({ name, version, isDirect, lockfile, asks }: UpgradeTarget): Instruction {
  if (lockfile === 'packages.config') return { commands: [], edit: { file: lockfile } }
  if (version === null)
    return isDirect === true
      ? { commands: commandsOf([['dotnet', 'remove', 'package', name]]) }
      : { commands: [], edit: { file: 'the project file' } }
  const blocked = splitAsks(asks).transitive.filter(({ isInRange }) => isInRange === false)
  if (blocked.length > 0) return { commands: [], blockedBy: namesOf(blocked) }
  if (isDirect !== true)
    return {
      commands: [],
      edit: {
        file: 'Directory.Packages.props',
        entry: `<PackageVersion Include="${name}" Version="${version}" />`,
      },
    }
  return { commands: commandsOf([['dotnet', 'add', 'package', name, '--version', version]]) }
}
