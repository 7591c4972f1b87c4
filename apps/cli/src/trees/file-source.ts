import type { ByteSource } from '@assay/engine/inventory/trees/byte-source.ts'
import { type FileHandle, open } from 'node:fs/promises'

/** Reads ranges of a file while work is done with it. */
export async function withFile<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    return await work(sourceOf(handle, size))
  } finally {
    await handle.close()
  }
}

const sourceOf = (handle: FileHandle, size: number): ByteSource => ({
  size,
  async read(start, end) {
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end, size) - start))
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return new Uint8Array(buffer.buffer, 0, filled)
  },
})

/** Opens the file for each reading, so that any number may be in use. */
export const lazySource = (path: string, size: number): ByteSource => ({
  size,
  read: (start, end) => withFile(path, (source) => source.read(start, end)),
})
