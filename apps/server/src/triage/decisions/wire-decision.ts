import type { Decision, DecisionStatus } from '@assay/contract/decisions.ts'
import { dayMs } from '@assay/engine/time.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import type { AssigneeRow } from '#accounts/members/assignee-store.ts'
import { endingDays, type ListedDecision } from '#scanning/exclusions/decision-store.ts'

interface Viewer {
  people: ReadonlyMap<string, AssigneeRow>
  memberUuid: string
  /** Whether the caller may approve decisions wholly in scope. */
  mayApprove: boolean
  now: number
}

export function wireDecision(row: ListedDecision, { people, memberUuid, mayApprove, now }: Viewer): Decision {
  const personOf = (uuid: string | null) => (uuid === null ? null : (people.get(uuid) ?? null))
  const status = statusOf(row, now)
  const isWaiting = row.approval === 'wanted' && row.removed_at === null
  return {
    uuid: row.uuid,
    state: stateOf(row),
    justification: row.justification as Decision['justification'],
    reason: row.description,
    ...subjectOf(row),
    projectUuid: row.project_uuid,
    projectName: row.projectName,
    status,
    requestedBy: personOf(row.created_by),
    createdAt: row.created_at.getTime(),
    approval: row.approval as Decision['approval'],
    approvedBy: personOf(row.approved_by),
    approvedAt: row.approved_at?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
    untilFix: row.until_fix,
    endedAt: endedAtOf(row, status),
    endReason: endReasonOf(row, status),
    findings: row.findings,
    changeUuid: row.change_uuid,
    isApprovable: isWaiting && mayApprove && row.isOwn && row.created_by !== memberUuid,
  }
}

/** An exclusion without a state says by its reason what it is. */
const stateOf = ({ state, reason }: ListedDecision): Decision['state'] =>
  (state as Decision['state'] | null) ?? (reason === 'unapplicable' ? 'not-affected' : 'accepted')

function statusOf({ removed_at, expires_at, approval }: ListedDecision, now: number): DecisionStatus {
  if (removed_at !== null || (expires_at !== null && expires_at.getTime() <= now)) return 'ended'
  if (approval === 'wanted') return 'waiting'
  return expires_at !== null && expires_at.getTime() < now + endingDays * dayMs ? 'ending' : 'active'
}

const endedAtOf = ({ removed_at, expires_at }: ListedDecision, status: DecisionStatus) =>
  status === 'ended' ? (removed_at ?? expires_at)!.getTime() : null

const endReasonOf = ({ removed_at, end_reason }: ListedDecision, status: DecisionStatus) =>
  status !== 'ended'
    ? null
    : removed_at === null
      ? 'expired'
      : ((end_reason ?? 'removed') as NonNullable<Decision['endReason']>)

function subjectOf(
  row: ListedDecision,
): Pick<Decision, 'scope' | 'advisoryUuid' | 'displayId' | 'ecosystem' | 'package'> {
  const target = row.target as Exclusion['target']
  const { cve, publicId } = row
  if (target.kind === 'library') {
    const scope = row.project_uuid === null ? 'package-everywhere' : 'package'
    const name = target.version === '*' ? target.name : `${target.name}@${target.version}`
    return { scope, advisoryUuid: null, displayId: null, ecosystem: target.ecosystem, package: name }
  }
  if (target.kind === 'cve')
    return { scope: 'advisory', advisoryUuid: null, displayId: target.cve, ecosystem: null, package: null }
  const named = {
    advisoryUuid: target.uuid,
    displayId: displayId({ cve, publicId, advisoryUuid: target.uuid }),
  }
  return target.kind === 'finding'
    ? { scope: 'finding', ...named, ecosystem: target.ecosystem, package: target.name }
    : { scope: 'advisory', ...named, ecosystem: null, package: null }
}
