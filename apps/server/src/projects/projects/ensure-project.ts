import { incrementRevision } from '#projects/revision-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound, notFound } from '#platform/http/problem.ts'
import { insertTags } from '#projects/tags/store.ts'
import { findProject, findProjectByUrl, hasTeam, insertProject, updateTeam } from '#projects/project-store.ts'

export interface WantedProject {
  url: string
  name?: string | undefined
  teamUuid?: string | undefined
  tags?: string[] | undefined
}

/** The project of a url, made when there is none. Throws 404 for a foreign team or an invisible project. */
export async function ensureProject(db: Tx, scope: Scope, wanted: WantedProject): Promise<{ uuid: string }> {
  const teamUuid = await chooseTeam(db, scope, wanted.teamUuid)
  const known = await findProjectByUrl(db, scope, wanted.url)
  if (!known) {
    // A token of one project makes no other.
    if (scope.project !== null) throwNotFound('project')
    const name = wanted.name ?? nameOfUrl(wanted.url)
    await insertTags(db, scope, wanted.tags ?? [])
    await insertProject(db, scope, { url: wanted.url, name, teamUuid, tags: wanted.tags ?? [] })
  }
  const { uuid } = known ?? (await findProjectByUrl(db, scope, wanted.url)) ?? throwNotFound('project')
  return (await findProject(db, scope, uuid)) ?? throwNotFound('project')
}

/** A project that is there; it goes to the team when one is named. Throws 404 for what is not in reach. */
export async function findAssigned(
  db: Tx,
  scope: Scope,
  { uuid, teamUuid }: { uuid: string; teamUuid?: string | undefined },
): Promise<{ uuid: string }> {
  const project = (await findProject(db, scope, uuid)) ?? throwNotFound('project')
  if (teamUuid === undefined) return project
  const team = await chooseTeam(db, scope, teamUuid)
  // A token of one project does not give it away.
  if (team !== project.teamUuid && scope.project !== null) throw notFound('team')
  if (team === project.teamUuid) return project
  await updateTeam(db, scope, { uuid, teamUuid: team })
  // Cached answers of the team that had it show it still.
  await incrementRevision(db, scope)
  return project
}

/** A member of teams only makes projects for one of them; the account's own uuid means everyone. */
async function chooseTeam(db: Tx, scope: Scope, wanted: string | undefined): Promise<string | null> {
  if (wanted !== undefined && wanted !== scope.accountUuid) {
    if (await hasTeam(db, scope, wanted)) return wanted
    throw notFound('team')
  }
  if (scope.teams === 'all') return null
  return scope.teams[0] ?? throwNotFound('team')
}

/** 'https://github.com/org/repo.git?x' is 'github.com/org/repo'. */
export const nameOfUrl = (url: string): string =>
  url
    .replace(/[?#].*$/, '')
    .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/i, '')
    .replace(/\.git$/, '')
    .replace(/(?<!\/)\/+$/, '') || url
