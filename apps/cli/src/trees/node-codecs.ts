import { ArchiveFault } from '@assay/engine/inventory/trees/archive-fault.ts'
import { createHash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import { type Chunks, streamOf } from '@assay/engine/inventory/trees/byte-source.ts'
import type { Codecs } from '@assay/engine/inventory/trees/codecs.ts'
import xz from 'xz-decompress'

/** The decoders and hashes of Node. */
export const nodeCodecs: Codecs = {
  gunzip: (chunks) => through(chunks, zlib.createGunzip()),
  unxz: (chunks) => new xz.XzReadableStream(streamOf(chunks)),
  unzstdFrame: (chunks) => through(chunks, zstdDecoder()),
  inflateRaw: (bytes, maxBytes) =>
    new Uint8Array(zlib.inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })),
  hash(algorithm) {
    const hash = createHash(algorithm)
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
  },
}

/** Missing before Node 22.15, on which the single file of the command line runs, too. */
function zstdDecoder(): Transform {
  const { createZstdDecompress } = zlib as Partial<typeof zlib>
  if (createZstdDecompress) return createZstdDecompress()
  throw new ArchiveFault(
    'compression-unsupported',
    'Files compressed with zstd are only read by Node 22.15 or later.',
  )
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
