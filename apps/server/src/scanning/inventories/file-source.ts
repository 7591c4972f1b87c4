import type { ByteSource } from '@assay/engine/inventory/trees/byte-source.ts'
import { open, stat } from 'node:fs/promises'

/** Reads ranges of a file, which it opens for each, so that any number may be in use. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path)
  return {
    size,
    async read(start, end) {
      const handle = await open(path)
      try {
        const buffer = new Uint8Array(Math.max(0, Math.min(end, size) - start))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
  }
}
