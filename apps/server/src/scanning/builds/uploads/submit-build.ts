import type { BuildSource } from '@assay/contract/builds.ts'
import { maxFiles } from '@assay/contract/uploads.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { takeUpload } from '#platform/limits/quota-store.ts'
import { ensureProject, findAssigned, type ProjectInput } from '#projects/projects/ensure-project.ts'
import { ensureBranch } from '#projects/project-store.ts'
import type { PackedDocument } from '#scanning/builds/documents/pack-document.ts'
import { scanPastBuildKind } from '#scanning/builds/scan-build-kind.ts'
import { sendDocuments, sendScan } from '#scanning/builds/send-scan.ts'
import {
  findWaitingPull,
  hasNewerScan,
  insertBuild,
  listLastScanned,
  lockBuild,
  requeueBuilds,
  updateBuild,
} from '#scanning/builds/store.ts'
import { totalSize } from '#scanning/builds/documents/document-heads.ts'
import {
  countDocuments,
  insertDocument,
  listDocumentHeads,
} from '#scanning/builds/documents/document-store.ts'

/** Builds, documents and jobs are written in one transaction: acknowledged work survives a crash. */
interface Writer {
  tx: Tx
  queue: AppContext['queue']
}

type Author = Pick<Caller, 'scope' | 'memberUuid'> & Partial<Pick<Caller, 'by'>>

const creatorOf = ({ memberUuid, by }: Author) => ({
  createdBy: memberUuid,
  tokenUuid: by?.kind === 'token' ? by.uuid : null,
})

export interface Target {
  /** An existing project, assigned to the team if one is named, or the project with this url. */
  project: { uuid: string; teamUuid?: string | undefined } | ProjectInput
  branch: string
}

/** Stores and queues a build with all its documents. */
export async function submitDocuments(
  { tx, queue }: Writer,
  author: Author,
  submitted: CompleteBuild & { at?: Date | undefined },
): Promise<void> {
  await storeBuild(tx, author, submitted)
  const { buildUuid, at } = submitted
  const { accountUuid } = author.scope
  if (at) await queue.send(tx, scanPastBuildKind, { accountUuid, buildUuid, at: at.getTime() })
  else await sendDocuments({ tx, queue }, author.scope, buildUuid)
}

type CompleteBuild = Target & { buildUuid: string; documents: PackedDocument[] }

/** Creates a complete build that is ready to scan. */
export async function storeBuild(
  tx: Tx,
  author: Author,
  { documents, buildUuid, ...target }: CompleteBuild & { at?: Date | undefined },
): Promise<void> {
  await prepareBuild(tx, author, { ...target, uuid: buildUuid, source: 'upload', state: 'queued' })
  for (const [position, document] of documents.entries())
    await insertDocument(tx, author.scope, { ...document, buildUuid, position })
}

/** Creates a build whose documents follow in later requests. Returns its uuid. */
export async function beginBuild(tx: Tx, author: Author, target: Target): Promise<string> {
  const uuid = randomUUID()
  await prepareBuild(tx, author, { ...target, uuid, source: 'builds', state: 'preparing' })
  return uuid
}

interface PreparedBuild {
  uuid: string
  source: BuildSource
  state: 'queued' | 'preparing'
  at?: Date | undefined
}

async function prepareBuild(
  tx: Tx,
  author: Author,
  { project, branch, ...prepared }: Target & PreparedBuild,
): Promise<void> {
  const { scope } = author
  await takeUpload(tx, scope)
  const found =
    'uuid' in project ? await findAssigned(tx, scope, project) : await ensureProject(tx, scope, project)
  const branchUuid = await ensureBranch(tx, scope, { projectUuid: found.uuid, name: branch })
  await insertBuild(tx, scope, { ...prepared, projectUuid: found.uuid, branchUuid, ...creatorOf(author) })
}

/** Creates a build whose documents are fetched by a job, unless the branch already has one that waits. */
export async function beginPull(
  tx: Tx,
  author: Author,
  { projectUuid, branch }: { projectUuid: string; branch: string },
): Promise<{ uuid: string; isNew: boolean }> {
  const { scope } = author
  const project = await findAssigned(tx, scope, { uuid: projectUuid })
  const branchUuid = await ensureBranch(tx, scope, { projectUuid: project.uuid, name: branch })
  const waiting = await findWaitingPull(tx, scope, branchUuid)
  if (waiting) return { uuid: waiting.uuid, isNew: false }
  await takeUpload(tx, scope)
  const uuid = randomUUID()
  const kind = { source: 'pull', state: 'preparing' } as const
  await insertBuild(tx, scope, { uuid, projectUuid, branchUuid, ...kind, ...creatorOf(author) })
  return { uuid, isNew: true }
}

