import { isDecision } from '@assay/contract/decisions.ts'
import type { SkipReason } from '@assay/contract/triage.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { FindingState } from '@assay/engine/vocabulary.ts'
import type { NewDecision } from '#scanning/exclusions/decision-store.ts'
import type { ChangedValue, FindingChange } from './change-store.ts'
import type { ChangedState, KnownFinding } from './state-store.ts'

/** What a member or a policy wants of findings; an absent field stays as it is. */
export interface WantedChange {
  state?: Exclude<FindingState, 'fixed'> | undefined
  reason: string
  justification?: string | null | undefined
  expiresAt?: number | null | undefined
  untilFix?: boolean | undefined
  assigneeUuid?: string | null | undefined
  /** YYYY-MM-DD. */
  dueOn?: string | null | undefined
  /** Whatever has another state, or waits for one, stays as it is. */
  onlyOpen?: boolean
}

/** What holds for all findings of a call. */
export interface ChangeRules {
  /** Decisions need the approval of another member. */
  requiresApproval: boolean
  /** Projects that the assignee can see. */
  visibleToAssignee: ReadonlySet<string>
  newUuid: () => string
}

export interface PlannedChange {
  next: ChangedState
  changes: FindingChange[]
  decision: NewDecision | null
  /** Decisions and requests that it ends. */
  ends: string[]
}

/** What a change does to one finding, or why it does nothing. */
export function planChange(
  known: KnownFinding,
  wanted: WantedChange,
  rules: ChangeRules,
): PlannedChange | SkipReason {
  if (!known.isOpen && !known.isExcluded && known.decisionUuid === null) return 'fixed'
  if (wanted.onlyOpen && (known.state !== 'open' || known.wantedUuid !== null)) return 'unchanged'
  if (wanted.assigneeUuid && !rules.visibleToAssignee.has(known.projectUuid)) return 'assignee-cannot-see'
  const planned: PlannedChange = { next: { ...stateOf(known) }, changes: [], decision: null, ends: [] }
  const rejected = wanted.state === undefined ? null : planState(planned, known, { ...wanted, rules })
  if (rejected && rejected !== 'unchanged') return rejected
  if (wanted.assigneeUuid !== undefined && wanted.assigneeUuid !== known.assigneeUuid) {
    planned.next.assigneeUuid = wanted.assigneeUuid
    note(planned, 'assignee', [{ memberUuid: known.assigneeUuid }, { memberUuid: wanted.assigneeUuid }])
  }
  if (wanted.dueOn !== undefined && wanted.dueOn !== known.dueOn) {
    planned.next.dueOn = wanted.dueOn
    note(planned, 'due', [{ day: known.dueOn }, { day: wanted.dueOn }])
  }
  return planned.changes.length === 0 ? 'unchanged' : planned
}

type WantedState = WantedChange & { rules: ChangeRules }

function planState(planned: PlannedChange, known: KnownFinding, wanted: WantedState): SkipReason | null {
  const state = wanted.state!
  const isCovered = known.isWide || (known.isExcluded && !known.isOpen && known.decisionUuid === null)
  if (isCovered) return 'covered'
  if (isDecision(state)) return planDecision(planned, known, wanted)
  if (state === known.state && known.wantedUuid === null) return 'unchanged'
  if (known.decisionUuid !== null && !known.isDecidable) return 'not-permitted'
  endEarlier(planned, known)
  if (state === known.state) return null
  planned.next.state = state
  planned.next.decisionUuid = null
  note(planned, 'state', [valueOf(known), { state, decisionUuid: null }])
  return null
}

function planDecision(planned: PlannedChange, known: KnownFinding, wanted: WantedState): SkipReason | null {
  if (wanted.untilFix && known.hasFix) return 'has-fix'
  const state = wanted.state!
  const isWanted =
    !known.isDecidable || wanted.rules.requiresApproval || (state === 'snoozed' && known.isExploited)
  const decision = decisionOf(known, wanted, isWanted)
  planned.decision = decision
  if (isWanted) {
    if (known.wantedUuid !== null) planned.ends.push(known.wantedUuid)
    planned.next.wantedUuid = decision.uuid
    const before = { state: known.state, decisionUuid: known.wantedUuid }
    note(planned, 'request', [before, { state, decisionUuid: decision.uuid }])
    return null
  }
  endEarlier(planned, known)
  planned.next.state = state
  planned.next.decisionUuid = decision.uuid
  note(planned, 'state', [valueOf(known), { state, decisionUuid: decision.uuid }])
  return null
}

/** A new state replaces the decision of the old one, and withdraws a request. */
function endEarlier(planned: PlannedChange, { decisionUuid, wantedUuid, state }: KnownFinding): void {
  planned.ends.push(...[decisionUuid, wantedUuid].filter((uuid) => uuid !== null))
  if (wantedUuid === null) return
  planned.next.wantedUuid = null
  note(planned, 'request', [
    { state, decisionUuid: wantedUuid },
    { state, decisionUuid: null },
  ])
}

/** Of exclusions: the findings of a report and its VEX documents say it this way. */
const exclusionReasons: ReadonlyMap<string, string> = new Map([
  ['accepted', 'mitigated'],
  ['snoozed', 'mitigated'],
  ['false-positive', 'unapplicable'],
  ['not-affected', 'unapplicable'],
])

export const exclusionReasonOf = (state: string): string => exclusionReasons.get(state) ?? 'mitigated'

const decisionOf = (known: KnownFinding, wanted: WantedState, isWanted: boolean): NewDecision => ({
  uuid: wanted.rules.newUuid(),
  target: {
    kind: 'finding',
    uuid: known.advisoryUuid,
    ecosystem: known.ecosystem as EcosystemId,
    name: known.packageName,
  },
  projectUuid: known.projectUuid,
  state: wanted.state!,
  justification: wanted.state === 'not-affected' ? (wanted.justification ?? null) : null,
  reason: wanted.reason,
  exclusionReason: exclusionReasonOf(wanted.state!),
  expiresAt: wanted.expiresAt == null ? null : new Date(wanted.expiresAt),
  untilFix: wanted.untilFix ?? false,
  isWanted,
  isExploitKnown: known.isExploited,
})

const valueOf = ({ state, decisionUuid }: KnownFinding): ChangedValue => ({ state, decisionUuid })

function note(
  { next, changes }: PlannedChange,
  kind: FindingChange['kind'],
  [before, after]: [ChangedValue, ChangedValue],
): void {
  const { projectUuid, advisoryUuid, ecosystem, packageName } = next
  changes.push({ projectUuid, advisoryUuid, ecosystem, packageName, kind, before, after })
}

export const stateOf = (known: ChangedState): ChangedState => ({
  projectUuid: known.projectUuid,
  advisoryUuid: known.advisoryUuid,
  ecosystem: known.ecosystem,
  packageName: known.packageName,
  state: known.state,
  decisionUuid: known.decisionUuid,
  wantedUuid: known.wantedUuid,
  assigneeUuid: known.assigneeUuid,
  dueOn: known.dueOn,
})
