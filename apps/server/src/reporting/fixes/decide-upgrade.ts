import { dayMs } from '@assay/engine/time.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { findAssignees } from '#accounts/members/assignee-store.ts'
import { type DecisionRow, isPlanned, replaceDecision } from './decision-store.ts'
import { wireDecision } from './wire-upgrade.ts'

type Body = ParsedInput<typeof contract.fixes.decide>['body']

const maxSnoozeMs = 366 * dayMs

/** Throws Problem 404 for an upgrade, project or member out of scope, 400 for a snooze in the past or too far ahead. */
export async function decideUpgrade(
  tx: Tx,
  { scope, memberUuid }: Pick<Caller, 'scope' | 'memberUuid'>,
  { body, now }: { body: Body; now: number },
) {
  const { snoozedUntil, assigneeUuid } = body
  if (snoozedUntil !== null && (snoozedUntil <= now || snoozedUntil > now + maxSnoozeMs))
    throw new Problem(400, 'invalidInput', 'Snooze until a time within the next year')
  const upgrade = { ecosystem: body.ecosystem, packageName: body.packageName, to: body.to ?? '' }
  const visibility = { projectUuid: await chooseProject(tx, scope, body.projectUuid) }
  if (!(await isPlanned(tx, scope, { upgrade, visibility }))) throwNotFound('upgrade')
  const requested = assigneeUuid?.toLowerCase() ?? null
  if (requested !== null && !(await findAssignees(tx, scope, [requested])).has(requested))
    throwNotFound('member')
  const after = {
    assigneeUuid: requested,
    snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil),
  }
  const before = await replaceDecision(tx, scope, { upgrade, visibility, ...after, decidedBy: memberUuid })
  const wire = await wireWith(tx, scope, after)
  return {
    result: wire,
    target: {
      ecosystem: upgrade.ecosystem,
      package: upgrade.packageName,
      to: upgrade.to,
      ...(visibility.projectUuid && { projectUuid: visibility.projectUuid }),
    },
    before: await wireWith(tx, scope, before ?? { assigneeUuid: null, snoozedUntil: null }),
    after: wire,
  }
}

/** Decisions made with a project token apply only to that project. */
async function chooseProject(tx: Tx, scope: Scope, projectUuid: string | null): Promise<string | null> {
  const named = projectUuid ?? scope.project
  if (named === null) return null
  return ((await findProject(tx, scope, named)) ?? throwNotFound('project')).uuid
}

const wireWith = async (tx: Tx, scope: Scope, { assigneeUuid, snoozedUntil }: DecisionRow) =>
  wireDecision(
    { assigneeUuid, snoozedUntil: snoozedUntil?.getTime() ?? null },
    await findAssignees(tx, scope, assigneeUuid === null ? [] : [assigneeUuid]),
  )
