import type { FolderTree } from './folder-tree.ts'
import { claimedReader, manifestReader } from './readers.ts'

/**
 * Paths of the files that documents include, directly or through others, each once and without the documents
 * themselves. Missing ones are left to the reader, which reports them.
 */
export async function findIncluded(tree: FolderTree, documents: readonly string[]): Promise<string[]> {
  const known = new Set(documents)
  const found: string[] = []
  const pending = documents.flatMap((path) => {
    const reader = claimedReader(path) ?? manifestReader(path)
    return reader?.includes ? [{ path, includes: reader.includes }] : []
  })
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { path, includes } = next
    const bytes = await tree.read(path)
    if (bytes === null) continue
    if (!documents.includes(path)) found.push(path)
    for (const target of includes({ path, bytes })) {
      if (!known.has(target)) pending.push({ path: target, includes })
      known.add(target)
    }
  }
  return found
}
