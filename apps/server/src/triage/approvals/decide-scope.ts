import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import { randomUUID } from 'node:crypto'
import { readAccountConfiguration } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import { resolveUuid } from '#knowledge/own-advisories/resolve-ids.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { findProject } from '#projects/project-store.ts'
import { lockSameDecision, insertDecisions, type NewDecision } from '#scanning/exclusions/decision-store.ts'
import { eventsOf } from '#triage/findings/triage-events.ts'
import { insertChanges } from '#triage/findings/change-store.ts'
import type { Decided } from '#triage/findings/decide-findings.ts'
import { exclusionReasonOf } from '#triage/findings/plan-change.ts'
import {
  type KnownFinding,
  listOpenBranches,
  listOpenKeys,
  lockFindings,
  saveStates,
} from '#triage/findings/state-store.ts'

export type ScopeBody = ParsedInput<typeof contract.decisions.create>['body']

interface Deciding {
  scope: Scope
  memberUuid: string
  deciding: Scope | null
}

/** Findings that take the state at once; later ones are left out by the scans all the same. */
const maxFindings = 10_000

/** A decision about more than one finding, also for those to come. Throws Problem 404 or 409. */
export async function decideScope(
  tx: Tx,
  { scope, memberUuid, deciding }: Deciding,
  body: ScopeBody,
): Promise<{ uuid: string; branches: Decided['branches'] }> {
  const project = body.projectUuid
    ? ((await findProject(tx, scope, body.projectUuid)) ?? throwNotFound('project'))
    : null
  const target = await targetOf(tx, scope, body)
  const projectUuid = project?.uuid ?? null
  const same = await lockSameDecision(tx, scope, { target, projectUuid })
  if (same) throw new Problem(409, 'exclusionExists', `The decision ${same.uuid} is already about the same`)
  const open = await listOpenKeys(tx, scope, { ...openOf(target), projectUuid, limit: maxFindings })
  const known = await lockFindings(tx, scope, { wanted: open, deciding })
  const { account } = await readAccountConfiguration(tx, scope)
  const canDecide =
    deciding !== null &&
    (projectUuid === null ? isAsWide(deciding, scope) : Boolean(await findProject(tx, deciding, projectUuid)))
  const isExploited = known.some((each) => each.isExploited)
  const isWanted = !canDecide || account.requires_approval || (body.state === 'snoozed' && isExploited)
  const decision = { ...decisionOf(body, { target, projectUuid }), isWanted, isExploitKnown: isExploited }
  const made = { changeUuid: randomUUID(), memberUuid }
  await insertDecisions(tx, scope, { decisions: [decision], made })
  await saveKnown(tx, scope, { known, decision, details: { ...made, reason: body.reason } })
  await incrementRevision(tx, scope)
  return { uuid: decision.uuid, branches: isWanted ? [] : await listOpenBranches(tx, scope, open) }
}

const isAsWide = (deciding: Scope, scope: Scope): boolean =>
  deciding.teams === 'all' ||
  (scope.teams !== 'all' && scope.teams.every((team) => deciding.teams.includes(team)))

async function targetOf(tx: Tx, scope: Scope, body: ScopeBody): Promise<Exclusion['target']> {
  if (body.advisoryUuid !== undefined) {
    const uuid = await resolveUuid(tx, scope, body.advisoryUuid.toLowerCase())
    return uuid ? { kind: 'advisory', uuid } : throwNotFound('advisory')
  }
  const ecosystem = ecosystems.find(({ id }) => id === body.ecosystem)
  if (!ecosystem) throw new Problem(400, 'invalidInput', `The ecosystem '${body.ecosystem}' is unknown`)
  return { kind: 'library', ecosystem: ecosystem.id, name: body.package!, version: '*' }
}

function openOf(target: Exclusion['target']) {
  if (target.kind !== 'library') return { advisoryUuids: target.kind === 'cve' ? [] : [target.uuid] }
  const ecosystem = ecosystems.find(({ id }) => id === target.ecosystem)!
  return { package: { ecosystem: ecosystem.id, packageName: ecosystem.normalizeName(target.name) } }
}

const decisionOf = (
  body: ScopeBody,
  of: Pick<NewDecision, 'target' | 'projectUuid'>,
): Omit<NewDecision, 'isWanted' | 'isExploitKnown'> => ({
  ...of,
  uuid: randomUUID(),
  state: body.state,
  justification: body.state === 'not-affected' ? (body.justification ?? null) : null,
  reason: body.reason,
  exclusionReason: exclusionReasonOf(body.state),
  expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
  untilFix: body.untilFix,
})

interface Known {
  known: readonly KnownFinding[]
  decision: NewDecision
  details: { changeUuid: string; memberUuid: string; reason: string }
}

/** Findings with a decision of their own keep it. */
async function saveKnown(tx: Tx, scope: Scope, { known, decision, details }: Known): Promise<void> {
  const { state, uuid, isWanted } = decision
  const free = known.filter(({ decisionUuid, wantedUuid }) => decisionUuid === null && wantedUuid === null)
  const next = free.map((each) =>
    isWanted ? { ...each, wantedUuid: uuid } : { ...each, state, decisionUuid: uuid },
  )
  await saveStates(tx, scope, next)
  const changes = free.map(({ projectUuid, advisoryUuid, ecosystem, packageName, state: before }) => ({
    projectUuid,
    advisoryUuid,
    ecosystem,
    packageName,
    kind: isWanted ? ('request' as const) : ('state' as const),
    before: { state: before, decisionUuid: null },
    after: { state, decisionUuid: uuid },
  }))
  await insertChanges(tx, scope, { changes, ...details })
  const requestedState = isWanted ? state : null
  const told = next.map((finding) => ({ next: finding, isAssigned: false, requestedState }))
  await writeEvents(tx, scope.accountUuid, eventsOf(details, told))
}
