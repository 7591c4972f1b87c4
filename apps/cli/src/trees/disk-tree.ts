import type { Budget } from '@assay/engine/inventory/trees/budget.ts'
import type { Tree, TreeEntry } from '@assay/engine/inventory/trees/tree.ts'
import type { Dirent } from 'node:fs'
import { constants } from 'node:fs'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readHead } from './read-head.ts'

/** What is read at once. */
const maxHeadBytes = 4_096

/** A folder of the disk. Links are reported, never followed, so that nothing outside of it is read. */
export const diskTree = (root: string, budget: Budget): Tree => ({
  async list(folder) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unreadable)
    if (entries === null) return null
    return Promise.all(
      entries.map((entry) => {
        budget.spendEntry()
        return entryOf(join(root, folder), entry)
      }),
    )
  },
  async read(path, range) {
    if (range && range.end - range.start <= maxHeadBytes) return readHead(join(root, path), range)
    // Without following a link that has replaced the file meanwhile.
    const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW).catch(unreadable)
    if (handle === null) return null
    try {
      const found = await handle.stat()
      if (!found.isFile()) return null
      const start = range?.start ?? 0
      const buffer = new Uint8Array(Math.max(0, Math.min(range?.end ?? found.size, found.size) - start))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
      return buffer.subarray(0, bytesRead)
    } catch (error) {
      return unreadable(error)
    } finally {
      await handle.close()
    }
  },
})

async function entryOf(folder: string, entry: Dirent): Promise<TreeEntry> {
  const { name } = entry
  const path = join(folder, name)
  if (entry.isDirectory()) return { name, kind: 'folder', size: 0 }
  if (entry.isSymbolicLink())
    return { name, kind: 'link', size: 0, target: (await readlink(path).catch(unreadable)) ?? '' }
  if (!entry.isFile()) return { name, kind: 'other', size: 0 }
  const found = await lstat(path).catch(unreadable)
  if (found === null) return { name, kind: 'other', size: 0 }
  return { name, kind: 'file', size: found.size, ...((found.mode & 0o111) !== 0 && { isExecutable: true }) }
}

function unreadable(error: unknown): null {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return null
  throw error
}
