import type { Outcome } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import { outcomeWhenScanned, recordedData } from '#knowledge/advisories/freshness.ts'
import type { Tx } from '#platform/database/database.ts'
import type { EventType } from '#platform/outbox/events.ts'
import type { Recorded } from './recorded.ts'
import { listDecided } from './store.ts'

export interface OutcomeChange {
  /** As in reports: UNDECLARED without a complete inventory and current advisory data. */
  outcome: Outcome
  event: Extract<EventType, 'minimum.missed' | 'minimum.met'> | null
}

/** Compares a scan with the branch's last one that passed or failed. */
export async function findOutcomeChange(
  tx: Tx,
  scope: Scope,
  { branch, result, now, indexVersions, advisoryData, maxAdvisoryAgeMs }: Recorded,
): Promise<OutcomeChange> {
  const outcome = outcomeWhenScanned(
    {
      outcome: result.outcome,
      issues: result.issues,
      index_versions: indexVersions,
      advisory_data: advisoryData.map(recordedData),
      scanned_at: new Date(now),
    },
    maxAdvisoryAgeMs,
  )
  if (outcome === 'UNDECLARED') return { outcome, event: null }
  const before = await findDecidedOutcome(tx, scope, { branch, maxAdvisoryAgeMs })
  if (outcome === 'FAIL') return { outcome, event: before === 'FAIL' ? null : 'minimum.missed' }
  return { outcome, event: before === 'FAIL' ? 'minimum.met' : null }
}

/** Outcome of earlier scans; null if none of the last ones passed or failed. */
async function findDecidedOutcome(
  tx: Tx,
  scope: Scope,
  { branch, maxAdvisoryAgeMs }: Pick<Recorded, 'branch' | 'maxAdvisoryAgeMs'>,
): Promise<Outcome | null> {
  if (!branch.last || branch.last.outcome === 'FAIL') return branch.last ? 'FAIL' : null
  const scans = await listDecided(tx, scope, branch)
  const outcomes = scans.map((scan) => outcomeWhenScanned(scan, maxAdvisoryAgeMs))
  return outcomes.find((outcome) => outcome !== 'UNDECLARED') ?? null
}
