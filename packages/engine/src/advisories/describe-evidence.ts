import type { ComponentOrigin } from '../inventory.ts'
import type { Evidence } from './advisory.ts'

/** 'GHSA-…: every version before 1.2.3, which fixes it (lodash, by the order of SemVer 2.0.0)'. */
export const describeEvidence = (
  { recordId, packageName, order, rule }: Evidence,
  origin?: ComponentOrigin,
): string => `${recordId}: ${describeRule(rule, origin)} (${packageName}, by the order of ${order})`

/** 'every version before 1.2.3, which fixes it'; marked if the package is from a private registry. */
export function describeRule(rule: Evidence['rule'], origin?: ComponentOrigin): string {
  const isPrivate = origin?.kind === 'private-registry'
  return `${describeVersions(rule)}${isPrivate ? '; the package is from a private registry' : ''}`
}

function describeVersions(rule: Evidence['rule']): string {
  if (rule.kind === 'version') return `version ${rule.version} is listed`
  const { introduced, fixed, lastAffected, limit } = rule.range
  const from = introduced === '0' ? 'every version' : `${introduced} and later`
  if (fixed !== undefined) return `${from} before ${fixed}, which fixes it`
  if (limit !== undefined) return `${from} before ${limit}`
  return lastAffected === undefined ? `${from}, with no fix known` : `${from} up to ${lastAffected}`
}
