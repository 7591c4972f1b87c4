import { createHash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress, inflateRawSync } from 'node:zlib'
import { type Chunks, streamOf } from '@assay/engine/inventory/trees/byte-source.ts'
import type { Codecs } from '@assay/engine/inventory/trees/codecs.ts'
import xz from 'xz-decompress'

export const nodeCodecs: Codecs = {
  gunzip: (chunks) => through(chunks, createGunzip()),
  unxz: (chunks) => new xz.XzReadableStream(streamOf(chunks)),
  unzstdFrame: (chunks) => through(chunks, createZstdDecompress()),
  inflateRaw: (bytes, maxBytes) =>
    new Uint8Array(inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })),
  hash(algorithm) {
    const hash = createHash(algorithm)
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
  },
}

async function* through(chunks: Chunks, decoder: Transform): Chunks {
  const source = Readable.from(chunks)
  source.once('error', (error) => decoder.destroy(error))
  source.pipe(decoder)
  try {
    yield* decoder as AsyncIterable<Uint8Array>
  } finally {
    source.destroy()
  }
}
