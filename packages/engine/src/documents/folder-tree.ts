import type { FolderLink } from './folder-links.ts'

/** An entry of a folder. */
export interface FolderEntry extends Pick<FolderLink, 'kind'> {
  name: string
  /** Symbolic links only. */
  target?: FolderLink['target']
}

/** An abstract tree of folders; paths start at its root, ''. */
export interface FolderTree {
  /** null if it cannot be read. */
  list(path: string): Promise<readonly FolderEntry[] | null>
  /** In bytes. */
  sizeOf(path: string): Promise<number>
  /** The first bytes of a file, at once, as a folder may have many; null if it cannot be read. Absent if that is not cheap. */
  head?(path: string, bytes: number): Uint8Array | null
  /** null if it is not a readable file within the tree. */
  read(path: string): Promise<Uint8Array | null>
}
