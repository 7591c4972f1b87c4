import type { Issue } from '../../inventory.ts'
import type { ByteSource } from './byte-source.ts'
import { type EntryTable, entryTable, realFolder, resolveInTable } from './entry-table.ts'
import { openTar, type OpenContext, type StoredEntry, type TarFile } from './tar-file.ts'
import type { Tree, TreeEntry } from './tree.ts'

export interface OpenedTree {
  tree: Tree
  /** Of what could not be read. */
  issues: Issue[]
}

/** What a table needs to read an entry. */
export interface Stored {
  file: TarFile
  entry: StoredEntry
}

/** The files of a tar archive, which may be compressed. Never throws. */
export async function tarTree(source: ByteSource, context: OpenContext): Promise<OpenedTree> {
  const file = await openTar(source, context)
  const table = entryTable<Stored>()
  for (const entry of file.entries) place(table, { file, entry })
  return { tree: treeOfTable(table), issues: file.issues }
}

/** Adds an entry where unpacking would write it: through links on its way. */
export function place(table: EntryTable<Stored>, stored: Stored, layer?: number): void {
  const { path: written, kind, size, target, isExecutable, isProgram } = stored.entry
  const path = realFolder(table, written)
  const ofLayer = layer === undefined ? {} : { layer }
  if (kind === 'hardlink') {
    // Another name of the same content, maybe of a lower layer.
    const real = resolveInTable(table, target)
    const node = real === null ? null : table.find(real)
    if (node?.extra && node.entry.kind === 'file') table.set(path, { ...node.entry, ...ofLayer }, node.extra)
    return
  }
  const entry: Omit<TreeEntry, 'name'> = { kind, size: kind === 'file' ? size : 0, ...ofLayer }
  if (kind === 'link') entry.target = target
  if (isExecutable && kind === 'file') entry.isExecutable = true
  if (isProgram !== undefined) entry.isProgram = isProgram
  table.set(path, entry, stored)
}

export const treeOfTable = (table: EntryTable<Stored>): Tree => ({
  list: (folder) => Promise.resolve(table.list(folder)),
  read(path, range) {
    const node = table.find(path)
    if (!node?.extra || node.entry.kind !== 'file') return Promise.resolve(null)
    return node.extra.file.read(node.extra.entry, range)
  },
})
