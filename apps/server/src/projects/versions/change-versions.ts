import { isoDay } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { notFound, Problem, throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findMainBranch, shareLockProject } from '#projects/project-store.ts'
import {
  deleteVersion,
  findScanOf,
  findVersion,
  insertVersion,
  type NewVersion,
  updateScan,
  updateVersion,
  type VersionRow,
} from './store.ts'

export interface VersionInput extends Pick<NewVersion, 'name' | 'tag' | 'supportedUntil'> {
  projectUuid: string
  /** The default branch if absent. */
  branch?: string | undefined
  /** The branch's last scan if absent. */
  reportUuid?: string | undefined
  /** Today if absent. */
  releasedAt?: string | undefined
}

/** Throws Problem 404 for a project, branch or scan that does not exist, 409 for a name that is taken. */
export async function createVersion(tx: Tx, scope: Scope, input: VersionInput): Promise<VersionRow> {
  const { projectUuid, name, tag, supportedUntil } = input
  if (!(await shareLockProject(tx, scope, projectUuid))) throw notFound('project')
  const branch = input.branch
    ? await findBranch(tx, scope, { projectUuid, name: input.branch })
    : await findMainBranch(tx, scope, projectUuid)
  if (!branch) throw notFound('branch')
  const scanUuid = await findScanOf(tx, scope, { branchUuid: branch.uuid, scanUuid: input.reportUuid })
  const uuid = randomUUID()
  await insertVersion(tx, scope, {
    uuid,
    projectUuid,
    branchUuid: branch.uuid,
    scanUuid: scanUuid ?? throwNotFound('report'),
    name,
    tag,
    releasedAt: input.releasedAt ?? isoDay(new Date()),
    supportedUntil,
  }).catch(versionExists)
  return (await findVersion(tx, scope, { projectUuid, uuid })) ?? throwNotFound('version')
}

interface Named {
  projectUuid: string
  uuid: string
}

type Change = { [K in 'name' | 'tag' | 'releasedAt' | 'supportedUntil']?: VersionRow[K] | undefined }

export async function changeVersion(
  tx: Tx,
  scope: Scope,
  { projectUuid, uuid, ...change }: Named & Change,
): Promise<{ before: VersionRow; after: VersionRow }> {
  const before = await lockedVersion(tx, scope, { projectUuid, uuid })
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await updateVersion(tx, scope, { ...before, ...(given as Partial<VersionRow>) }).catch(versionExists)
  const after = (await findVersion(tx, scope, { projectUuid, uuid })) ?? throwNotFound('version')
  return { before, after }
}

/** Publishes a scan as the version of this name, or lets the version that has it show this scan. */
export async function replaceScan(
  tx: Tx,
  scope: Scope,
  version: { projectUuid: string; branchUuid: string; scanUuid: string; name: string },
): Promise<void> {
  if (!(await shareLockProject(tx, scope, version.projectUuid))) return
  if (await updateScan(tx, scope, version)) return
  const releasedAt = isoDay(new Date())
  await insertVersion(tx, scope, {
    ...version,
    uuid: randomUUID(),
    tag: '',
    releasedAt,
    supportedUntil: null,
  })
}

export async function removeVersion(tx: Tx, scope: Scope, named: Named): Promise<VersionRow> {
  const before = await lockedVersion(tx, scope, named)
  await deleteVersion(tx, scope, before.uuid)
  return before
}

async function lockedVersion(tx: Tx, scope: Scope, named: Named): Promise<VersionRow> {
  if (!(await shareLockProject(tx, scope, named.projectUuid))) throw notFound('project')
  return (await findVersion(tx, scope, named)) ?? throwNotFound('version')
}

function versionExists(error: unknown): never {
  throw isUniqueViolation(error)
    ? new Problem(409, 'versionExists', 'The project has a version with this name already')
    : error
}
