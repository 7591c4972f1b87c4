import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Ask, Instruction, UpgradeTarget } from '../upgrade-target.ts'
import { crateVersions } from './versions.ts'

const manifest = 'Cargo.toml'

/**
 * `cargo update --precise` stays within what every dependent asks for: https://doc.rust-lang.org/cargo/commands/cargo-update.html.
 * Otherwise the project's own requirement has to change, in its table and under its name.
 */
export function instructCargo({ name, version, from, asks, isDirect }: UpgradeTarget): Instruction {
  const { own, transitive, isForced } = splitAsks(asks)
  if (version === null)
    return {
      commands: commandsOf(own.map((ask) => ['cargo', 'remove', ask.alias ?? name, ...placeOf(ask)])),
      ...(transitive.length > 0 && { blockedBy: namesOf(transitive) }),
    }
  if (isForced) return { commands: [], edit: { file: manifest } }
  if (asks.length === 0 && isDirect !== false) return { commands: [], edit: { file: manifest } }
  const isCompatible = from.every((each) => crateVersions.stepBetween(each, version) !== 'major')
  // A lockfile lists no requirements of crates, which are caret ranges with few exceptions.
  const blocked = transitive.filter(({ isInRange }) => !(isInRange ?? isCompatible))
  const outside = own.filter(({ isInRange }) => !(isInRange ?? isCompatible))
  const unreachable = outside.find((ask) => ask.manifest !== undefined)
  if (unreachable?.manifest !== undefined) return { commands: [], edit: { file: unreachable.manifest } }
  const adds = outside.map((ask) => [
    'cargo',
    'add',
    `${name}@${version}`,
    ...(ask.alias === undefined ? [] : ['--rename', ask.alias]),
    ...placeOf(ask),
  ])
  const isUpdated = own.length > outside.length || transitive.length > blocked.length || asks.length === 0
  // Two dependents that allow different versions need two: only those that allow it are moved.
  const updates =
    isUpdated && isCompatible
      ? from.map((old) => ['cargo', 'update', '-p', `${name}@${old}`, '--precise', version])
      : []
  const lock = adds.length > 0 ? [['cargo', 'update', '--workspace']] : []
  return {
    commands: commandsOf([...adds, ...lock, ...(adds.length > 0 && blocked.length === 0 ? [] : updates)]),
    ...(blocked.length > 0 && { blockedBy: namesOf(blocked) }),
  }
}

/** The table and the member of a requirement: https://doc.rust-lang.org/cargo/commands/cargo-add.html */
function placeOf({ group = '', member }: Ask): string[] {
  const [kind = '', target] = group.split(' ')
  return [
    ...(kind === 'dev' || kind === 'build' ? [`--${kind}`] : []),
    ...(target === undefined ? [] : ['--target', decodeURIComponent(target)]),
    ...(member === undefined ? [] : ['-p', member]),
  ]
}
