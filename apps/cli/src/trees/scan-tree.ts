import { type Catalog, catalogTree } from '@assay/engine/inventory/catalog.ts'
import { archiveCatalogers } from '@assay/engine/inventory/catalogers.ts'
import { catalogImage } from '@assay/engine/inventory/image/catalog-image.ts'
import { type StoredImage, partsOfFiles } from '@assay/engine/inventory/image/stored-image.ts'
import { filesOfTar, type StoredFiles } from '@assay/engine/inventory/image/image-store.ts'
import { isWanted } from '@assay/engine/inventory/kept-files.ts'
import type { ImageFacts } from '@assay/engine/inventory/model/image-facts.ts'
import { ArchiveFault } from '@assay/engine/inventory/trees/archive-fault.ts'
import { type Budget, budgetOf } from '@assay/engine/inventory/trees/budget.ts'
import type { ByteSource } from '@assay/engine/inventory/trees/byte-source.ts'
import type { OpenContext } from '@assay/engine/inventory/trees/tar-file.ts'
import { tarTree } from '@assay/engine/inventory/trees/tar-tree.ts'
import type { Tree } from '@assay/engine/inventory/trees/tree.ts'
import { zipTree } from '@assay/engine/inventory/trees/zip-tree.ts'
import { lstat, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { diskTree } from './disk-tree.ts'
import { lazySource, withFile } from './file-source.ts'
import { nodeCodecs } from './node-codecs.ts'

/** What was found in an image, an archive or the file system of one. */
export interface ScannedTree extends Catalog {
  /** Images only. */
  image?: ImageFacts
}

export interface TreeOptions {
  /** 'linux/arm64'; absent: linux/amd64, or the only one. */
  platform?: string | undefined
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
export const scanStoredImage = (find: () => Promise<StoredImage>, name: string): Promise<ScannedTree> =>
  withFaults(name, async () => scanImage(await find(), startBudget()))

/** The packages of an image, an archive or a root file system; null if the path is none of these. */
export async function scanTree(path: string, options: TreeOptions): Promise<ScannedTree | null> {
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  return withFaults(path, async () => {
    if (found.isDirectory()) return scanFolder(path, options)
    return found.isFile() ? withFile(path, (source) => scanFile(path, source, options)) : null
  })
}

async function withFaults<T>(name: string, work: () => Promise<T>): Promise<T> {
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
  const budget = startBudget()
  const parts = await partsOfFiles(filesOfFolder(folder), { choice: choiceOf(options), codecs: nodeCodecs })
  if (parts) return scanImage(parts, budget)
  const signs = await Promise.all(rootSigns.map((sign) => exists(join(folder, sign))))
  return signs.includes(true) ? catalogTree(diskTree(folder, budget), { codecs: nodeCodecs, budget }) : null
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

async function scanImage(parts: StoredImage, budget: Budget): Promise<ScannedTree> {
  const { facts, ...catalog } = await catalogImage(parts, { codecs: nodeCodecs, budget, where: '' })
  return { ...catalog, image: facts }
}

/** null if it is no archive. */
async function scanFile(path: string, source: ByteSource, options: TreeOptions): Promise<ScannedTree | null> {
  const start = await source.read(0, 512)
  const budget = startBudget()
  const context: OpenContext = {
    codecs: nodeCodecs,
    budget,
    where: path,
    wants: isWanted,
  }
  // An archive that is a package itself, such as a jar.
  if (archiveCatalogers.some((each) => each.claims(path)))
    return catalogOf({ tree: treeOfFile(basename(path), source), issues: [] })
  if (isZip(start)) return catalogOf(await zipTree(source, context))
  if (!isTar(start)) return null
  const { files, paths } = await filesOfTar(source, context)
  const isImage = paths.has('manifest.json') || paths.has('index.json')
  const parts = isImage ? await partsOfFiles(files, { choice: choiceOf(options), codecs: nodeCodecs }) : null
  return parts ? scanImage(parts, budget) : catalogOf(await tarTree(source, context))
}

const treeOfFile = (name: string, source: ByteSource): Tree => ({
  list: (folder) => Promise.resolve(folder === '' ? [{ name, kind: 'file', size: source.size }] : null),
  read: (_, range) => source.read(range?.start ?? 0, range?.end ?? source.size),
})

type Opened = Awaited<ReturnType<typeof tarTree>>

async function catalogOf({ tree, issues }: Opened): Promise<ScannedTree> {
  const catalog = await catalogTree(tree, { codecs: nodeCodecs, budget: startBudget() })
  return { ...catalog, issues: [...issues, ...catalog.issues] }
}

const hasBytes = (bytes: Uint8Array, at: number, ...magic: number[]) =>
  magic.every((byte, index) => bytes[at + index] === byte)

const isZip = (start: Uint8Array) =>
  hasBytes(start, 0, 0x50, 0x4b, 3, 4) || hasBytes(start, 0, 0x50, 0x4b, 5, 6)

/** Plain or compressed. */
const isTar = (start: Uint8Array) =>
  hasBytes(start, 257, 0x75, 0x73, 0x74, 0x61, 0x72) ||
  hasBytes(start, 0, 0x1f, 0x8b) ||
  hasBytes(start, 0, 0x28, 0xb5, 0x2f, 0xfd)
