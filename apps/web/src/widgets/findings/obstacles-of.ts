import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { fixes as messages } from '../../messages/fixes.ts'

/** What brings an upgrade, and what no command does, for each file that lists the package. */
export const obstaclesOf = ({ instructions, to }: Pick<FixUpgrade, 'instructions' | 'to'>): string[] => [
  ...new Set(
    instructions.flatMap(({ edit, blockedBy = [], bundledIn = [], parents = [], unsupportedBy }) => [
      ...(unsupportedBy === undefined ? [] : [messages.unsupported(unsupportedBy)]),
      ...parents.map(messages.broughtBy),
      ...(edit ? [messages.edit(edit.file, edit.entry)] : []),
      ...blockedBy.map(to === null ? messages.bringsIn : messages.blocked),
      ...bundledIn.map(messages.bundled),
    ]),
  ),
]
