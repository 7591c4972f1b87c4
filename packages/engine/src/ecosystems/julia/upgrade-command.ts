import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** https://pkgdocs.julialang.org/v1/api/#Pkg.update: as far as [compat] of the project and of its packages allows. */
export function instructJulia({ name, version, asks, isDirect }: UpgradeTarget): Instruction {
  const { transitive } = splitAsks(asks)
  if (!/^[A-Za-z]\w*$/.test(name)) return { commands: [] }
  if (version === null)
    return isDirect === false
      ? { commands: [], ...(transitive.length > 0 && { blockedBy: namesOf(transitive) }) }
      : { commands: commandsOf([julia(`Pkg.rm("${name}")`)]) }
  const mode = isDirect === true ? '' : '; mode=PKGMODE_MANIFEST'
  return { commands: commandsOf([julia(`Pkg.update("${name}"${mode})`)]) }
}

const julia = (call: string): string[] => ['julia', '--project', '-e', `using Pkg; ${call}`]
