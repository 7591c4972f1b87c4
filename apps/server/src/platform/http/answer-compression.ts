import type { FastifyCompressOptions } from '@fastify/compress'
import { constants } from 'node:zlib'

/** Compresses responses, except server-sent events. Credentials are not cookies, so compression side channels (BREACH) do not apply. */
export const answerCompression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  /** Smaller responses do not benefit. */
  threshold: 1000,
  /** Responses up to this size are compressed synchronously, in well under a millisecond. */
  syncThreshold: 32 * 1024,
  // Fast levels: a tenth of the size at one millisecond per 100 kB.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 3 },
  /** Request bodies are never decompressed, so there are no decompression bombs. */
  globalDecompression: false,
}
