import type { SkipReason } from '@assay/contract/triage.ts'
import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { reinstateDecisions } from '#scanning/exclusions/decision-store.ts'
import { type FindingChange, listChanges } from './change-store.ts'
import { type Decided, type Decider, mergeBranches, savePlanned } from './decide-findings.ts'
import { textOfKey } from './finding-key.ts'
import { type PlannedChange, stateOf } from './plan-change.ts'
import { type KnownFinding, listOpenBranches, lockFindings } from './state-store.ts'

/** Undoes a change of the member, except where a finding was changed since. Throws Problem 404 if there is none. */
export async function revertChange(
  tx: Tx,
  { scope, memberUuid, deciding }: Decider,
  changeUuid: string,
): Promise<Decided> {
  const made = await listChanges(tx, scope, { changeUuid, memberUuid })
  if (made.length === 0) throwNotFound('change')
  const known = await lockFindings(tx, scope, { wanted: made, deciding })
  const byKey = Map.groupBy(made, textOfKey)
  const planned: PlannedChange[] = []
  const skipped: { finding: KnownFinding; reason: SkipReason }[] = []
  const reinstated: string[] = []
  for (const each of known) {
    const plan = planRevert(each, byKey.get(textOfKey(each)) ?? [])
    if (!plan) skipped.push({ finding: each, reason: 'changed-since' })
    else {
      planned.push(plan)
      if (plan.next.decisionUuid && plan.next.decisionUuid !== each.decisionUuid)
        reinstated.push(plan.next.decisionUuid)
    }
  }
  const details = { changeUuid: randomUUID(), memberUuid, reason: '' }
  const branches = await savePlanned(tx, scope, { planned, details, why: 'reverted' })
  await reinstateDecisions(tx, scope, reinstated)
  const again = planned
    .filter(({ next }) => reinstated.includes(next.decisionUuid ?? ''))
    .map(({ next }) => next)
  return {
    changeUuid: details.changeUuid,
    changed: planned.length,
    waiting: 0,
    skipped,
    branches: mergeBranches(branches, await listOpenBranches(tx, scope, again)),
  }
}

/** null: it has changed since. */
function planRevert(known: KnownFinding, made: readonly FindingChange[]): PlannedChange | null {
  const next = { ...stateOf(known) }
  const planned: PlannedChange = { next, changes: [], decision: null, ends: [] }
  for (const { kind, before, after, ...key } of made) {
    if (!isCurrent(known, { kind, after })) return null
    planned.changes.push({ ...key, kind, before: after, after: before })
    if (kind === 'assignee') next.assigneeUuid = before.memberUuid ?? null
    if (kind === 'due') next.dueOn = before.day ?? null
    if (kind === 'request') next.wantedUuid = null
    if (kind === 'state') {
      next.state = before.state ?? 'open'
      next.decisionUuid = before.decisionUuid ?? null
    }
    const ended = kind === 'state' || kind === 'request' ? after.decisionUuid : null
    if (ended) planned.ends.push(ended)
  }
  return planned
}

const isCurrent = (known: KnownFinding, { kind, after }: Pick<FindingChange, 'kind' | 'after'>): boolean => {
  if (kind === 'assignee') return known.assigneeUuid === (after.memberUuid ?? null)
  if (kind === 'due') return known.dueOn === (after.day ?? null)
  if (kind === 'request') return known.wantedUuid === (after.decisionUuid ?? null)
  return known.state === after.state && known.decisionUuid === (after.decisionUuid ?? null)
}
