import type { SourceDocument } from '@assay/engine/inventory.ts'
import { unresolvedIn } from '@assay/engine/resolution/resolve-manifests.ts'
import { writeUnresolved } from '@assay/engine/resolution/write-resolution.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { registrySourcesOf } from '#knowledge/releases/registry-sources.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { findDocument, insertDocument, listDocumentHeads } from '#scanning/builds/documents/document-store.ts'
import { packDocument } from '#scanning/builds/documents/pack-document.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import { limitMessage } from '#scanning/builds/reading/limit-message.ts'
import { type BuildToScan, resolveBuildKind } from '#scanning/builds/scan-build-kind.ts'
import { sendScan } from '#scanning/builds/send-scan.ts'
import { findBuild, hasNewerScan, lockBuild } from '#scanning/builds/store.ts'
import { resolveInWorker, type ToResolve } from './resolve-in-worker.ts'

/** Adds what the manifests of a build come to and queues its scan, of what is declared if nothing can be found. */
export const resolveBuildJob = defineJob({
  ...resolveBuildKind,
  concurrency: 4,
  timeoutSeconds: 600,
  retry: { limit: 3, delaySeconds: 1, maxDelaySeconds: 10 },
  survivesProcesses: true,
  async run(context, { accountUuid, buildUuid }) {
    const scope = accountScope(accountUuid)
    // Otherwise an earlier attempt got that far.
    if ((await findBuild(context.db, scope, buildUuid))?.state !== 'queued') return
    await endResolution(context, { accountUuid, buildUuid }, await resolve(context, scope, buildUuid))
  },
  onExhausted: (context, build) => endResolution(context, build, []),
})

async function resolve(context: JobContext, scope: Scope, buildUuid: string): Promise<SourceDocument[]> {
  const documents = await loadSmall(context, scope, buildUuid)
  const manifests = unresolvedIn(documents)
  const sources = manifests.length === 0 ? null : await registrySourcesOf(context, scope)
  if (sources === null) return []
  const module = new URL('resolve-in-worker.ts', import.meta.url)
  const task: ToResolve = { documents, manifests, sources }
  try {
    return await runInWorker<SourceDocument[]>({ kind: 'resolve', module, name: resolveInWorker.name }, task)
  } catch (error) {
    const message = limitMessage(error, 'The project', 'resolve')
    if (message === null) throw error
    return manifests.map((path) => writeUnresolved(path, `It was not resolved: ${message}.`))
  }
}

const maxManifestBytes = 1024 ** 2
const maxBytes = 32 * 1024 ** 2

/** Manifests are small: larger documents are only there to be named. */
async function loadSmall({ db }: JobContext, scope: Scope, buildUuid: string): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = []
  let room = maxBytes
  for (const { path, position, size } of await listDocumentHeads(db, scope, buildUuid)) {
    const isLoaded = size <= maxManifestBytes && size <= room
    if (isLoaded) room -= size
    const found = isLoaded ? await findDocument(db, scope, { buildUuid, position }) : undefined
    documents.push({ path, bytes: found?.bytes ?? new Uint8Array() })
  }
  return documents
}

async function endResolution(
  { db, queue }: JobContext,
  { accountUuid, buildUuid }: BuildToScan,
  found: readonly SourceDocument[],
): Promise<void> {
  const scope = accountScope(accountUuid)
  const packed = await Promise.all(found.map((each) => packDocument({ ...each, format: 'auto' })))
  const isOutdated = await db.transaction().execute(async (tx) => {
    const build = await lockBuild(tx, scope, buildUuid)
    // With a turn, its scan was sent.
    if (build?.state !== 'queued' || build.turn !== null) return false
    if (await hasNewerScan(tx, scope, buildUuid)) return true
    const heads = await listDocumentHeads(tx, scope, buildUuid)
    const next = Math.max(-1, ...heads.map(({ position }) => position)) + 1
    for (const [at, document] of packed.entries())
      await insertDocument(tx, scope, { ...document, buildUuid, position: next + at })
    await sendScan({ tx, queue }, scope, buildUuid)
    return false
  })
  const reason = 'The branch was scanned from a later upload before the manifests of this one were resolved'
  if (isOutdated) await failBuild(db, scope, { uuid: buildUuid, reason })
}
