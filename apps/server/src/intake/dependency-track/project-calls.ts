import type { ProjectInput } from '@assay/contract/intake/dependency-track-inputs.ts'
import type { z } from 'zod'
import type { AppContext } from '#context.ts'
import { respond } from '#auth/router/reply.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { setArchivedState } from '#projects/projects/change-project.ts'
import { ensureProject, findAssigned } from '#projects/projects/ensure-project.ts'
import { ensureBranch } from '#projects/project-store.ts'
import { lockBranchOf, lockProject } from '#projects/project-state-store.ts'
import { removeBranch, removeProject } from '#scanning/removal/remove-project.ts'
import type { CallsOf } from './calls-of.ts'
import { pageOf, type PageQuery, rangeOf, sayTotal } from './page-of.ts'
import { projectMissing } from './problem.ts'
import { describeProject } from './resolve-target.ts'
import {
  countVersions,
  findLatestVersion,
  findProjectNamed,
  findVersion,
  findVersionNamed,
  findVersions,
  listVersions,
  type VersionFilter,
  type VersionRow,
  versionSorts,
} from './versions-store.ts'
import { mainVersion, wireProject } from './wire-project.ts'

type Reads = 'projects' | 'conciseProjects' | 'taggedProjects' | 'lookup' | 'latest' | 'project' | 'children'
type Writes = 'createProject' | 'updateProject' | 'patchProject' | 'removeProject' | 'removeProjects'

export function projectReads({ db }: Pick<AppContext, 'db'>): CallsOf<Reads> {
  const list = async (scope: Scope, query: PageQuery & Sorted, filter: VersionFilter) => {
    const asked = { ...filter, ...sortOf(query), text: query.searchText }
    const items = await listVersions(db, scope, { filter: asked, range: rangeOf(query) })
    return { items: items.map(wireProject), total: await countVersions(db, scope, asked) }
  }
  return {
    async projects({ caller: { scope }, query: { name, excludeInactive, ...query }, reply }) {
      const { items, total } = await list(scope, query, {
        name,
        isActive: excludeInactive ? true : undefined,
      })
      sayTotal(reply, total)
      return items
    },
    async conciseProjects({ caller: { scope }, query: { name, version, tag, active, ...query }, reply }) {
      const { items, total } = await list(scope, query, { name, version, tag, isActive: active })
      sayTotal(reply, total)
      return items
    },
    async taggedProjects({ caller: { scope }, params, query: { excludeInactive, ...query }, reply }) {
      const isActive = excludeInactive ? true : undefined
      const { items, total } = await list(scope, query, { tag: params.tagName, isActive })
      sayTotal(reply, total)
      return items
    },
    async lookup({ caller: { scope }, query: { name, version } }) {
      const named = { name, version: version === '' ? mainVersion : version }
      return withVersions(db, scope, found(await findVersionNamed(db, scope, named)))
    },
    latest: async ({ caller: { scope }, params }) =>
      withVersions(db, scope, found(await findLatestVersion(db, scope, params.name))),
    project: async ({ caller: { scope }, params }) =>
      withVersions(db, scope, found(await findVersion(db, scope, params.branchUuid))),
    async children({ caller: { scope }, params, query, reply }) {
      found(await findVersion(db, scope, params.branchUuid))
      return pageOf(reply, [], query)
    },
  }
}

const maxVersions = 1000

async function withVersions(db: Database, scope: Scope, row: VersionRow) {
  const filter = { projectUuid: row.projectUuid }
  const versions = await listVersions(db, scope, { filter, range: { limit: maxVersions, offset: 0 } })
  return {
    ...wireProject(row),
    versions: versions.map(({ uuid, version, isActive }) => ({ uuid, version, active: isActive })),
  }
}

interface Sorted {
  sortName?: string | undefined
  sortOrder?: string | undefined
  searchText?: string | undefined
}

const sortOf = ({ sortName, sortOrder }: Sorted) => ({
  sort: versionSorts.find((name) => name === sortName),
  isDescending: sortOrder === 'desc',
})

type Given = z.output<typeof ProjectInput>

