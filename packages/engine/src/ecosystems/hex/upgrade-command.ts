import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

interface Manager {
  manifest: string
  update: readonly string[]
  entry: (name: string, version: string) => string
}

/** https://hexdocs.pm/mix/Mix.Tasks.Deps.Update.html */
const mix: Manager = {
  manifest: 'mix.exs',
  update: ['mix', 'deps.update'],
  entry: (name, version) => `{:${name}, "~> ${version}"}`,
}

/** By lockfile: https://rebar3.org/docs/commands/#upgrade, https://gleam.run/command-line-reference/ */
const managers = new Map<string, Manager>([
  [
    'rebar.lock',
    {
      manifest: 'rebar.config',
      update: ['rebar3', 'upgrade'],
      entry: (name, version) => `{${name}, "~> ${version}"}`,
    },
  ],
  [
    'manifest.toml',
    {
      manifest: 'gleam.toml',
      update: ['gleam', 'update'],
      entry: (name, version) => `${name} = "~> ${version}"`,
    },
  ],
])

/** An update goes as far as the manifest and the packages allow. */
export function instructHex({ name, version, lockfile, asks }: UpgradeTarget): Instruction {
  const { own, transitive } = splitAsks(asks)
  const { manifest, update, entry } = managers.get(lockfile ?? '') ?? mix
  if (version === null)
    return {
      commands: [],
      ...(own.length > 0 && { edit: { file: manifest } }),
      ...(transitive.length > 0 && { blockedBy: namesOf(transitive) }),
    }
  const blocked = transitive.filter(({ isInRange }) => isInRange === false)
  if (blocked.length > 0) return { commands: [], blockedBy: namesOf(blocked) }
  if (own.some(({ isInRange }) => isInRange === false))
    return { commands: [], edit: { file: manifest, entry: entry(name, version) } }
  return { commands: commandsOf([[...update, name]]) }
}
