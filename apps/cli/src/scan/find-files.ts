import {
  findDocuments,
  type FolderEntry,
  type FolderTree,
  type WalkRules,
  walkRules,
} from '@assay/engine/documents/find-documents.ts'
import { findIncluded } from '@assay/engine/documents/find-included.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
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

/** The inventories of a path: the file itself, whatever its name, or all in the folder. */
export async function findFiles(path: string, rules: WalkRules = walkRules): Promise<FoundFiles> {
  const start = await stat(path).catch(() => null)
  if (!start) throw new CommandError(exitCodes.configuration, `No such file or folder: ${path}`)
  const real = await realpath(path)
  if (!start.isDirectory()) return fileWithIncludes(real)
  const { documents, companions, issues } = await findDocuments(treeOf(real), rules)
  if (documents.length === 0)
    throw new CommandError(
      exitCodes.unsupported,
      `${path} has no lockfile, manifest or SBOM that can be read.`,
    )
  return { folder: real, isFolder: true, files: [...documents, ...companions], issues }
}

async function fileWithIncludes(path: string): Promise<FoundFiles> {
  const [folder, name] = [dirname(path), basename(path)]
  const included = await findIncluded(treeOf(folder), [name])
  return { folder, isFolder: false, files: [name, ...included], issues: [] }
}

const treeOf = (root: string): FolderTree => ({
  list: (path) => entriesOf(join(root, path)),
  sizeOf: async (path) => (await stat(join(root, path))).size,
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

const isWithin = (root: string, path: string): boolean =>
  !relative(root, path).startsWith('..') && !isAbsolute(relative(root, path))

async function entriesOf(folder: string): Promise<FolderEntry[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

const isUnreadable = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

/** Links are skipped, since they may lead out of the tree. */
function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'folder' : 'other'
}
