import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { applyDelta } from './delta.ts'

const decompress = promisify(zstdDecompress)

export interface StoredContent {
  digest: Uint8Array
  size: number
  content: Uint8Array
  /** Of the document from which the content differs; null if the content is whole. */
  base: Uint8Array | null
}

/** The original bytes. */
export async function unpackContent({
  digest,
  size,
  content,
  base,
}: StoredContent): Promise<Uint8Array<ArrayBuffer>> {
  if (base === null) return decompress(content)
  const bytes = applyDelta(await decompress(base), await decompress(content), size)
  if (!createHash('sha256').update(bytes).digest().equals(digest))
    throw new Error('A document could not be restored from the one that it differs from')
  return bytes
}
