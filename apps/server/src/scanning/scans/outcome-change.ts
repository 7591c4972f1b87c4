import type { Outcome } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import { outcomeWhenScanned, recordedData } from '#knowledge/advisories/databases/freshness.ts'
import type { Tx } from '#platform/database/database.ts'
import type { EventType } from '#platform/outbox/events.ts'
import type { Recorded } from './recorded.ts'
import { listDecided } from './store.ts'

export interface OutcomeChange {
  /** As in reports: UNDECLARED without a complete inventory and current advisory data. */
  outcome: Outcome
  event: Extract<EventType, 'minimum.missed' | 'minimum.met'> | null
}

/** Compares scans with the last ones of their branches that passed or failed. In their order. */
export async function findOutcomeChanges(
  tx: Tx,
  scope: Scope,
  all: readonly Recorded[],
): Promise<OutcomeChange[]> {
  const outcomes = all.map(outcomeOf)
  const undecided = all.filter(
    ({ branch }, index) =>
      outcomes[index] !== 'UNDECLARED' && branch.last !== null && branch.last.outcome !== 'FAIL',
  )
  const decided = await listDecided(
    tx,
    scope,
    undecided.map(({ branch }) => branch),
  )
  return all.map((recorded, index) => {
    const outcome = outcomes[index]!
    if (outcome === 'UNDECLARED') return { outcome, event: null }
    const before = decidedOutcome(recorded, decided.get(recorded.branch.uuid) ?? [])
    if (outcome === 'FAIL') return { outcome, event: before === 'FAIL' ? null : 'minimum.missed' }
    return { outcome, event: before === 'FAIL' ? 'minimum.met' : null }
  })
}

const outcomeOf = ({ result, now, indexVersions, advisoryData, maxAdvisoryAgeMs }: Recorded): Outcome =>
  outcomeWhenScanned(
    {
      outcome: result.outcome,
      issues: result.issues,
      index_versions: indexVersions,
      advisory_data: advisoryData.map(recordedData),
      scanned_at: new Date(now),
    },
    maxAdvisoryAgeMs,
  )

type DecidedScan = Parameters<typeof outcomeWhenScanned>[0]

/** Outcome of earlier scans; null if none of the last ones passed or failed. */
function decidedOutcome(
  { branch, maxAdvisoryAgeMs }: Pick<Recorded, 'branch' | 'maxAdvisoryAgeMs'>,
  scans: readonly DecidedScan[],
): Outcome | null {
  if (!branch.last || branch.last.outcome === 'FAIL') return branch.last ? 'FAIL' : null
  const outcomes = scans.map((scan) => outcomeWhenScanned(scan, maxAdvisoryAgeMs))
  return outcomes.find((outcome) => outcome !== 'UNDECLARED') ?? null
}
