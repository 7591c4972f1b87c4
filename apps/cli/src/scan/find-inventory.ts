import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'

const lockfiles = new Set(['package-lock.json', 'npm-shrinkwrap.json'])
const isBom = (name: string) => /(\.cdx|^bom|sbom.*)\.json$/i.test(name)
const isInventory = (name: string) => lockfiles.has(name) || isBom(name)
/** Not 'target' or 'build': Maven and Gradle write their CycloneDX files there. */
const ignoredFolders = new Set(['node_modules', '.git'])
const deepest = 4
const mostEntries = 10_000

export interface FoundInventory {
  path: string
  /** Others that are as near to the root and were not taken. */
  others: string[]
}

/** The inventory of a path: the file itself, or the nearest to the folder's root, a lockfile before a CycloneDX file. */
export async function findInventory(path: string, limit = mostEntries): Promise<FoundInventory> {
  const start = await stat(path).catch(() => null)
  if (!start) throw new CommandError(exitCodes.configuration, `There is no file or folder ${path}.`)
  if (!start.isDirectory()) return { path, others: [] }
  let folders = [path]
  let left = limit
  for (let depth = 0; depth <= deepest && folders.length > 0 && left > 0; depth++) {
    const level = await readLevel(folders, left)
    const [first, ...others] = level.inventories.sort(lockfilesFirst)
    if (first !== undefined) return { path: first, others }
    folders = level.folders.sort()
    left = level.left
  }
  throw new CommandError(
    exitCodes.unsupported,
    `${path} has no package-lock.json and no CycloneDX file (*.cdx.json, bom.json, *sbom*.json).`,
  )
}

async function readLevel(folders: string[], limit: number) {
  const level = { inventories: [] as string[], folders: [] as string[], left: limit }
  for (const folder of folders) {
    for (const entry of await entriesOf(folder)) {
      if (level.left-- <= 0) return level
      // Links are neither: they may lead out of the tree.
      if (entry.isFile() && isInventory(entry.name)) level.inventories.push(join(folder, entry.name))
      if (entry.isDirectory() && !ignoredFolders.has(entry.name)) level.folders.push(join(folder, entry.name))
    }
  }
  return level
}

/** A folder that may not be read has nothing for us. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []
    throw error
  }
}

const lockfilesFirst = (a: string, b: string) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)

const rankOf = (path: string) => (lockfiles.has(basename(path)) ? 0 : 1)
