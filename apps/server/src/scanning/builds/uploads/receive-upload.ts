import type { FilePart } from '@assay/contract/endpoint.ts'
import { needsFileName } from '@assay/engine/documents/read.ts'
import { isResolvable } from '@assay/engine/resolution/resolve-manifests.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Change, ChangeDetails } from '#auth/router/change.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { Semaphore } from '#platform/worker-threads/semaphore.ts'
import { checkReadable } from '#scanning/builds/reading/check-readable.ts'
import { withPacked } from '#scanning/builds/documents/pack-document.ts'
import { type BuildRow, findBuild } from '#scanning/builds/store.ts'
import { submitDocuments, type Target } from './submit-build.ts'
import { type UploadedDocument, withInventories } from './unpack-documents.ts'

/** Limits concurrent uploads so that other requests get database connections. */
const storedAtOnce = new Semaphore(8)

export interface Uploader {
  caller: Caller
  change: Change
}

interface Upload {
  documents: UploadedDocument[]
  /** Where to, decided in the transaction that stores the documents. */
  target: (tx: Tx) => Promise<Target>
  /** When another product received them; defaults to now. */
  at?: Date
  /** More to store with the build, and to say about it in the audit log. */
  also?: (tx: Tx, build: BuildRow) => Promise<ChangeDetails>
}

/** Checks, stores and queues uploaded documents as one build. Throws Problem if none can be read. */
export const receiveUpload = (
  { queue }: Pick<AppContext, 'queue'>,
  { caller, change }: Uploader,
  { documents: uploaded, target: findTarget, at, also }: Upload,
): Promise<BuildRow> =>
  withInventories(uploaded, async (documents) => {
    const { scope } = caller
    const buildUuid = randomUUID()
    await checkReadable(buildUuid, documents)
    return withPacked(documents, (packed) =>
      storedAtOnce.run(1, () =>
        change(async (tx) => {
          const target = await findTarget(tx)
          await submitDocuments({ tx, queue }, caller, { ...target, buildUuid, documents: packed, at })
          const build = (await findBuild(tx, scope, buildUuid)) ?? throwNotFound('build')
          const after = { branch: target.branch, documents: documents.map(({ path }) => path) }
          const named = { id: buildUuid, projectUuid: build.projectUuid }
          return { result: build, target: named, after, ...(await also?.(tx, build)) }
        }),
      ),
    )
  })

export const documentOf = ({
  file,
  path,
}: {
  file: FilePart
  path?: string | undefined
}): UploadedDocument => ({
  name: path?.split('/').at(-1) || nameOf(file),
  path: path || pathOf(file),
  format: 'auto',
  bytes: file.bytes,
  ...(file.spooled && { spooled: file.spooled }),
})

/**
 * Uploads share one path whatever the file is called: otherwise each new name would lose the coverage of the last.
 * The name is kept only if it is needed to detect the format, or names a manifest, which a lockfile may stand for.
 */
function pathOf(file: FilePart): string {
  const name = nameOf(file)
  return isResolvable(name) || needsFileName({ path: name, bytes: file.bytes }) ? name : 'sbom-cdx.json'
}

const nameOf = ({ filename }: FilePart): string => filename.split(/[/\\]/).at(-1)!
