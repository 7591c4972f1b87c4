import type { RuleResult } from '@assay/contract/rules.ts'
import { policyRules } from '../../../messages/policy-rules.ts'

const messages = policyRules.report

/** The rules with something to say, those that fail the scan first, and all of them in one sentence. */
export function describeResults(results: readonly RuleResult[]) {
  const listed = results
    .filter(({ hitCount, passedUnknown, issues }) => hitCount + passedUnknown + issues.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  const failing = results.filter(({ fails }) => fails).length
  const warning = results.filter(({ fails, hitCount }) => !fails && hitCount > 0).length
  const parts = [
    ...(failing > 0 ? [messages.failed(failing)] : []),
    ...(warning > 0 ? [messages.warned(warning)] : []),
  ]
  return { summary: parts.join(', '), isFailed: failing > 0, listed }
}

const rankOf = ({ fails, hitCount }: RuleResult): number => (fails ? 0 : hitCount > 0 ? 1 : 2)
