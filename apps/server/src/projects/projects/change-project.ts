import { isDeepStrictEqual } from 'node:util'
import type { ProjectMinimums } from '@assay/contract/projects.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { notFound, throwNotFound } from '#platform/http/problem.ts'
import { findProject, type ProjectRow } from '#projects/project-store.ts'
import { lockProject, type ProjectChange, setArchived, updateProject } from '#projects/project-state-store.ts'
import { requestEvaluation } from '#projects/policies/request-evaluation.ts'
import { setMinimums } from '#projects/policies/store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { shareLockGroups } from '#projects/group-settings-store.ts'
import { placeByRules } from '#projects/groups/membership-store.ts'
import { insertTags } from '#projects/tags/store.ts'
import { chooseTeam } from './ensure-project.ts'

interface Changed {
  before: ProjectRow
  after: ProjectRow
}

interface WantedChange extends ProjectChange {
  uuid: string
  ownMinimums?: ProjectMinimums | null | undefined
}

/** Throws 404 for a project or team out of scope. */
export async function changeProject(
  tx: Tx,
  scope: Scope,
  { uuid, ownMinimums, ...change }: WantedChange,
): Promise<Changed> {
  await shareLockGroups(tx, scope)
  const teamUuid = await teamOf(tx, scope, change.teamUuid)
  // Locks the team before the project, in the same order as an upload.
  if (change.tags) await insertTags(tx, scope, change.tags)
  const changed = await changing(tx, { scope, uuid }, async (before) => {
    // A project token cannot move its project to another team.
    if (teamUuid !== undefined && teamUuid !== before.teamUuid && scope.project !== null)
      throw notFound('team')
    await updateProject(tx, scope, {
      uuid,
      ...change,
      teamUuid,
      tags: change.tags && [...new Set(change.tags)],
    })
    if (ownMinimums !== undefined) await setMinimums(tx, scope, { projectUuid: uuid, minimums: ownMinimums })
    if (change.tags || change.name !== undefined) await placeByRules(tx, scope, [uuid])
  })
  if (!isDeepStrictEqual(asked(changed.before), asked(changed.after)))
    await requestEvaluation(tx, scope, { projectUuids: [uuid] })
  return changed
}

/** What rules ask of a project, and what says which of them apply. */
const asked = ({ name, tags, teamUuid, defaultBranch, ownMinimums, groupSettings }: ProjectRow) => [
  [name, tags, teamUuid, defaultBranch],
  [ownMinimums, groupSettings],
]

/** Archives or restores a project. Idempotent. */
export const setArchivedState = (
  tx: Tx,
  scope: Scope,
  { uuid, isArchived }: { uuid: string; isArchived: boolean },
): Promise<Changed> =>
  changing(tx, { scope, uuid }, async () => {
    await setArchived(tx, scope, { uuid, isArchived })
  })

async function changing(
  tx: Tx,
  { scope, uuid }: { scope: Scope; uuid: string },
  work: (before: ProjectRow) => Promise<void>,
): Promise<Changed> {
  await lockProject(tx, scope, uuid)
  const before = (await findProject(tx, scope, uuid)) ?? throwNotFound('project')
  await work(before)
  await incrementRevision(tx, scope)
  return { before, after: (await findProject(tx, scope, uuid)) ?? throwNotFound('project') }
}

/** Team members can move a project only to another of their teams. */
const teamOf = async (tx: Tx, scope: Scope, teamUuid: string | null | undefined) =>
  teamUuid === undefined ? undefined : chooseTeam(tx, scope, teamUuid)
