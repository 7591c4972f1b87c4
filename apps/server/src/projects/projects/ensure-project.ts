import { projectName } from '@assay/engine/project-address.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound, notFound } from '#platform/http/problem.ts'
import { shareLockGroups } from '#projects/group-settings-store.ts'
import { hasRules, placeByRules } from '#projects/groups/membership-store.ts'
import { insertTags } from '#projects/tags/store.ts'
import {
  findProjectByUrl,
  shareLockTeamInScope,
  insertProject,
  shareLockProject,
  updateTeam,
} from '#projects/project-store.ts'

export interface ProjectInput {
  url: string
  name?: string | undefined
  teamUuid?: string | null | undefined
  tags?: string[] | undefined
  isSample?: boolean
}

/** Finds or creates the project of a url and locks it against deletion. Throws 404 for a team or project out of scope. */
export async function ensureProject(db: Tx, scope: Scope, input: ProjectInput): Promise<{ uuid: string }> {
  const teamUuid = await chooseTeam(db, scope, input.teamUuid)
  // If the project was deleted after the lookup, its url is free for a new one.
  for (let attempt = 0; attempt < 2; attempt++) {
    const existing = await findProjectByUrl(db, scope, input.url)
    const created = existing ? undefined : await insertNew(db, scope, { ...input, teamUuid })
    if (created) return { uuid: created }
    const found = existing ?? (await findProjectByUrl(db, scope, input.url))
    const locked = found && (await shareLockProject(db, scope, found.uuid))
    if (locked) return locked
  }
  throw notFound('project')
}

/** Returns the uuid of the project, unless a concurrent request created it. Nobody else sees it before the commit. */
async function insertNew(
  db: Tx,
  scope: Scope,
  { url, name = projectName(url), tags = [], isSample = false, teamUuid }: ProjectInput & Assigned,
): Promise<string | undefined> {
  // A project token cannot create projects.
  if (scope.project !== null) throwNotFound('project')
  await insertTags(db, scope, tags)
  const uuid = await insertProject(db, scope, { url, name, teamUuid, tags, isSample })
  if (uuid !== undefined) await placeNew(db, scope, uuid)
  return uuid
}

async function placeNew(db: Tx, scope: Scope, uuid: string): Promise<void> {
  // Nobody else sees its row yet, so that it may be locked before the groups.
  await shareLockGroups(db, scope)
  if (await hasRules(db, scope)) await placeByRules(db, scope, [uuid])
}

interface Assigned {
  teamUuid: string | null
}

/** An existing project, assigned to the team if one is named. Throws 404 if out of scope. */
export async function findAssigned(
  db: Tx,
  scope: Scope,
  { uuid, teamUuid }: { uuid: string; teamUuid?: string | undefined },
): Promise<{ uuid: string }> {
  const project = (await shareLockProject(db, scope, uuid)) ?? throwNotFound('project')
  if (teamUuid === undefined) return project
  const team = await chooseTeam(db, scope, teamUuid)
  // A project token cannot move its project to another team.
  if (team !== project.teamUuid && scope.project !== null) throw notFound('team')
  if (team === project.teamUuid) return project
  await updateTeam(db, scope, { uuid, teamUuid: team })
  // Invalidates cached responses of the previous team.
  await incrementRevision(db, scope)
  return project
}

/** Team members create projects only in their teams. The account's own uuid stands for the team Everyone. */
export async function chooseTeam(
  db: Tx,
  scope: Scope,
  teamUuid: string | null | undefined,
): Promise<string | null> {
  if (typeof teamUuid === 'string' && teamUuid !== scope.accountUuid) {
    if (await shareLockTeamInScope(db, scope, teamUuid)) return teamUuid
    throw notFound('team')
  }
  if (scope.teams === 'all') return null
  return scope.teams[0] ?? throwNotFound('team')
}
