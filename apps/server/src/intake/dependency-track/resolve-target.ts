import type { Caller, Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { changeProject } from '#projects/projects/change-project.ts'
import type { ProjectChange } from '#projects/project-state-store.ts'
import type { Target } from '#scanning/builds/uploads/submit-build.ts'
import { parentMissing, projectMissing } from './problem.ts'
import { findProjectNamed, findVersion, findVersionNamed, type VersionRow } from './versions-store.ts'
import { mainVersion } from './wire-project.ts'

/** How clients name a version of a project: by its uuid, or by name and version. */
export interface Named {
  project?: string | undefined
  projectName?: string | undefined
  projectVersion?: string | undefined
}

export interface Submitted extends Named {
  autoCreate?: boolean | undefined
  projectTags?: string[] | undefined
  parentUUID?: string | undefined
  parentName?: string | undefined
  parentVersion?: string | undefined
}

/** An existing version. Throws Problem 404. */
export async function findNamed(db: Database, scope: Scope, named: Named): Promise<VersionRow> {
  const { project, projectName: name, projectVersion: version = mainVersion } = named
  if (project !== undefined) return (await findVersion(db, scope, project)) ?? missing()
  if (name === undefined) throw noName()
  return (await findVersionNamed(db, scope, { name, version })) ?? missing()
}

/** The branch that an upload is for. Throws Problem 401 and 404 as Dependency-Track does. */
export async function findTarget(tx: Tx, { scope }: Caller, submitted: Submitted): Promise<Target> {
  const { project, projectName: name, projectVersion: branch = mainVersion, autoCreate } = submitted
  if (project !== undefined || !autoCreate) {
    const version = await findNamed(tx, scope, submitted)
    return { project: { uuid: version.projectUuid }, branch: version.version }
  }
  if (name === undefined) throw noName()
  await checkParent(tx, scope, submitted)
  const uuid = await findProjectNamed(tx, scope, name)
  if (uuid !== undefined) return { project: { uuid }, branch }
  if (scope.project !== null)
    throw new Problem(401, 'loginRequired', 'The principal does not have permission to create project.')
  return { project: { url: name, name, tags: submitted.projectTags }, branch }
}

/** A parent that is named has to exist. */
async function checkParent(
  tx: Tx,
  scope: Scope,
  { parentUUID, parentName, parentVersion }: Submitted,
): Promise<void> {
  if (parentUUID !== undefined && !(await findVersion(tx, scope, parentUUID))) throw parentMissing()
  if (parentUUID !== undefined || parentName === undefined) return
  const parent = { name: parentName, version: parentVersion ?? mainVersion }
  if (!(await findVersionNamed(tx, scope, parent))) throw parentMissing()
}

export interface Described {
  tags?: string[] | undefined
  isLatest?: boolean | undefined
}

/** Sets tags and the latest version of a project, if the caller may change it. */
export async function describeProject(
  tx: Tx,
  caller: Caller,
  { projectUuid, branch, tags, isLatest }: Described & { projectUuid: string; branch: string },
): Promise<void> {
  const scope = caller.scopeFor('projects.edit')
  const change: ProjectChange = { ...(tags && { tags }), ...(isLatest && { defaultBranch: branch }) }
  if (scope && Object.keys(change).length > 0)
    await changeProject(tx, scope, { uuid: projectUuid, ...change })
}

const missing = (): never => {
  throw projectMissing()
}

const noName = () => new Problem(400, 'invalidInput', 'Either project or projectName is required')
