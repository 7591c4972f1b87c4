import {
  findDocuments,
  type FolderEntry,
  type FolderTree,
  type WalkRules,
  walkRules,
} from '@assay/engine/documents/find-documents.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
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
  if (!start.isDirectory())
    return { folder: dirname(real), isFolder: false, files: [basename(real)], issues: [] }
  const { documents, companions, issues } = await findDocuments(treeOf(real), rules)
  if (documents.length === 0)
    throw new CommandError(
      exitCodes.unsupported,
      `${path} has no lockfile, manifest or SBOM that can be read.`,
    )
  return { folder: real, isFolder: true, files: [...documents, ...companions], issues }
}

const treeOf = (root: string): FolderTree => ({
  list: (path) => entriesOf(join(root, path)),
  sizeOf: async (path) => (await stat(join(root, path))).size,
})

async function entriesOf(folder: string): Promise<FolderEntry[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Links are skipped, since they may lead out of the tree. */
function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'folder' : 'other'
}
