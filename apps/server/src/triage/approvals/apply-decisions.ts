import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { listBranchesExcludedBy } from '#scanning/exclusions/decision-store.ts'
import type { ExclusionRow } from '#scanning/exclusions/store.ts'
import { type FindingChange, insertChanges } from '#triage/findings/change-store.ts'
import { type Decided, mergeBranches } from '#triage/findings/decide-findings.ts'
import {
  type ChangedState,
  listOpenBranches,
  lockOfDecisions,
  saveStates,
} from '#triage/findings/state-store.ts'

interface By {
  /** null: the product, when a decision ends by itself. */
  memberUuid: string | null
  reason: string
}

/** Findings take the state of decisions that were approved. Returns the branches whose next scan differs. */
export async function applyDecisions(
  tx: Tx,
  scope: Scope,
  { decisions, ...by }: By & { decisions: readonly ExclusionRow[] },
): Promise<Decided['branches']> {
  const byUuid = new Map(decisions.map((row) => [row.uuid, row]))
  const waiting = await lockOfDecisions(tx, scope, [...byUuid.keys()])
  const next = waiting.map((row) => {
    const decision = byUuid.get(row.wantedUuid ?? '')
    return decision
      ? { ...row, state: decision.state ?? row.state, decisionUuid: decision.uuid, wantedUuid: null }
      : row
  })
  await saveWith(tx, scope, { before: waiting, next, by })
  return listOpenBranches(tx, scope, next)
}

/** Findings of decisions that ended are open again. Returns the branches whose next scan differs. */
export async function releaseFindings(
  tx: Tx,
  scope: Scope,
  { uuids, ...by }: By & { uuids: readonly string[] },
): Promise<Decided['branches']> {
  const branches = await listBranchesExcludedBy(tx, scope, uuids)
  const ended = new Set(uuids)
  const before = await lockOfDecisions(tx, scope, uuids)
  const next = before.map((row) => ({
    ...row,
    ...(ended.has(row.decisionUuid ?? '') && { state: 'open', decisionUuid: null }),
    ...(ended.has(row.wantedUuid ?? '') && { wantedUuid: null }),
  }))
  await saveWith(tx, scope, { before, next, by })
  return mergeBranches(branches)
}

interface Saved {
  before: readonly ChangedState[]
  next: readonly ChangedState[]
  by: By
}

async function saveWith(tx: Tx, scope: Scope, { before, next, by }: Saved): Promise<void> {
  await saveStates(tx, scope, next)
  const changes = next.flatMap((row, index) => changesOf(before[index]!, row))
  await insertChanges(tx, scope, { changes, changeUuid: randomUUID(), ...by })
  await incrementRevision(tx, scope)
}

function changesOf(before: ChangedState, after: ChangedState): FindingChange[] {
  const { projectUuid, advisoryUuid, ecosystem, packageName } = after
  const key = { projectUuid, advisoryUuid, ecosystem, packageName }
  const valueOf = ({ state, decisionUuid }: ChangedState) => ({ state, decisionUuid })
  if (before.decisionUuid !== after.decisionUuid)
    return [{ ...key, kind: 'state', before: valueOf(before), after: valueOf(after) }]
  const requestOf = ({ state, wantedUuid }: ChangedState) => ({ state, decisionUuid: wantedUuid })
  return before.wantedUuid === after.wantedUuid
    ? []
    : [{ ...key, kind: 'request', before: requestOf(before), after: requestOf(after) }]
}
