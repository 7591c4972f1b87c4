import type { SourceText } from '@assay/osv/read-source.ts'
import { inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** As the archive packs it, which takes no time, or in zstd. */
export const packDocument = ({ text, deflated }: SourceText): Uint8Array => deflated ?? compress(text)

/** Throws if the document is neither. */
export const unpackDocument = (document: Uint8Array): string =>
  (isZstd(document) ? zstdDecompressSync(document) : inflateRawSync(document)).toString()

/** Raw deflate cannot begin like this: its first block would state a length whose complement is wrong. */
const zstdMagic = 0xfd_2f_b5_28
const isZstd = (bytes: Uint8Array) =>
  bytes.length >= 4 &&
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true) === zstdMagic

/** With a context for its size: the default one takes longer to allocate than most records to compress. */
function compress(text: string): Buffer {
  const bytes = Buffer.from(text)
  return zstdCompressSync(bytes, {
    pledgedSrcSize: bytes.length,
    chunkSize: Math.max(minChunkBytes, bytes.length),
  })
}

/** Of zlib's buffer for output. */
const minChunkBytes = 64
