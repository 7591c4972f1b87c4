import { commandsOf } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** The standard library and the go command are upgraded with the toolchain: https://go.dev/doc/toolchain */
const toolchain = new Set(['stdlib', 'toolchain'])

const tidy = ['go', 'mod', 'tidy']

/** Go takes the highest version that any module asks for, so a higher one is always possible: https://go.dev/ref/mod#go-get */
export function instructGo({ name, version, asks, lockfile }: UpgradeTarget): Instruction {
  // A replace directive in go.mod precedes what go get sets.
  if (asks.some(({ isOverride }) => isOverride)) return { commands: [], edit: { file: 'go.mod' } }
  const finish = lockfile === 'modules.txt' ? [tidy, ['go', 'mod', 'vendor']] : [tidy]
  if (version === null) return { commands: commandsOf([['go', 'get', `${name}@none`], ...finish]) }
  const number = version.replace(/^(?:v|go)/, '')
  if (toolchain.has(name)) return { commands: commandsOf([['go', 'get', `go@${number}`]]) }
  return { commands: commandsOf([['go', 'get', `${name}@v${number}`], ...finish]) }
}
