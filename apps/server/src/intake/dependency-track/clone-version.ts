import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { respond } from '#auth/router/reply.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { copyBuild } from '#scanning/builds/uploads/copy-build.ts'
import { ensureBranch } from '#projects/project-store.ts'
import type { CallsOf } from './calls-of.ts'
import { projectMissing } from './problem.ts'
import { insertProperty, listProperties } from './property-store.ts'
import { describeProject } from './resolve-target.ts'
import { findVersion, findVersionNamed } from './versions-store.ts'

/** Tags and states of findings are of the project, so that a copy has them anyway. */
export function cloneCalls({ queue }: Pick<AppContext, 'queue'>): CallsOf<'cloneProject' | 'v2Clone'> {
  return {
    cloneProject: ({ caller, body: { project = '', version, ...body }, change }) =>
      change(async (tx) => {
        const { includeProperties = false, makeCloneLatest: isLatest = false } = body
        const copied = { from: project, version, includeProperties, isLatest }
        const after = await cloneVersion({ tx, queue }, caller, copied)
        return { result: { token: after.buildUuid }, target: { branchUuid: after.uuid }, after }
      }),
    v2Clone: ({ caller, params, body: { version, version_is_latest: isLatest = false, includes }, change }) =>
      change(async (tx) => {
        const includeProperties = includes.includes('PROPERTIES')
        const copied = { from: params.branchUuid, version, includeProperties, isLatest }
        const after = await cloneVersion({ tx, queue }, caller, copied)
        return {
          result: respond(201, { uuid: after.uuid }),
          target: { branchUuid: after.uuid },
          after,
        }
      }),
  }
}

interface Copied {
  from: string
  version: string | undefined
  includeProperties: boolean
  isLatest: boolean
}

interface Writer {
  tx: Tx
  queue: AppContext['queue']
}

/** Throws Problem 400, 404 and 409 as Dependency-Track does. */
async function cloneVersion(writer: Writer, caller: Caller, { from, version, ...options }: Copied) {
  const { tx } = writer
  const { scope } = caller
  const source = from === '' ? undefined : await findVersion(tx, scope, from)
  if (!source) throw projectMissing()
  if (version === undefined) throw new Problem(400, 'invalidInput', 'The version of the copy is required')
  const { projectUuid, name } = source
  if (await findVersionNamed(tx, scope, { name, version }))
    throw new Problem(409, 'alreadyExists', 'A project with the specified name and version already exists.')
  const uuid = await ensureBranch(tx, scope, { projectUuid, name: version })
  const copy = { from: source.uuid, to: { projectUuid, branchUuid: uuid } }
  // Without an inventory there is nothing to wait for: any token is one of work that is done.
  const buildUuid = (await copyBuild(writer, caller, copy)) ?? randomUUID()
  if (options.includeProperties)
    for (const property of await listProperties(tx, scope, source.uuid))
      await insertProperty(tx, scope, { branchUuid: uuid, property })
  await describeProject(tx, caller, { projectUuid, branch: version, isLatest: options.isLatest })
  return { uuid, buildUuid, version }
}
