import type { RuleResult } from '@assay/engine/policies/rule.ts'
import { isDeepStrictEqual } from 'node:util'

/**
 * Whether rules say the same of a scan. A rule without a hit comes and goes without a new scan, also if it was undecided,
 * and earlier versions did not store what minimum scores and license policies say: their scans have no outcome without rules.
 */
export const isSameResults = (
  { results, outcomeWithoutRules }: { results: readonly RuleResult[]; outcomeWithoutRules: string | null },
  after: readonly RuleResult[],
): boolean => {
  const isCompared = ({ kind }: RuleResult) => kind === 'condition' || outcomeWithoutRules !== null
  const [before, now] = [results.filter(isCompared), after.filter(isCompared)]
  return isDeepStrictEqual(spoken(before, now), spoken(now, before))
}

const spoken = (results: readonly RuleResult[], others: readonly RuleResult[]) =>
  results
    .filter(
      ({ uuid, hitCount, passedUnknown, issues }) =>
        hitCount + issues.length > 0 || (passedUnknown > 0 && others.some((other) => other.uuid === uuid)),
    )
    .map(({ hits, ...result }) => ({ ...result, labels: hits.map(({ label }) => label).toSorted() }))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
