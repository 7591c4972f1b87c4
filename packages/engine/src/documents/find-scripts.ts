import { canBeScript, isScript, lockOfScript, scriptHeadBytes } from './manifests/python/script-head.ts'
import type { FolderEntry, FolderTree } from './folder-tree.ts'

const decoder = new TextDecoder()

/**
 * Paths of the scripts of a folder that say what they need and have no lockfile. Of a tree that cannot read the first
 * bytes of a file alone, none are found.
 */
export function scriptsIn(folder: string, entries: readonly FolderEntry[], tree: FolderTree): string[] {
  if (tree.head === undefined) return []
  const names = new Set(entries.map(({ name }) => name))
  return entries.flatMap(({ name, kind, target }) => {
    const path = folder === '' ? name : `${folder}/${name}`
    const isCandidate = kind === 'file' && target === undefined && canBeScript(path)
    if (!isCandidate || names.has(lockOfScript(name))) return []
    const head = tree.head!(path, scriptHeadBytes)
    return head !== null && isScript(decoder.decode(head)) ? [path] : []
  })
}
