import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import type { Caller, Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { missing, Problem } from '../http/problem.ts'
import { ensureProject, findAssigned, type WantedProject } from '../projects/ensure-project.ts'
import { ensureBranch } from '../projects/store.ts'
import {
  type BuildDocument,
  type BuildSource,
  copyDocuments,
  countDocuments,
  findLastScanned,
  insertBuild,
  insertDocument,
  lockBuild,
  packDocument,
  type PackedDocument,
  updateBuild,
} from './store.ts'

type Where = Pick<Parts, 'db' | 'queue'>

type Author = Pick<Caller, 'scope' | 'memberUuid'>

export interface Target {
  /** One that is there, given to the team when one is named; or the project of a url. */
  project: { uuid: string; teamUuid?: string | undefined } | WantedProject
  branch: string
}

/** Stores build, documents and job in one transaction: what is acknowledged survives a crash. */
export async function submitDocuments(
  { db, queue }: Where,
  caller: Caller,
  { documents, ...target }: Target & { documents: BuildDocument[] },
): Promise<string> {
  const packed = await Promise.all(documents.map(packDocument))
  return db.transaction().execute(async (tx) => {
    const buildUuid = await storeBuild(tx, caller, { ...target, documents: packed })
    await queue.send(tx, 'scan-build', { accountUuid: caller.scope.accountUuid, buildUuid })
    return buildUuid
  })
}

/** A build that is complete and waits to be scanned. */
export async function storeBuild(
  tx: Tx,
  author: Author,
  { documents, ...target }: Target & { documents: PackedDocument[]; at?: Date },
): Promise<string> {
  const buildUuid = await prepareBuild(tx, author, { ...target, source: 'upload', state: 'queued' })
  for (const [position, document] of documents.entries())
    await insertDocument(tx, author.scope, { ...document, buildUuid, position })
  return buildUuid
}

/** Begins a build that gets its documents by later calls. */
export const beginBuild = ({ db }: Where, caller: Caller, target: Target): Promise<string> =>
  db
    .transaction()
    .execute((tx) => prepareBuild(tx, caller, { ...target, source: 'builds', state: 'preparing' }))

async function prepareBuild(
  tx: Tx,
  { scope, memberUuid }: Author,
  { project, branch, ...kind }: Target & { source: BuildSource; state: 'queued' | 'preparing'; at?: Date },
): Promise<string> {
  const found =
    'uuid' in project ? await findAssigned(tx, scope, project) : await ensureProject(tx, scope, project)
  const branchUuid = await ensureBranch(tx, scope, { projectUuid: found.uuid, name: branch })
  const uuid = randomUUID()
  await insertBuild(tx, scope, { uuid, projectUuid: found.uuid, branchUuid, ...kind, createdBy: memberUuid })
  return uuid
}

export async function addDocument(
  { db }: Where,
  scope: Scope,
  added: { buildUuid: string; document: BuildDocument },
) {
  const packed = await packDocument(added.document)
  await db.transaction().execute(async (tx) => {
    await lockPreparing(tx, scope, added.buildUuid)
    const position = await countDocuments(tx, scope, added.buildUuid)
    await insertDocument(tx, scope, { ...packed, buildUuid: added.buildUuid, position })
  })
}

/** Starting a build that was started already changes nothing. */
export const startBuild = ({ db, queue }: Where, scope: Scope, buildUuid: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const build = (await lockBuild(tx, scope, buildUuid)) ?? missing('build')
    if (build.state !== 'preparing') return
    if ((await countDocuments(tx, scope, buildUuid)) === 0) {
      throw new Problem(400, 'nothingSubmitted', 'The build has no dependencies yet')
    }
    await updateBuild(tx, scope, { uuid: buildUuid, state: 'queued' })
    await queue.send(tx, 'scan-build', { accountUuid: scope.accountUuid, buildUuid })
  })

/** The branch's last inventory once more, against today's advisories and rules; null without one. */
export const rescanBranch = (
  { db, queue }: Where,
  scope: Scope,
  rescan: { branchUuid: string; createdBy: string | null },
): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const last = await findLastScanned(tx, scope, rescan.branchUuid)
    if (!last) return null
    const uuid = randomUUID()
    const { projectUuid } = last
    await insertBuild(tx, scope, { uuid, projectUuid, ...rescan, source: 'rescan', state: 'queued' })
    await copyDocuments(tx, scope, { from: last.buildUuid, to: uuid })
    await queue.send(tx, 'scan-build', { accountUuid: scope.accountUuid, buildUuid: uuid })
    return uuid
  })

async function lockPreparing(tx: Tx, scope: Scope, uuid: string) {
  const build = (await lockBuild(tx, scope, uuid)) ?? missing('build')
  if (build.state !== 'preparing')
    throw new Problem(409, 'buildStarted', 'The build has been started already')
}
