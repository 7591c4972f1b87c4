import { type EntryTable, entryTable } from '../trees/entry-table.ts'
import { place, type Stored } from '../trees/tar-tree.ts'
import type { TarFile } from '../trees/tar-file.ts'
import { folderOf, joinPath, nameOf } from '../trees/tree.ts'

// https://github.com/opencontainers/image-spec/blob/main/layer.md

const prefix = '.wh.'
const opaque = '.wh..wh..opq'

/** All layers applied so far, as one tree. */
export type MergedFiles = EntryTable<Stored>

export const noLayers = (): MergedFiles => entryTable<Stored>()

/**
 * Applies a layer. What it hides of lower layers goes first, wherever that stands in the archive, since it never hides
 * anything of its own. A marker without a name hides nothing: note is called.
 */
export function applyLayer(
  merged: MergedFiles,
  { file, index }: { file: TarFile; index: number },
  note: (path: string) => void,
): void {
  const { entries } = file
  for (const { path } of entries) {
    const [folder, name] = [folderOf(path), nameOf(path)]
    // Not through links: the marker is about the folder of this name itself.
    if (name === opaque) merged.clear(folder)
    else if (name === prefix) note(path)
    else if (isWhiteout(name)) merged.remove(joinPath(folder, name.slice(prefix.length)))
  }
  for (const entry of entries)
    if (!nameOf(entry.path).startsWith(prefix)) place(merged, { file, entry }, index)
}

/** Other names with two marks are of aufs, which kept its own files there. */
const isWhiteout = (name: string): boolean => name.startsWith(prefix) && !name.startsWith('.wh..wh.')
