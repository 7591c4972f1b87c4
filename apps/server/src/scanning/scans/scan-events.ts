import { maxFindingsOfEvent, type NewEvent, type OutboxEvent } from '#platform/outbox/events.ts'
import type { KnownFinding, NewFinding } from './finding-store.ts'
import type { OutcomeChange } from './outcome-change.ts'
import type { NewScan } from './store.ts'
import type { Recorded } from './recorded.ts'

/** The outbox events of a recorded scan. */
export function scanEvents(
  { build, branch, result, minimumScores }: Recorded,
  scan: NewScan,
  { opened, change }: { opened: readonly NewFinding[]; change: OutcomeChange },
): NewEvent[] {
  const { projectUuid, branchUuid, buildUuid, number, vulnerabilityCount, vulnerabilityDelta } = scan
  const ids = { projectUuid, branchUuid, scanUuid: scan.uuid }
  const { security, stability, licensing } = scan.scores
  const scores = { security, stability, licensing }
  const covered = eventCoverage(scan)
  const known = new Map(branch.open.map((finding) => [finding.uuid, finding]))
  const ended = result.comparison.ended.map((each) => endedFinding(each, known.get(each.finding.uuid)))
  const isRescan = build.source === 'rescan'
  return [
    {
      type: 'scan.recorded',
      payload: {
        ...ids,
        buildUuid,
        number,
        isRescan,
        outcome: change.outcome,
        scores,
        ...covered,
        vulnerabilityCount,
        vulnerabilityDelta,
      },
    },
    ...chunks(opened.map(openedFinding)).map((findings) => ({
      type: 'findings.opened' as const,
      payload: { ...ids, findings, isRescan },
    })),
    ...chunks(ended).map((findings) => ({ type: 'findings.ended' as const, payload: { ...ids, findings } })),
    ...outcomeEvents(change, { ...ids, scores, minimums: minimumScores, ...covered }),
    ...violationEvents(result, { ...ids, licensingBefore: branch.last?.licensing }),
  ]
}

/** What a scan checked and measured, as in its events. */
export const eventCoverage = ({
  componentCount,
  coverage,
}: Pick<NewScan, 'componentCount' | 'coverage'>) => ({
  coverage: { listed: componentCount, checked: coverage.checkedCount, blocking: coverage.blocking },
  measured: coverage.measured,
})

export const outcomeEvents = (
  { event }: OutcomeChange,
  payload: OutboxEvent<'minimum.met'>['payload'],
): NewEvent[] => (event ? [{ type: event, payload }] : [])

const maxPolicies = 100

/** Violated policies make the licensing score 0: it was above the minimum when none was violated. */
function violationEvents(
  { licenses }: Recorded['result'],
  {
    licensingBefore,
    ...ids
  }: { projectUuid: string; branchUuid: string; scanUuid: string } & {
    licensingBefore: number | undefined
  },
): NewEvent[] {
  const violating = licenses.filter(
    ({ violations, exclusionUuid }) => violations.length > 0 && exclusionUuid === null,
  )
  if (violating.length === 0 || licensingBefore === 0) return []
  const names = violating.flatMap(({ violations }) => violations.map(({ policy }) => policy))
  const policies = [...new Set(names)].slice(0, maxPolicies)
  return [{ type: 'policy.violated', payload: { ...ids, policies, componentCount: violating.length } }]
}

const openedFinding = ({ uuid, found, cause = 'dependency' }: NewFinding) => ({
  findingUuid: uuid,
  ecosystem: found.ecosystem,
  packageName: found.packageName,
  advisoryUuid: found.advisoryUuid,
  cve: found.cve,
  cves: [...found.cves],
  publicId: found.publicId,
  severity: found.severity,
  cvss: found.cvss,
  isMalware: found.category === 'malware',
  hasFix: found.fixedVersions.length > 0,
  cause,
})

type Ended = Recorded['result']['comparison']['ended'][number]

const endedFinding = (
  { finding, kind, fixedBy, daysToFix }: Ended,
  known: Pick<KnownFinding, 'cve' | 'publicId'> | undefined,
) => ({
  findingUuid: finding.uuid,
  ecosystem: finding.ecosystem,
  packageName: finding.packageName,
  advisoryUuid: finding.advisoryUuid,
  cve: known?.cve ?? null,
  publicId: known?.publicId ?? null,
  kind,
  fixedBy,
  daysToFix,
})

function chunks<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / maxFindingsOfEvent)
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * maxFindingsOfEvent, (index + 1) * maxFindingsOfEvent),
  )
}
