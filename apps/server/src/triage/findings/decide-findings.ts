import type { SkipReason } from '@assay/contract/triage.ts'
import { randomUUID } from 'node:crypto'
import { readAccountConfiguration } from '#accounts/account/configuration.ts'
import { listProjectsVisibleTo } from '#accounts/members/assignee-store.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { endDecisions, insertDecisions, listBranchesExcludedBy } from '#scanning/exclusions/decision-store.ts'
import { type ChangeDetails, insertChanges } from './change-store.ts'
import { type FindingKey, refOf, textOfKey } from './finding-key.ts'
import { planChange, type PlannedChange, type WantedChange } from './plan-change.ts'
import { type KnownFinding, listOpenBranches, lockFindings, saveStates } from './state-store.ts'
import { triageEvents } from './triage-events.ts'

/** Who decides: a member, or a policy, which needs no approval. */
export interface Decider {
  scope: Scope
  /** null: a policy. */
  memberUuid: string | null
  /** Where decisions need not be requested; null: nowhere. */
  deciding: Scope | null
  /** The policy. */
  ruleUuid?: string
}

export const deciderOf = ({ scope, memberUuid, scopeFor }: Caller): Decider => ({
  scope,
  memberUuid,
  deciding: scopeFor('policies.create'),
})

export interface Decisions {
  findings: readonly FindingKey[]
  change: WantedChange
}

export interface Decided {
  changeUuid: string
  changed: number
  waiting: number
  skipped: { finding: FindingKey; reason: SkipReason }[]
  /** To be scanned again by the caller, so that the numbers follow. */
  branches: { accountUuid: string; branchUuid: string }[]
}

/** Sets state, assignee or due date of findings, with history, decisions and events, in the caller's transaction. */
export async function decideFindings(
  tx: Tx,
  { scope, memberUuid, deciding, ruleUuid }: Decider,
  { findings, change }: Decisions,
): Promise<Decided> {
  const known = await lockFindings(tx, scope, { wanted: findings, deciding })
  const rules = {
    requiresApproval: memberUuid !== null && (await readRequiresApproval(tx, scope)),
    visibleToAssignee: await readVisible(tx, scope, { known, change }),
    newUuid: randomUUID,
  }
  const planned: PlannedChange[] = []
  const skipped: Decided['skipped'] = []
  for (const each of known) {
    const plan = planChange(each, change, rules)
    if (typeof plan === 'string') skipped.push({ finding: each, reason: plan })
    else planned.push(plan)
  }
  const found = new Set(known.map(textOfKey))
  for (const finding of findings)
    if (!found.has(textOfKey(finding))) skipped.push({ finding, reason: 'unknown' })
  const details = {
    changeUuid: randomUUID(),
    memberUuid,
    reason: change.reason,
    ...(ruleUuid && { ruleUuid }),
  }
  const branches = await savePlanned(tx, scope, { planned, details })
  const waiting = planned.filter(({ decision }) => decision?.isWanted).length
  return { changeUuid: details.changeUuid, changed: planned.length - waiting, waiting, skipped, branches }
}

const readRequiresApproval = async (tx: Tx, scope: Scope): Promise<boolean> =>
  (await readAccountConfiguration(tx, scope)).account.requires_approval

async function readVisible(
  tx: Tx,
  scope: Scope,
  { known, change }: { known: readonly KnownFinding[]; change: WantedChange },
): Promise<Set<string>> {
  if (!change.assigneeUuid) return new Set()
  const projectUuids = known.map(({ projectUuid }) => projectUuid)
  return listProjectsVisibleTo(tx, scope, { memberUuid: change.assigneeUuid, projectUuids })
}

interface Planned {
  planned: readonly PlannedChange[]
  details: ChangeDetails
  /** Why earlier decisions end. */
  why?: string
}

/** Returns the branches whose next scan differs. */
export async function savePlanned(
  tx: Tx,
  scope: Scope,
  { planned, details, why = 'replaced' }: Planned,
): Promise<Decided['branches']> {
  if (planned.length === 0) return []
  const uuids = planned.flatMap(({ ends }) => ends)
  const excludedBy = await listBranchesExcludedBy(tx, scope, uuids)
  await endDecisions(tx, scope, { uuids, why })
  const decisions = planned.flatMap(({ decision }) => decision ?? [])
  await insertDecisions(tx, scope, { decisions, made: details })
  await saveStates(
    tx,
    scope,
    planned.map(({ next }) => next),
  )
  const changes = planned.flatMap((each) => each.changes)
  await insertChanges(tx, scope, { changes, ...details })
  await writeEvents(tx, scope.accountUuid, triageEvents(details, planned))
  if (decisions.length + uuids.length > 0) await incrementRevision(tx, scope)
  const effective = planned.filter(({ decision }) => decision && !decision.isWanted).map(({ next }) => next)
  return mergeBranches(excludedBy, await listOpenBranches(tx, scope, effective))
}

/** Each once. */
export const mergeBranches = (...lists: Decided['branches'][]): Decided['branches'] => [
  ...new Map(lists.flat().map((each) => [each.branchUuid, each])).values(),
]

export const wireDecided = ({ skipped, branches: _branches, ...decided }: Decided) => ({
  ...decided,
  skipped: skipped.map(({ finding, reason }) => ({ finding: refOf(finding), reason })),
})
