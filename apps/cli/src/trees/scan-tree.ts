import { catalogTree } from '@assay/engine/inventory/catalog.ts'
import { scanArchive, type ScannedTree, scanImage } from '@assay/engine/inventory/archives/catalog-archive.ts'
import type { StoredFiles } from '@assay/engine/inventory/image/image-store.ts'
import { partsOfFiles, type StoredImage } from '@assay/engine/inventory/image/stored-image.ts'
import { ArchiveFault } from '@assay/engine/inventory/trees/archive-fault.ts'
import { type Budget, budgetOf } from '@assay/engine/inventory/trees/budget.ts'
import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { diskTree } from './disk-tree.ts'
import { lazySource, withFile } from './file-source.ts'
import { nodeCodecs } from './node-codecs.ts'

export interface TreeOptions {
  /** 'linux/arm64'; absent: linux/amd64, or the only one. */
  platform?: string | undefined
  /** Whether SBOMs that are attached to an image, in its registry or layout, are used, too. */
  attached?: boolean | undefined
}

const maxMs = 30 * 60_000

function startBudget(): Budget {
  const end = Date.now() + maxMs
  return budgetOf(undefined, () => Date.now() > end)
}

export const choiceOf = ({ platform }: TreeOptions) => ({
  platform: platform ?? 'linux/amd64',
  isExplicit: platform !== undefined,
})

/** The packages of an image from a registry. */
export const scanStoredImage = (
  image: StoredImage,
  name: string,
  options: TreeOptions,
): Promise<ScannedTree> => withFaults(name, () => scanImage(image, readingOf(options)))

/** The packages of an image, an archive or a root file system; null if the path is none of these. */
export async function scanTree(path: string, options: TreeOptions): Promise<ScannedTree | null> {
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  return withFaults(path, async () => {
    if (found.isDirectory()) return scanFolder(path, options)
    return found.isFile()
      ? withFile(path, (source) => scanArchive(source, { name: path, ...readingOf(options) }))
      : null
  })
}

/** An image that cannot be read is an error of the command. */
export async function withFaults<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveFault)
      throw new CommandError(exitCodes.unsupported, `${name}: ${error.message}`)
    throw error
  }
}

/** Files that only a root file system has. */
const rootSigns = [
  'etc/os-release',
  'usr/lib/os-release',
  'var/lib/dpkg/status',
  'var/lib/dpkg/status.d',
  'lib/apk/db/installed',
  'usr/lib/apk/db/installed',
  'var/lib/rpm',
  'usr/lib/sysimage/rpm',
  'var/lib/pacman/local',
]

async function scanFolder(folder: string, options: TreeOptions): Promise<ScannedTree | null> {
  const parts = await partsOfFiles(filesOfFolder(folder), { choice: choiceOf(options), codecs: nodeCodecs })
  if (parts) return scanImage(parts, readingOf(options))
  const signs = await Promise.all(rootSigns.map((sign) => exists(join(folder, sign))))
  return signs.includes(true) ? catalogFolder(folder) : null
}

/** The packages of what is built or installed in a folder, such as programs and jars. */
export function catalogFolder(folder: string): Promise<ScannedTree> {
  const budget = startBudget()
  return catalogTree(diskTree(folder, budget), { codecs: nodeCodecs, budget })
}

/** Links count, too: in a root file system, they lead to another one's root. */
const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const filesOfFolder = (folder: string): StoredFiles => ({
  async open(path) {
    const file = join(folder, path)
    const found = await lstat(file).catch(() => null)
    return found?.isFile() ? lazySource(file, found.size) : null
  },
})

const readingOf = (options: TreeOptions) => ({
  codecs: nodeCodecs,
  startBudget,
  choice: choiceOf(options),
  usesAttached: options.attached === true,
})
