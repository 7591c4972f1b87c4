import type { NewEra, NewEraSchedule } from '@assay/contract/eras.ts'
import type { Language } from '@assay/contract/languages.ts'
import type { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject, hasTeam } from '#projects/project-store.ts'
import { hasTag } from '#projects/tags/store.ts'
import { findTeam } from '#accounts/teams/store.ts'
import type { EraAbout } from './era-request.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { Visibility } from '#reporting/exports/store.ts'

type SubjectInput = Omit<z.output<typeof NewEra>, 'startDate' | 'endDate'> | z.output<typeof NewEraSchedule>

/** The subject of a report and its scope. Throws 404 if it is out of the caller's scope. */
export async function resolveAbout(
  db: Database,
  scope: Scope,
  { language, ...subject }: SubjectInput & { language: Language },
): Promise<{ about: EraAbout; visibility: Visibility }> {
  const { purpose, sections, formats } = subject
  const teamUuid = subject.teamUuid?.toLowerCase() ?? null
  const projectUuid = subject.projectUuid?.toLowerCase() ?? scope.project
  const tag = subject.tag ?? null
  const branch = subject.branch ?? null
  const named = await nameOf(db, scope, { teamUuid, projectUuid, tag, branch, language })
  const nameFor = documentTextsIn(language).purposes.names[purpose]
  const about = {
    name: subject.name ?? nameFor(named),
    purpose,
    teamUuid,
    tag,
    projectUuid,
    branch,
    sections,
    formats,
  }
  return { about, visibility: { projectUuid, teamUuids: teamsOf(scope, { teamUuid, projectUuid }) } }
}

type Named = Pick<EraAbout, 'teamUuid' | 'tag' | 'projectUuid' | 'branch'>

/** Access to a report of a project follows the project, whatever its team at the time. */
function teamsOf({ teams }: Scope, { teamUuid, projectUuid }: Pick<Named, 'teamUuid' | 'projectUuid'>) {
  if (projectUuid !== null) return null
  if (teamUuid !== null) return [teamUuid]
  return teams === 'all' ? null : [...teams]
}

async function nameOf(
  db: Database,
  scope: Scope,
  { language, teamUuid, tag, projectUuid, branch }: Named & { language: Language },
): Promise<string> {
  const { names } = documentTextsIn(language).period
  if (teamUuid !== null) {
    if (!(await hasTeam(db, scope, teamUuid))) throwNotFound('team')
    return names.team((await findTeam(db, scope, teamUuid))?.name ?? '')
  }
  if (projectUuid !== null) {
    const project = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
    if (branch !== null && !(await findBranch(db, scope, { projectUuid, name: branch })))
      throwNotFound('branch')
    return branch === null ? names.project(project.name) : names.branch(project.name, branch)
  }
  if (tag === null) return names.all
  if (!(await hasTag(db, scope, tag))) throwNotFound('tag')
  return names.tag(tag)
}
