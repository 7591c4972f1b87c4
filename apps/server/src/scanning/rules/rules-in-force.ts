import type { Configuration } from '@assay/contract/accounts.ts'
import type { Rule } from '@assay/engine/policies/rule.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { minimumsRule } from './minimums-rule.ts'
import { appliesTo, engineRule, type RuleRow } from './store.ts'

interface OfProject {
  project: ProjectRow
  groupUuids: readonly string[]
  minimums: Pick<Configuration['minimumScores'], 'security' | 'stability' | 'licensing'>
  /** Names of rules that the repository turns off. */
  turnedOff?: ReadonlySet<string>
}

/** Of the account's rules, those that are about the project: first its minimum scores, as one. */
export const rulesInForce = (
  rows: readonly RuleRow[],
  { turnedOff, ...of }: OfProject,
): [Rule, ...Rule[]] => [
  minimumsRule(rows, of),
  ...rows.flatMap((row) =>
    row.kind === 'scores' || turnedOff?.has(row.name) || !appliesTo(row, of.project, of.groupUuids)
      ? []
      : [ruleOf(row, of)],
  ),
]

/** A violated license policy makes the licensing score 0, which fails the scan unless its minimum is 0. */
const ruleOf = (row: RuleRow, { minimums }: OfProject): Rule => ({
  ...engineRule(row),
  ...(row.kind === 'licenses' && { effect: minimums.licensing > 0 ? 'fail' : 'warn' }),
})
