import { findDocuments, type WalkRules, walkRules } from '@assay/engine/documents/find-documents.ts'
import { findIncluded } from '@assay/engine/documents/find-included.ts'
import type { FolderEntry, FolderTree } from '@assay/engine/documents/folder-tree.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { readHead } from '../trees/read-head.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

export interface FoundFiles {
  /** Root of the files' paths, with links resolved. */
  folder: string
  /** Whether a folder was named instead of a file. */
  isFolder: boolean
  /** Inventories and supporting files, with '/' as separator. */
  files: string[]
  /** Skipped files with reasons. */
  issues: Issue[]
}

/** The inventories of a path: the file itself, under any name, or all in the folder. */
export async function findFiles(path: string, rules: WalkRules = walkRules): Promise<FoundFiles> {
  const start = await stat(path).catch(() => null)
  if (!start) throw new CommandError(exitCodes.configuration, describeMissing(path))
  const real = await realpath(path)
  if (!start.isDirectory()) return fileWithIncludes(real)
  const { documents, companions, issues } = await findDocuments(treeOf(real), rules)
  if (documents.length === 0) {
    const reason = issues.map(({ where, message }) => ` ${where}: ${message}`)[0] ?? ''
    throw new CommandError(
      exitCodes.unsupported,
      `${path} has no lockfile, manifest or SBOM that can be read.${reason}`,
    )
  }
  return { folder: real, isFolder: true, files: [...documents, ...companions], issues }
}

async function fileWithIncludes(path: string): Promise<FoundFiles> {
  const [folder, name] = [dirname(path), basename(path)]
  const included = await findIncluded(treeOf(folder), [name])
  return { folder, isFolder: false, files: [name, ...included], issues: [] }
}

const treeOf = (root: string): FolderTree => ({
  list: (path) => entriesOf(root, path),
  sizeOf: async (path) => (await stat(join(root, path))).size,
  head: (path, bytes) => readHead(join(root, path), { start: 0, end: bytes }),
  read: (path) => readWithin(root, path),
})

/** Links are followed, but not out of the folder. */
async function readWithin(root: string, path: string): Promise<Uint8Array | null> {
  try {
    const real = await realpath(join(root, path))
    const found = await stat(real)
    const isReadable = isWithin(root, real) && found.isFile() && found.size <= maxDocumentBytes
    return isReadable ? new Uint8Array(await readFile(real)) : null
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

async function entriesOf(root: string, path: string): Promise<FolderEntry[] | null> {
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true })
    return await Promise.all(
      entries.map(async (entry): Promise<FolderEntry> => {
        const { name } = entry
        return entry.isSymbolicLink()
          ? { name, ...(await linkAt(root, join(path, name))) }
          : { name, kind: kindOf(entry) }
      }),
    )
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

async function linkAt(root: string, path: string): Promise<Required<Omit<FolderEntry, 'name'>>> {
  try {
    const real = await realpath(join(root, path))
    const target = isWithin(root, real) ? relative(root, real).replaceAll('\\', '/') : null
    return { kind: kindOf(await stat(real)), target }
  } catch (error) {
    if (isUnreadable(error)) return { kind: 'other', target: null }
    throw error
  }
}

function isWithin(root: string, path: string): boolean {
  const inside = relative(root, path)
  return inside.split(/[/\\]/, 1)[0] !== '..' && !isAbsolute(inside)
}

const isUnreadable = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

function kindOf(found: Pick<Dirent, 'isFile' | 'isDirectory'>): FolderEntry['kind'] {
  if (found.isFile()) return 'file'
  return found.isDirectory() ? 'folder' : 'other'
}

/** Why there is nothing at a path. */
const describeMissing = (path: string): string =>
  /^[a-z\d]+(?:[._/-][a-z\d]+)*$/.test(path)
    ? `No such file or folder: ${path}. To read an image from its registry, name its tag: ${path}:latest`
    : `No such file or folder: ${path}`
