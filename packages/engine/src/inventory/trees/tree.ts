import { maxPathDepth, maxPathLength } from './budget.ts'

/** An entry of a folder of a tree. */
export interface TreeEntry {
  name: string
  kind: 'file' | 'folder' | 'link' | 'other'
  /** In bytes; 0 of anything but files. */
  size: number
  /** Links only: the target as it is written, absolute or relative to the link's folder. */
  target?: string
  isExecutable?: true
  /** Whether it is a program, by its first bytes; absent if nobody looked. */
  isProgram?: boolean
  /** Images only: the index of the layer that wrote it last. */
  layer?: number
}

/** A range of bytes, start to before end. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * What is scanned: a folder, an archive, an image with its layers. Paths start at its root, '', and contain neither '.'
 * nor '..'. Links are not followed: resolvePath does that.
 */
export interface Tree {
  /** null if it is not a readable folder. */
  list(folder: string): Promise<readonly TreeEntry[] | null>
  /** null if it is not a readable file. */
  read(path: string, range?: ByteRange): Promise<Uint8Array | null>
}

/** As Linux. */
const maxHops = 40

/** The path of a file or folder with all links followed within the tree; null if it is missing, outside or a cycle. */
export async function resolvePath(tree: Tree, path: string): Promise<string | null> {
  const pending = path.split('/').toReversed()
  const done: string[] = []
  let hops = 0
  while (pending.length > 0) {
    const part = pending.pop()!
    if (part === '' || part === '.') continue
    if (part === '..') {
      // Above the root is the root, as in a chroot.
      done.pop()
      continue
    }
    const entries = await tree.list(done.join('/'))
    const entry = entries?.find(({ name }) => name === part)
    if (!entry) return null
    if (entry.kind !== 'link') {
      done.push(part)
      continue
    }
    if (++hops > maxHops) return null
    const target = entry.target ?? ''
    if (target.startsWith('/')) done.length = 0
    pending.push(...target.split('/').toReversed())
  }
  return done.join('/')
}

/** The path of an archive's entry from the root: '' for the root itself, null if it leads out or is too deep. */
export function normalizePath(name: string): string | null {
  if (name.length > maxPathLength) return null
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length > maxPathDepth || parts.includes('..')) return null
  return parts.join('/')
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
