import type { ByteSource, Chunks } from './byte-source.ts'
import { type ByteReader, concat, readerOfChunks } from './chunk-reader.ts'

/** Kept, so that looking at the first bytes does not mean opening it twice. */
const headBytes = 1_024

interface Opened {
  head: Uint8Array
  reader: ByteReader & { close(): Promise<void> }
}

/**
 * A stream as a source, such as a download or what a compressed file unpacks to: reading forward goes on where the last
 * reading ended, reading backward opens it again.
 */
export function forwardSource(open: () => Chunks, size: number = Number.MAX_SAFE_INTEGER): ByteSource {
  let opened: Opened | null = null
  const start = async (): Promise<Opened> => {
    const reader = readerOfChunks(open())
    return { reader, head: await reader.take(headBytes) }
  }
  return {
    size,
    async read(from, to) {
      opened ??= await start()
      if (to <= opened.head.length) return opened.head.subarray(from, to)
      const isBehind = opened.reader.position() > Math.max(from, opened.head.length)
      if (isBehind) {
        await opened.reader.close()
        opened = await start()
      }
      const { head, reader } = opened
      if (from < head.length) return concat([head.subarray(from), await reader.take(to - head.length)])
      await reader.skip(from - reader.position())
      return reader.take(to - from)
    },
  }
}
