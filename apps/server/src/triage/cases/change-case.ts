import type { contract } from '@assay/contract/contract.ts'
import type { CaseFacts } from '@assay/contract/cases.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { type ExposureFact, exposureFacts } from '@assay/engine/vocabulary.ts'
import { findAssignees } from '#accounts/members/assignee-store.ts'
import { accountScope, type Caller } from '#auth/scope.ts'
import { findAdvisory, findClusters } from '#knowledge/advisories/clusters/cluster-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { countProjects } from './affected-store.ts'
import { listDeadlines, saveDeadlines, settleDeadline } from './deadline-store.ts'
import { insertEntry, type NewEntry } from './entry-store.ts'
import { openCase } from './open-case.ts'
import { planAgain } from './plan-deadlines.ts'
import { type CaseRow, findCase, lockCase, updateCase } from './store.ts'

type Body<Name extends 'create' | 'update' | 'settle' | 'close'> = ParsedInput<
  (typeof contract.cases)[Name]
>['body']

/** Returns the uuid of the case. Throws Problem 404 for an unknown vulnerability, 409 if it has an open case. */
export async function openByMember(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { vulnerability, text }: Body<'create'>,
): Promise<string> {
  const advisoryUuid = (await findVulnerability(tx, vulnerability)) ?? throwNotFound('vulnerability')
  const account = accountScope(scope.accountUuid)
  const opening = { advisoryUuid, cause: 'member', awareAt: new Date(), memberUuid, text } as const
  const uuid = await openCase(tx, account, opening)
  if (uuid === null) throw new Problem(409, 'caseExists', `${vulnerability} has an open case already`)
  return uuid
}

async function findVulnerability(tx: Tx, name: string): Promise<string | undefined> {
  if (isUuid(name)) return findAdvisory(tx, name.toLowerCase())
  const alias = /^cve-/i.test(name) ? name.toUpperCase() : name
  return (await findClusters(tx, [alias])).get(alias)?.uuid
}

/** The case, locked. Throws Problem 404 if the caller does not see it. */
export async function lockVisible(tx: Tx, { scope }: Caller, uuid: string): Promise<CaseRow> {
  if (!isUuid(uuid)) throwNotFound('case')
  await lockCase(tx, scope, uuid)
  return (await findCase(tx, scope, uuid)) ?? throwNotFound('case')
}

/** The same for what concerns all: throws Problem 403 if it affects projects that the caller does not see. */
export async function lockWhole(tx: Tx, caller: Caller, uuid: string): Promise<CaseRow> {
  const row = await lockVisible(tx, caller, uuid)
  const { advisoryUuid, awareAt: since } = row
  const { all, visible } = await countProjects(tx, caller.scope, { advisoryUuid, since })
  if (all > visible) throw new Problem(403, 'caseOfOthers', 'The case affects projects that you do not see')
  return row
}

/** Each change is an entry of the time line. */
export async function changeCase(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { row, body }: { row: CaseRow; body: Body<'update'> },
): Promise<void> {
  const facts = changedFacts(row.facts, body.facts)
  const measureAt = body.measureAt === undefined ? undefined : dateOf(body.measureAt)
  const notes = body.notes && { ...row.notes, ...body.notes }
  const owner = await ownerOf(tx, { scope, memberUuid }, { row, ownerUuid: body.ownerUuid })
  await updateCase(tx, scope, {
    uuid: row.uuid,
    ...(owner && { ownerUuid: owner.uuid }),
    ...(measureAt !== undefined && { measureAt }),
    ...(facts && { facts }),
    ...(notes && { notes }),
  })
  if (facts || measureAt !== undefined) {
    const clocks = { aware: row.awareAt, measure: measureAt === undefined ? row.measureAt : measureAt }
    const before = await listDeadlines(tx, scope, [row.uuid])
    const planned = planAgain(before, { facts: facts ?? row.facts, clocks })
    await saveDeadlines(tx, scope, { caseUuid: row.uuid, planned })
  }
  const entries: Pick<NewEntry, 'kind' | 'subject'>[] = [
    ...(owner ? [{ kind: 'owner' as const, subject: owner.name }] : []),
    ...(measureAt === undefined
      ? []
      : [{ kind: 'measure' as const, subject: measureAt?.toISOString() ?? null }]),
    ...(facts ? [{ kind: 'facts' as const, subject: describeFacts(facts) }] : []),
    ...(body.notes ? [{ kind: 'notes' as const, subject: Object.keys(body.notes).join(', ') }] : []),
  ]
  for (const entry of entries) await insertEntry(tx, scope, { ...entry, caseUuid: row.uuid, memberUuid })
}

const dateOf = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs))

function changedFacts(
  before: CaseFacts,
  change: Partial<Record<ExposureFact, boolean>> | undefined,
): CaseFacts | undefined {
  if (!change) return undefined
  const changed = exposureFacts.flatMap((name) => {
    const value = change[name]
    return value === undefined ? [] : [[name, { value, source: 'member' }] as const]
  })
  return { ...before, ...Object.fromEntries(changed) }
}

const describeFacts = (facts: CaseFacts): string =>
  exposureFacts.map((name) => `${name}=${facts[name].value}`).join(', ')

/** null as owner for nobody; undefined if it does not change. Throws Problem 404 for a member who is not visible. */
async function ownerOf(
  tx: Tx,
  { scope, memberUuid }: Pick<Caller, 'scope' | 'memberUuid'>,
  { row, ownerUuid }: { row: CaseRow; ownerUuid: string | null | undefined },
): Promise<{ uuid: string | null; name: string | null } | undefined> {
  const uuid = ownerUuid?.toLowerCase() ?? ownerUuid
  if (uuid === undefined || uuid === row.ownerUuid) return undefined
  if (uuid === null) return { uuid: null, name: null }
  const found = (await findAssignees(tx, scope, [uuid])).get(uuid) ?? throwNotFound('member')
  const payload = { caseUuid: row.uuid, advisoryUuid: row.advisoryUuid, memberUuid, ownerUuid: uuid }
  await writeEvents(tx, scope.accountUuid, [{ type: 'case.assigned', payload }])
  return { uuid, name: found.name || found.email }
}

/** Throws Problem 404 if the case has no such deadline. */
export async function settle(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { row, body }: { row: CaseRow; body: Body<'settle'> },
): Promise<void> {
  const { regime, step, isDone, text } = body
  const deadlines = await listDeadlines(tx, scope, [row.uuid])
  if (!deadlines.some((each) => each.regime === regime && each.step === step)) throwNotFound('deadline')
  const settled = { caseUuid: row.uuid, regime, step, memberUuid: isDone ? memberUuid : null }
  if (!(await settleDeadline(tx, scope, settled))) return
  const kind = isDone ? 'done' : 'undone'
  await insertEntry(tx, scope, { caseUuid: row.uuid, kind, subject: `${regime}/${step}`, text, memberUuid })
}

/** A closed case keeps its reason. */
export async function closeCase(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { row, body }: { row: CaseRow; body: Body<'close'> },
): Promise<void> {
  if (row.closedAt !== null) return
  const { reason, text } = body
  await updateCase(tx, scope, { uuid: row.uuid, closedAt: new Date(), closeReason: reason })
  await insertEntry(tx, scope, { caseUuid: row.uuid, kind: 'closed', subject: reason, text, memberUuid })
}
