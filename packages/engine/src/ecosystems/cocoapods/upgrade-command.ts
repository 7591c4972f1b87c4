import { commandsOf } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** A subspec is upgraded with its pod: 'Firebase/Core'. */
export const instructPods = ({ name, version }: UpgradeTarget): Instruction => ({
  commands: version === null ? [] : commandsOf([['pod', 'update', name.split('/', 1)[0]!]]),
  ...(version === null && { edit: { file: 'Podfile' } }),
})
