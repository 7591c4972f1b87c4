import { type Catalog, catalogTree } from '../catalog.ts'
import { archiveCatalogers } from '../catalogers.ts'
import { catalogImage } from '../image/catalog-image.ts'
import type { Attached } from '../image/attachments.ts'
import { joinAttached } from '../image/join-attached.ts'
import { filesOfTar } from '../image/image-store.ts'
import type { PlatformChoice } from '../image/manifests.ts'
import { partsOfFiles, type StoredImage } from '../image/stored-image.ts'
import { isWanted } from '../kept-files.ts'
import type { ImageFacts } from '../model/image-facts.ts'
import { isPackageArchive, scanGem, scanPackageArchive } from './package-archives.ts'
import { isProgramFile, programReading } from '../read-content.ts'
import type { Budget } from '../trees/budget.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import { isBzip2 } from '../trees/bzip2.ts'
import type { Codecs } from '../trees/codecs.ts'
import { tarTree } from '../trees/tar-tree.ts'
import { nameOf, type Tree } from '../trees/tree.ts'
import { zipTree } from '../trees/zip-tree.ts'

/** What was found in an image, an archive or the file system of one. */
export interface ScannedTree extends Catalog {
  /** Images only. */
  image?: ImageFacts
  /** It is a program, not something that contains files. */
  isProgram?: boolean
}

interface Reading {
  codecs: Codecs
  /** Starts the limits for a part that is read on its own. */
  startBudget: () => Budget
  /** Whether packages that only attached SBOMs of an image list are added. */
  usesAttached: boolean
}

interface ArchiveReading extends Reading {
  /** Of the file: a jar is known by its name. */
  name: string
  choice: PlatformChoice
}

/** The packages of an image with what is known of its layers. */
export async function scanImage(
  parts: StoredImage,
  { codecs, startBudget, usesAttached }: Reading,
): Promise<ScannedTree> {
  const { facts, ...own } = await catalogImage(parts, { codecs, budget: startBudget(), where: '' })
  const found = await parts.findAttached?.()
  const { attached, attachedProblems, ...catalog } = joinAttached(own, found ?? nothingAttached, usesAttached)
  const layers = facts.layers.map((layer, index) => {
    const size = parts.layers[index]?.size
    return size === null || size === undefined ? layer : { ...layer, size }
  })
  return {
    ...catalog,
    image: {
      ...facts,
      layers,
      ...(found && { attached }),
      ...(attachedProblems.length > 0 && { attachedProblems }),
    },
  }
}

const nothingAttached: Attached = { documents: [], problems: [] }

/** The packages of an archive or program; null if it is neither. An archive may be an image. Throws ArchiveFault. */
export async function scanArchive(source: ByteSource, reading: ArchiveReading): Promise<ScannedTree | null> {
  const { codecs, startBudget, name, choice } = reading
  const start = await source.read(0, archiveStartBytes)
  const budget = startBudget()
  const programs = programReading({ codecs, budget })
  const context = { codecs, budget, where: name, wants: isWanted, programs }
  const isProgram = isProgramFile(start)
  // A program, or an archive that is a package itself, such as a jar.
  if (isProgram || archiveCatalogers.some((each) => each.claims(name))) {
    const tree = treeOfFile(nameOf(name), source, isProgram)
    return { ...(await scanOpened({ tree, issues: [] }, reading)), isProgram }
  }
  if (isPackageArchive(start)) return scanPackageArchive(source, context)
  if (isZip(start)) return scanOpened(await zipTree(source, context), reading)
  if (!isTar(start)) return null
  const { files, paths } = await filesOfTar(source, context)
  const isImage = paths.has('manifest.json') || paths.has('index.json')
  const parts = isImage ? await partsOfFiles(files, { choice, codecs }) : null
  if (parts) return scanImage(parts, reading)
  const isGem = paths.has('metadata.gz') && paths.has('data.tar.gz')
  const opened = await tarTree(source, isGem ? { ...context, wants: () => true } : context)
  return isGem ? scanGem(opened, context) : scanOpened(opened, reading)
}

/** As many first bytes as isArchive needs. */
export const archiveStartBytes = 512

/** Whether a file can be an archive or a program, by its first bytes. */
export const isArchive = (start: Uint8Array): boolean =>
  isZip(start) || isTar(start) || isProgramFile(start) || isPackageArchive(start)

const treeOfFile = (name: string, source: ByteSource, isProgram: boolean): Tree => ({
  list: (folder) =>
    Promise.resolve(folder === '' ? [{ name, kind: 'file', size: source.size, isProgram }] : null),
  read: (_, range) => source.read(range?.start ?? 0, range?.end ?? source.size),
})

type Opened = Awaited<ReturnType<typeof tarTree>>

async function scanOpened({ tree, issues }: Opened, { codecs, startBudget }: Reading): Promise<ScannedTree> {
  const catalog = await catalogTree(tree, { codecs, budget: startBudget() })
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
  hasBytes(start, 0, 0x28, 0xb5, 0x2f, 0xfd) ||
  hasBytes(start, 0, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0) ||
  isBzip2(start)
