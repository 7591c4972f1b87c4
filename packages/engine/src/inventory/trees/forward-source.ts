import type { ByteSource, Chunks } from './byte-source.ts'
import { type ByteReader, readerOfChunks } from './chunk-reader.ts'

/**
 * A compressed file as a source of its unpacked bytes: reading forward goes on where the last reading ended, reading
 * backward starts again.
 */
export function forwardSource(open: () => Chunks): ByteSource {
  let reader: (ByteReader & { close(): Promise<void> }) | null = null
  return {
    size: Number.MAX_SAFE_INTEGER,
    async read(start, end) {
      if (reader !== null && reader.position() > start) {
        await reader.close()
        reader = null
      }
      reader ??= readerOfChunks(open())
      await reader.skip(start - reader.position())
      return reader.take(end - start)
    },
  }
}
