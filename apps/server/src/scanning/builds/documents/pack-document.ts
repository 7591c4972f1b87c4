import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdCompress } from 'node:zlib'
import { digestOf, sizeOf } from '#platform/uploads/receive-file.ts'
import { removeSpooled } from '#platform/uploads/spool.ts'
import type { BuildDocument } from './build-document.ts'

export interface PackedDocument extends Omit<BuildDocument, 'bytes' | 'spooled'> {
  digest: Uint8Array
  size: number
  /** Compressed; large content is on disk. */
  content: Uint8Array | PackedFile
}

export interface PackedFile {
  path: string
  remove(): Promise<void>
}

/** Compressed content up to this size is stored and sent in one piece. */
export const maxPieceBytes = 8 * 1024 * 1024

const compress = promisify(zstdCompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const own = { mode: 0o600 }

/** Runs outside the transaction: hashing and compressing need no connection. */
export async function packDocument(document: BuildDocument): Promise<PackedDocument> {
  const { bytes, spooled, ...rest } = document
  const facts = { ...rest, digest: digestOf(document), size: sizeOf(document) }
  if (!spooled) return { ...facts, content: await compress(bytes, fast) }
  const path = `${spooled.path}.zst`
  try {
    await pipeline(createReadStream(spooled.path), createZstdCompress(fast), createWriteStream(path, own))
    const isSmall = (await stat(path)).size <= maxPieceBytes
    if (!isSmall) return { ...facts, content: { path, remove: () => removeSpooled(path) } }
    const content = await readFile(path)
    await removeSpooled(path)
    return { ...facts, content }
  } catch (error) {
    await removeSpooled(path)
    throw error
  }
}

/** Compresses documents for the duration of the callback; large ones in temporary files. */
export async function withPacked<Result>(
  documents: readonly BuildDocument[],
  store: (packed: PackedDocument[]) => Promise<Result>,
): Promise<Result> {
  const packed: PackedDocument[] = []
  try {
    for (const document of documents) packed.push(await packDocument(document))
    return await store(packed)
  } finally {
    for (const { content } of packed) if (!(content instanceof Uint8Array)) await content.remove()
  }
}