/** Creates a build with documents that a job has fetched, and queues it. */
export async function submitFetched(
  { tx, queue }: Writer,
  scope: Scope,
  { projectUuid, branch, documents }: { projectUuid: string; branch: string; documents: PackedDocument[] },
): Promise<void> {
  const uuid = randomUUID()
  const branchUuid = await ensureBranch(tx, scope, { projectUuid, name: branch })
  const build = { uuid, projectUuid, branchUuid, source: 'pull', state: 'queued' } as const
  await insertBuild(tx, scope, { ...build, createdBy: null, tokenUuid: null })
  for (const [position, document] of documents.entries())
    await insertDocument(tx, scope, { ...document, buildUuid: uuid, position })
  await sendDocuments({ tx, queue }, scope, uuid)
}

/** Adds the fetched documents to a build and queues it, unless an earlier attempt did. */
export async function endPull(
  { tx, queue }: Writer,
  scope: Scope,
  { buildUuid, documents }: { buildUuid: string; documents: PackedDocument[] },
): Promise<void> {
  const build = await lockBuild(tx, scope, buildUuid)
  if (build?.state !== 'preparing') return
  for (const [position, document] of documents.entries())
    await insertDocument(tx, scope, { ...document, buildUuid, position })
  await updateBuild(tx, scope, { uuid: buildUuid, state: 'queued' })
  await sendDocuments({ tx, queue }, scope, buildUuid)
}

/** Throws Problem if the build already has the maximum of one upload. */
export async function addDocument(
  tx: Tx,
  scope: Scope,
  { buildUuid, document }: { buildUuid: string; document: PackedDocument },
): Promise<void> {
  await lockPreparing(tx, scope, buildUuid)
  const heads = await listDocumentHeads(tx, scope, buildUuid)
  if (heads.length >= maxFiles)
    throw new Problem(413, 'tooLarge', `A build can have at most ${maxFiles} documents`)
  if (totalSize([...heads, document]) > maxDocumentBytes)
    throw new Problem(413, 'tooLarge', 'The documents of the build together are too large')
  await insertDocument(tx, scope, { ...document, buildUuid, position: heads.length })
}

/** Starting a started build has no effect. A failed one runs again, unless its branch has a newer scan. */
export async function startBuild({ tx, queue }: Writer, scope: Scope, buildUuid: string): Promise<void> {
  const build = (await lockBuild(tx, scope, buildUuid)) ?? throwNotFound('build')
  if (build.state !== 'preparing' && build.state !== 'failed') return
  if ((await countDocuments(tx, scope, buildUuid)) === 0) {
    throw new Problem(400, 'nothingSubmitted', 'The build has no dependencies yet')
  }
  if (build.state === 'failed') {
    if (await hasNewerScan(tx, scope, buildUuid))
      throw new Problem(409, 'buildSuperseded', 'The branch was scanned since this build failed')
    await requeueBuilds(tx, [{ accountUuid: scope.accountUuid, buildUuid }])
    await sendScan({ tx, queue }, scope, buildUuid)
    return
  }
  await updateBuild(tx, scope, { uuid: buildUuid, state: 'queued' })
  await sendDocuments({ tx, queue }, scope, buildUuid)
}

/** Queues a rescan of the branch's last inventory at interactive priority; null if the branch was never scanned. */
export async function rescanBranch(
  { tx, queue }: Writer,
  scope: Scope,
  rescan: { branchUuid: string; createdBy: string | null },
): Promise<string | null> {
  const [last] = await listLastScanned(tx, scope, [rescan.branchUuid])
  if (!last) return null
  const uuid = randomUUID()
  const { projectUuid } = last
  await insertBuild(tx, scope, { uuid, projectUuid, ...rescan, source: 'rescan', state: 'queued' })
  await sendScan({ tx, queue }, scope, uuid)
  return uuid
}

async function lockPreparing(tx: Tx, scope: Scope, uuid: string) {
  const build = (await lockBuild(tx, scope, uuid)) ?? throwNotFound('build')
  if (build.state !== 'preparing') throw new Problem(409, 'buildStarted', 'The build was already started')
}
