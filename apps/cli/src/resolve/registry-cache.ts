import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Documents of registries on disk. */
export interface RegistryCache {
  /** null if it is not kept, or older than allowed. */
  get(address: string, maxAgeMs: number): Promise<Uint8Array | null>
  put(address: string, bytes: Uint8Array): Promise<void>
}

export function registryCache(folder: string): RegistryCache {
  const pathOf = (address: string) => {
    const name = createHash('sha256').update(address).digest('hex')
    return join(folder, name.slice(0, 2), name.slice(2))
  }
  return {
    async get(address, maxAgeMs) {
      try {
        const path = pathOf(address)
        if (maxAgeMs !== Infinity && (await stat(path)).mtimeMs < Date.now() - maxAgeMs) return null
        return new Uint8Array(await readFile(path))
      } catch {
        // Missing, or not readable: the registry is asked instead.
        return null
      }
    },
    async put(address, bytes) {
      const path = pathOf(address)
      try {
        await mkdir(dirname(path), { recursive: true })
        // Several scans may write the same document at once.
        const written = `${path}.${randomUUID()}`
        await writeFile(written, bytes)
        await rename(written, path)
      } catch {
        // A folder that cannot be written to only costs requests.
      }
    },
  }
}