export function projectWrites({ queue }: Pick<AppContext, 'queue'>): CallsOf<Writes> {
  return {
    createProject: ({ caller, body, change }) =>
      change(async (tx) => {
        const after = await createVersion(tx, caller, body)
        return { result: respond(201, after), target: { branchUuid: after.uuid }, after }
      }),
    updateProject: ({ caller, body, change }) =>
      change(async (tx) => changed(await changeVersion(tx, caller, { ...body, uuid: body.uuid ?? '' }))),
    patchProject: ({ caller, params, body, change }) =>
      change(async (tx) => changed(await changeVersion(tx, caller, { ...body, uuid: params.branchUuid }))),
    removeProject: ({ caller: { scope }, params, change }) =>
      change(async (tx) => {
        const before = found(await findVersion(tx, scope, params.branchUuid))
        await removeVersions({ tx, queue, scope }, [before])
        return { result: respond(204, ''), before: wireProject(before) }
      }),
    removeProjects: ({ caller: { scope }, body, change }) =>
      change(async (tx) => {
        const uuids = new Set(body.map((uuid) => uuid.toLowerCase()))
        const before = await findVersions(tx, scope, [...uuids])
        if (before.length < uuids.size) throw projectMissing()
        await removeVersions({ tx, queue, scope }, before)
        return { result: respond(204, ''), before: before.map(wireProject) }
      }),
  }
}

async function createVersion(tx: Tx, caller: Caller, { name, version = mainVersion, tags, isLatest }: Given) {
  const { scope } = caller
  if (name === undefined) throw new Problem(400, 'invalidInput', 'The name of the project is required')
  if (await findVersionNamed(tx, scope, { name, version }))
    throw new Problem(409, 'alreadyExists', 'A project with the specified name and version already exists.')
  const existing = await findProjectNamed(tx, scope, name)
  const { uuid: projectUuid } =
    existing === undefined
      ? await ensureProject(tx, scope, { url: name, name, tags })
      : await findAssigned(tx, scope, { uuid: existing })
  const uuid = await ensureBranch(tx, scope, { projectUuid, name: version })
  await describeProject(tx, caller, { projectUuid, branch: version, tags, isLatest })
  return wireProject(found(await findVersion(tx, scope, uuid)))
}

async function changeVersion(
  tx: Tx,
  caller: Caller,
  { uuid, tags, isLatest, active }: Given & { uuid: string },
) {
  const { scope } = caller
  const before = found(uuid === '' ? undefined : await findVersion(tx, scope, uuid))
  const { projectUuid, version: branch } = before
  await describeProject(tx, caller, { projectUuid, branch, tags, isLatest })
  if (active !== undefined && active !== before.isActive && (await isOnlyVersion(tx, scope, before)))
    await setArchivedState(tx, scope, { uuid: projectUuid, isArchived: !active })
  return { before, after: found(await findVersion(tx, scope, uuid)) }
}

/** A branch cannot be archived alone. */
const isOnlyVersion = async (tx: Tx, scope: Scope, { projectUuid }: VersionRow) =>
  (await countVersions(tx, scope, { projectUuid })) === 1

const changed = ({ before, after }: { before: VersionRow; after: VersionRow }) => ({
  result: wireProject(after),
  before: wireProject(before),
  after: wireProject(after),
})

interface Remover {
  tx: Tx
  queue: AppContext['queue']
  scope: Scope
}

/** A project goes with its last version. */
async function removeVersions({ tx, queue, scope }: Remover, rows: readonly VersionRow[]): Promise<void> {
  const ordered = rows.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1))
  for (const { uuid, projectUuid } of ordered) {
    await lockProject(tx, scope, projectUuid)
    if ((await countVersions(tx, scope, { projectUuid })) === 1) {
      await removeProject({ tx, queue }, scope, projectUuid)
    } else {
      if (!(await lockBranchOf(tx, scope, { projectUuid, uuid }))) throw projectMissing()
      await removeBranch({ tx, queue }, scope, { branchUuid: uuid, of: projectUuid })
    }
  }
}

const found = (row: VersionRow | undefined): VersionRow => {
  if (row) return row
  throw projectMissing()
}
