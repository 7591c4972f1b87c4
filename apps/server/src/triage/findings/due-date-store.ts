import { fromWireSeverity, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import { fixTargetsOf, readAccountConfiguration } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** Days to fix a finding, by severity and for known exploited ones. */
export interface DueTargets {
  bySeverity: Readonly<Record<string, number>>
  exploited: number | null
}

export async function readDueTargets(db: Database, scope: Scope): Promise<DueTargets> {
  const { account } = await readAccountConfiguration(db, scope)
  const targets = fixTargetsOf(account)
  const rated = ratedSeverities.flatMap((severity) => {
    const days = targets[severity]
    return days === null ? [] : [[fromWireSeverity(severity), days] as const]
  })
  return { bySeverity: Object.fromEntries(rated), exploited: account.exploited_fix_days }
}

/** Of a row of `finding`. */
export const isExploitedFinding = sql<boolean>`exists (
  select from advisory_signal where known_exploited
    and (advisory_signal.cve = finding.cve or advisory_signal.cve = any(finding.cves)))`

/**
 * The last day on which a row of `finding`, with one of `triage` or null, is in time: as set by a member, else the earlier
 * one of the targets of its severity and of known exploited ones. null without a target.
 */
export const dueOn = ({ bySeverity, exploited }: DueTargets) => sql<string | null>`coalesce(triage.due_on,
  (greatest(finding.introduced_at, finding.published_at) at time zone 'UTC')::date + least(
    (${JSON.stringify(bySeverity)}::jsonb ->> finding.severity)::int,
    case when ${exploited}::int is not null and ${isExploitedFinding} then ${exploited}::int end))`
