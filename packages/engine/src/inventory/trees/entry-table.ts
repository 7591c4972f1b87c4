import { folderOf, joinPath, nameOf, type TreeEntry } from './tree.ts'

/** A file, folder or link of an archive; extra is what the archive needs to read it. */
export interface TableNode<Extra> {
  entry: TreeEntry
  children: Map<string, TableNode<Extra>> | null
  extra: Extra | null
}

/** Folders and files by path. Folders that no entry names exist, too. */
export interface EntryTable<Extra> {
  find(path: string): TableNode<Extra> | null
  /** Replaces whatever was there, except that a folder over a folder keeps its contents. */
  set(path: string, entry: Omit<TreeEntry, 'name'>, extra: Extra): void
  remove(path: string): void
  /** Removes what is in a folder; a missing one or a file becomes an empty folder. */
  clear(path: string): void
  list(folder: string): TreeEntry[] | null
}

const folderNode = <Extra>(name: string): TableNode<Extra> => ({
  entry: { name, kind: 'folder', size: 0 },
  children: new Map(),
  extra: null,
})

export function entryTable<Extra>(): EntryTable<Extra> {
  const root = folderNode<Extra>('')
  const find = (path: string): TableNode<Extra> | null => {
    let node: TableNode<Extra> | undefined = root
    if (path !== '') for (const part of path.split('/')) node = node?.children?.get(part)
    return node ?? null
  }
  /** Without following links; files on the way become folders. */
  const folderAt = (path: string): Map<string, TableNode<Extra>> => {
    let children = root.children!
    for (const part of path === '' ? [] : path.split('/')) {
      let node = children.get(part)
      if (!node?.children) {
        node = folderNode<Extra>(part)
        children.set(part, node)
      }
      children = node.children!
    }
    return children
  }
  return {
    find,
    set(path, entry, extra) {
      const siblings = folderAt(folderOf(path))
      const name = nameOf(path)
      const children = entry.kind === 'folder' ? (siblings.get(name)?.children ?? new Map()) : null
      siblings.set(name, { entry: { ...entry, name }, children, extra })
    },
    remove(path) {
      find(folderOf(path))?.children?.delete(nameOf(path))
    },
    clear(path) {
      folderAt(path).clear()
    },
    list: (folder) => {
      const children = find(folder)?.children
      return children ? [...children.values()].map(({ entry }) => entry) : null
    },
  }
}

/** A path whose folders may be links of the table: where the file really is. Unresolvable parts stay as they are. */
export function realFolder<Extra>(table: EntryTable<Extra>, path: string): string {
  let done = ''
  for (const part of folderOf(path)
    .split('/')
    .filter((each) => each !== '')) {
    const at = joinPath(done, part)
    done = resolveInTable(table, at) ?? at
  }
  return joinPath(done, nameOf(path))
}

const maxHops = 40

/** Follows links within the table; null if the path is missing or a cycle. */
export function resolveInTable<Extra>(table: EntryTable<Extra>, path: string): string | null {
  const pending = path.split('/').toReversed()
  const done: string[] = []
  let hops = 0
  while (pending.length > 0) {
    const part = pending.pop()!
    if (part === '..') done.pop()
    if (part === '' || part === '.' || part === '..') continue
    const node = table.find([...done, part].join('/'))
    if (!node) return null
    if (node.entry.kind !== 'link') {
      done.push(part)
      continue
    }
    if (++hops > maxHops) return null
    const target = node.entry.target ?? ''
    if (target.startsWith('/')) done.length = 0
    pending.push(...target.split('/').toReversed())
  }
  return done.join('/')
}
