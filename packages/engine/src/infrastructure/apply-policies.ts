import type { ResultExclusionReason, Severity } from '../vocabulary.ts'
import type { InfrastructureResult } from './infrastructure.ts'

/** An account's policy for a rule. */
export interface InfrastructurePolicy {
  sysid: string
  isEnabled: boolean
  /** Overrides the scanner's severity; null to keep it. */
  severity: Severity | null
  /** Applies only to projects with one of these tags; empty for all projects. */
  tags: readonly string[]
}

/** The reason why a result does not count. */
export interface ResultExclusion {
  reason: ResultExclusionReason
  /** The explanation given for the suppression; '' if it is excluded by a policy. */
  description: string
}

export interface EvaluatedResult extends InfrastructureResult {
  /** The severity before policies. */
  scannerSeverity: Severity
  /** null if it counts. */
  excluded: ResultExclusion | null
}

/** Applies the severities and exclusions of an account's policies to results. */
export function applyPolicies(
  results: readonly InfrastructureResult[],
  policies: ReadonlyMap<string, InfrastructurePolicy>,
  tags: readonly string[],
): EvaluatedResult[] {
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
