import { commandsOf } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** https://opam.ocaml.org/doc/man/opam-install.html: refused if the dependents do not allow it. The lockfile follows the switch. */
export function instructOpam({ name, version, lockfile }: UpgradeTarget): Instruction {
  const manifest = lockfile?.endsWith('.locked') ? lockfile.slice(0, -'.locked'.length) : null
  if (version === null) return { commands: [], ...(manifest !== null && { edit: { file: manifest } }) }
  const install = ['opam', 'install', `${name}.${version}`]
  return {
    commands: commandsOf(manifest === null ? [install] : [install, ['opam', 'lock', `./${manifest}`]]),
  }
}
