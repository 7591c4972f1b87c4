import type { FastifyCompressOptions } from '@fastify/compress'
import { constants } from 'node:zlib'

/** What shrinks travels compressed, but for events, which are sent at once. What reaches an account is no cookie, so that lengths tell others nothing. */
export const answerCompression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  /** Below this, headers outweigh what is saved. */
  threshold: 1000,
  /** Bytes that the main thread compresses itself, in well under a millisecond; longer ones are streamed. */
  syncThreshold: 32 * 1024,
  // Fast ones: a tenth of the size for a millisecond in 100 kB.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 3 },
  /** Bodies of requests are never unpacked: nobody sends a bomb. */
  globalDecompression: false,
}
