import type { Ask, Instruction, UpgradeTarget } from '../upgrade-target.ts'
import { commandsOf, namesOf } from '../instructions.ts'
import { type Manager, managerOf } from './package-managers.ts'
import { npmVersions } from './versions.ts'

/** npm, Yarn, pnpm and Bun: a direct dependency keeps its place, name and member; a transitive one its dependents' ranges. */
export function instructNpm(target: UpgradeTarget): Instruction {
  const { asks, isDirect, version, name } = target
  const manager = managerOf(target)
  if (asks.length === 0) return withoutAsks(target, manager)
  const own = asks.filter(({ by, isOverride }) => by === null && !isOverride)
  if (version === null) return removal(target, manager, own)
  const isForced = asks.some(({ isOverride }) => isOverride)
  const bundled = asks.filter(({ isBundled }) => isBundled)
  const byPackages = asks.filter(({ by, isBundled }) => by !== null && !isBundled)
  const peers = byPackages.filter(({ group, isInRange }) => group === 'peer' && isInRange === false)
  const transitive = byPackages.filter(({ group }) => group !== 'peer')
  const rest = bundled.length > 0 && { bundledIn: namesOf(bundled) }
  if (isForced) return { ...force({ target: { ...target, version }, manager, own }), ...rest }
  if (peers.length > 0) return { commands: [], blockedBy: namesOf(peers), ...rest }
  if (own.length === 0 && isDirect === true) return { commands: [], edit: { file: 'package.json' }, ...rest }
  const unreachable = own.find(({ manifest }) => manifest !== undefined)
  if (unreachable?.manifest !== undefined)
    return { commands: [], edit: { file: unreachable.manifest }, ...rest }
  if (own.some(({ range = '' }) => range.startsWith('catalog:')))
    return { commands: [], edit: { file: manager.catalogs }, ...rest }
  return { ...plan({ target: { ...target, version }, manager, own, transitive, name }), ...rest }
}

type Versioned = UpgradeTarget & { version: string }

interface Planned {
  target: Versioned
  manager: Manager
  own: readonly Ask[]
  transitive: readonly Ask[]
  name: string
}

function plan({ target, manager, own, transitive, name }: Planned): Instruction {
  const { version, from, otherAsks } = target
  const inRange = (ask: Ask) => ask.isInRange ?? isSameLine(from, version)
  const outside = transitive.filter((ask) => !inRange(ask))
  const inside = transitive.filter(inRange)
  const adds = own.map((ask) =>
    manager.add(`${ask.alias ?? name}@${ask.alias ? `npm:${name}@` : ''}${version}`, ask),
  )
  const isReplaced = manager.sharesVersions && own.length > 0 && from.length === 1
  const needsUpdate = inside.length > 0 && !isReplaced
  if (outside.length === 0 && (!needsUpdate || manager.update)) {
    const updates = needsUpdate
      ? [...new Set(inside.map(({ alias }) => alias ?? name))].map(manager.update!)
      : []
    return { commands: commandsOf([...adds, ...updates]) }
  }
  const forced = manager.update ? outside : transitive
  const others = new Set(otherAsks.flatMap(({ by }) => (by ? [by.name] : [])))
  const isAmbiguous = manager.hasScopes
    ? !manager.scopesVersions && forced.some(({ by }) => others.has(by!.name))
    : otherAsks.length > 0 || own.length > 0
  if (isAmbiguous) return { commands: commandsOf(adds), blockedBy: namesOf(outside) }
  // npm pkg set reads these as part of a path.
  const isPath = /[[\]=]/.test([name, version, ...from, ...namesOf(forced)].join())
  if (isPath) return { commands: commandsOf(adds), edit: { file: manager.overrides } }
  const { set, edit } = manager.override({ name, version, from, asks: forced })
  if (edit) return { commands: commandsOf(adds), edit }
  // Adding a direct dependency applies overrides as well.
  return { commands: commandsOf([set, ...(adds.length > 0 ? adds : [manager.install])]) }
}

/** Ranges are unknown: dependents that admit the present version most likely admit compatible ones. */
const isSameLine = (from: readonly string[], to: string) =>
  from.every((each) => npmVersions.stepBetween(each, to) !== 'major')

/** An override of the whole project decides, whatever its dependents ask for. */
function force({
  target,
  manager,
  own,
}: {
  target: Versioned
  manager: Manager
  own: readonly Ask[]
}): Instruction {
  const { name, version, asks } = target
  const override = asks.find(({ isOverride }) => isOverride)!
  const set = own.length === 0 && override.range !== undefined ? manager.forceAll?.(name, version) : undefined
  return set
    ? { commands: commandsOf([set, manager.install]) }
    : { commands: [], edit: { file: manager.overrides } }
}

/** An inventory that lists packages alone, such as an SBOM: a direct dependency of the root is the usual case. */
function withoutAsks({ name, version, isDirect }: UpgradeTarget, manager: Manager): Instruction {
  const ask: Ask = { by: null, isInRange: null }
  if (isDirect !== true) return { commands: [], edit: { file: 'package.json' } }
  return {
    commands: commandsOf([
      version === null ? manager.remove(name, ask) : manager.add(`${name}@${version}`, ask),
    ]),
  }
}

/** Only the project's own dependencies can be removed: others come back with those that require them. */
function removal({ asks, name }: UpgradeTarget, manager: Manager, own: readonly Ask[]): Instruction {
  const dependents = asks.filter(({ by }) => by !== null)
  const commands = commandsOf(own.map((ask) => manager.remove(ask.alias ?? name, ask)))
  return { commands, ...(dependents.length > 0 && { blockedBy: namesOf(dependents) }) }
}
