import type { ResultExclusionReason, Severity } from '../vocabulary.ts'
import type { InfrastructureResult } from './infrastructure.ts'

/** What an account says of a rule. */
export interface InfrastructurePolicy {
  sysid: string
  isEnabled: boolean
  /** In place of the scanner's; null: the scanner's. */
  severity: Severity | null
  /** It holds for projects that have one of these; none: for all. */
  tags: readonly string[]
}

/** Why a result does not count. */
export interface ResultExclusion {
  reason: ResultExclusionReason
  /** The words of who suppressed it; '' when a policy excludes it. */
  description: string
}

export interface JudgedResult extends InfrastructureResult {
  /** Without policies. */
  scannerSeverity: Severity
  /** null: it counts. */
  excluded: ResultExclusion | null
}

/** Results with the severity that the account gives their rules, and with what takes them out of the counts. */
export function applyPolicies(
  results: readonly InfrastructureResult[],
  policies: ReadonlyMap<string, InfrastructurePolicy>,
  tags: readonly string[],
): JudgedResult[] {
  return results.map((result) => {
    const policy = policies.get(result.sysid)
    return {
      ...result,
      severity: policy?.severity ?? result.severity,
      scannerSeverity: result.severity,
      excluded: exclusionOf(result, policy, tags),
    }
  })
}

function exclusionOf(
  { suppression }: InfrastructureResult,
  policy: InfrastructurePolicy | undefined,
  tags: readonly string[],
): ResultExclusion | null {
  if (policy && !policy.isEnabled) return { reason: 'policy', description: '' }
  const isMeant = !policy || policy.tags.length === 0 || policy.tags.some((tag) => tags.includes(tag))
  if (!isMeant) return { reason: 'tags', description: '' }
  return suppression === null ? null : { reason: 'suppressed', description: suppression }
}
