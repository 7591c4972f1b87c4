import { innerPath } from '@assay/engine/documents/inner-documents.ts'
import { isArchive } from '@assay/engine/inventory/archives/catalog-archive.ts'
import { Problem } from '#platform/http/problem.ts'
import { receiveFile, sizeOf } from '#platform/uploads/receive-file.ts'
import { newSpoolPath, readSpooled, removeSpooled } from '#platform/uploads/spool.ts'
import { mediumDocumentBytes } from '#platform/worker-threads/memory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { notWritten, type ReadTree, readArchive } from '#scanning/inventories/read-archive.ts'
import { type FetchedImage, readImage } from '#scanning/inventories/read-image.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'
import { removeFiles } from '#scanning/builds/documents/document-store.ts'
import { limitMessage } from '#scanning/builds/reading/limit-message.ts'

/** A document as it was sent. */
export interface UploadedDocument extends BuildDocument {
  /** The name of the sent file, which tells jars from other archives. */
  name: string
}

/** Replaces archives by the inventories of what they contain, each followed by the manifests that are not in it, for the duration of the callback. */
export async function withInventories<Result>(
  uploaded: readonly UploadedDocument[],
  use: (documents: BuildDocument[]) => Promise<Result>,
): Promise<Result> {
  const inventories: BuildDocument[] = []
  const documents: BuildDocument[] = []
  try {
    for (const { name, ...document } of uploaded) {
      const unpacked = isArchive(document.bytes) ? await unpack(document, name) : null
      inventories.push(...(unpacked ?? []))
      documents.push(...(unpacked ?? [document]))
    }
    return await use(documents)
  } finally {
    await removeFiles(inventories)
  }
}

/** The inventory of an image from a registry, and the manifests that are not in it, for the duration of the callback. */
export async function withImageInventory<Result>(
  image: FetchedImage,
  use: (documents: BuildDocument[]) => Promise<Result>,
): Promise<Result> {
  const documents = await inventoryOf(image.name, imageInventoryPath, (path) =>
    runInWorker<ReadTree>(
      {
        kind: 'unpack',
        isBackground: true,
        module: new URL('../../inventories/read-image.ts', import.meta.url),
        name: readImage.name,
        endsAfter: true,
      },
      { image, path },
    ),
  )
  try {
    return await use(documents)
  } finally {
    await removeFiles(documents)
  }
}

/** As that of an upload, which replaces it. */
const imageInventoryPath = 'sbom-cdx.json'

/** Archives are read in a process of their own, one after the other, which ends with its memory. */
async function unpack({ bytes, spooled, path }: BuildDocument, name: string): Promise<BuildDocument[]> {
  const archive = { name, bytes, spooledPath: spooled?.path ?? null }
  const isBackground = sizeOf({ bytes, ...(spooled && { spooled }) }) > mediumDocumentBytes
  return inventoryOf(name, inventoryPath(path), (file) =>
    runInWorker<ReadTree>(
      {
        kind: 'unpack',
        isBackground,
        module: new URL('../../inventories/read-archive.ts', import.meta.url),
        name: readArchive.name,
        endsAfter: true,
      },
      { archive, path: file },
    ),
  )
}

async function inventoryOf(
  name: string,
  path: string,
  readInto: (file: string) => Promise<ReadTree>,
): Promise<BuildDocument[]> {
  const file = await newSpoolPath()
  try {
    const { isWritten, manifests, issues } = await withinLimits(name, () => readInto(file))
    if (!isWritten) throw unreadable(issues[0]?.message ?? `${name} could not be read`, name)
    const inventory = { path, format: 'auto' as const, ...(await receiveFile(readSpooled(file))) }
    const inner = manifests.map((each) => ({
      ...each,
      path: innerPath(path, each.path),
      format: 'auto' as const,
    }))
    return [inventory, ...inner]
  } finally {
    await removeSpooled(file)
  }
}

async function withinLimits(name: string, read: () => Promise<ReadTree>): Promise<ReadTree> {
  try {
    return await read()
  } catch (error) {
    const message = limitMessage(error, 'The archive', 'read')
    if (message === null) throw error
    return notWritten({ code: 'archive-too-complex', message, where: name })
  }
}

const unreadable = (message: string, path: string) =>
  new Problem(400, 'unreadableDocument', message).withDetails([{ path, message }])

/** That of a document whose name does not matter stays: the next upload replaces it. */
const inventoryPath = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.cdx.json`)
