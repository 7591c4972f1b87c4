import { createHash } from 'node:crypto'
import { digestOf, sizeOf } from '#platform/uploads/receive-file.ts'
import { maxBytesInMemory } from '#platform/uploads/spool.ts'
import type { DocumentFormat, BuildDocument } from './build-document.ts'

/** A build's document without its content. */
export interface DocumentHead {
  path: string
  format: DocumentFormat
  size: number
  /** SHA-256. */
  digest: Uint8Array
}

export const headOf = (document: BuildDocument): DocumentHead => ({
  path: document.path,
  format: document.format,
  size: sizeOf(document),
  digest: digestOf(document),
})

export const totalSize = (heads: readonly { size: number }[]): number =>
  heads.reduce((sum, { size }) => sum + size, 0)

/** Whether the documents are stored on disk and read in a separate process. */
export const isLarge = (heads: readonly DocumentHead[]): boolean => totalSize(heads) > maxBytesInMemory

/** Equal for documents with the same content and reader. */
export function keyOf(heads: readonly DocumentHead[]): string {
  const hash = createHash('sha256')
  for (const { format, path, digest } of heads) hash.update(JSON.stringify([format, path])).update(digest)
  return hash.digest('base64')
}
