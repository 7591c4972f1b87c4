import type { RuleResult } from '@assay/contract/rules.ts'
import { expect, test } from 'vitest'
import { describeResults } from './rule-results-model.ts'

const result = (own: Partial<RuleResult>): RuleResult => ({
  ruleUuid: 'r',
  name: 'rule',
  kind: 'condition',
  effect: 'warn',
  mode: 'on',
  file: null,
  hitCount: 0,
  undecidedCount: 0,
  passedUnknown: 0,
  fails: false,
  hits: [],
  issues: [],
  ...own,
})

test('rules that fail the scan come first, those without anything to say are left out', () => {
  const { listed, summary, isFailed } = describeResults([
    result({ name: 'silent' }),
    result({ name: 'undecided', passedUnknown: 2 }),
    result({ name: 'warning', hitCount: 1 }),
    result({ name: 'failing', hitCount: 1, fails: true }),
  ])
  expect(listed.map(({ name }) => name)).toEqual(['failing', 'warning', 'undecided'])
  expect([summary, isFailed]).toEqual(['Failed by 1 rule, 1 rule warns', true])
})

test('nothing is said of scans without hits', () => {
  expect(describeResults([result({})])).toEqual({ summary: '', isFailed: false, listed: [] })
})
