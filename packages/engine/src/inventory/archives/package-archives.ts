import { viewOf } from '../../byte-view.ts'
import { type Catalog, catalogTree } from '../catalog.ts'
import { packageOfControl } from '../catalogers/debian/dpkg.ts'
import { packageOfRpm } from '../catalogers/redhat/rpm.ts'
import { packageOfGem } from '../catalogers/ruby/gem-metadata.ts'
import type { FoundPackage } from '../model/cataloger.ts'
import { moveDependents } from '../model/move-dependents.ts'
import { unknownSystem } from '../systems/os-release.ts'
import { ArchiveFault, issueOfFault } from '../trees/archive-fault.ts'
import { arMagic, readAr } from '../trees/ar.ts'
import { type ByteSource, memorySource, partOf } from '../trees/byte-source.ts'
import { readCpio } from '../trees/read-cpio.ts'
import type { OpenContext } from '../trees/tar-file.ts'
import { type OpenedTree, tarTree } from '../trees/tar-tree.ts'
import { nameOf } from '../trees/tree.ts'

/** A file of a package manager: the package that it is, and what is in it. */
interface PackageArchive {
  own: FoundPackage | null
  contents: OpenedTree
}

const rpmMagic = [0xed, 0xab, 0xee, 0xdb]
const headerMagic = [0x8e, 0xad, 0xe8, 1]
const starts = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)

/** By the first bytes. */
export const isPackageArchive = (start: Uint8Array): boolean => {
  const text = new TextDecoder().decode(start.subarray(0, 24))
  return text.startsWith(`${arMagic}debian-binary`) || starts(start, rpmMagic)
}

/** The packages of a .deb or .rpm file. Throws ArchiveFault if it is broken. */
export async function scanPackageArchive(source: ByteSource, context: OpenContext): Promise<Catalog> {
  const isRpm = starts(await source.read(0, 4), rpmMagic)
  const { own, contents } = await (isRpm ? openRpm : openDeb)(source, context)
  return withOwn(own, contents, context)
}

/** A gem is an archive of two archives. */
export async function scanGem(files: OpenedTree, context: OpenContext): Promise<Catalog> {
  const metadata = await files.tree.read('metadata.gz')
  const data = await files.tree.read('data.tar.gz')
  const contents = data ? await tarTree(memorySource(data), context) : files
  const issues = [...files.issues, ...contents.issues]
  let own: FoundPackage | null = null
  try {
    own = metadata && (await packageOfGem(metadata, context))
  } catch (error) {
    issues.push(issueOfFault(error, `${context.where}!/metadata.gz`))
  }
  return withOwn(own, { ...contents, issues }, context)
}

/** What a distribution's package contains is the distribution's: it repairs old versions. */
async function withOwn(
  own: FoundPackage | null,
  { tree, issues }: OpenedTree,
  { codecs, budget, where }: OpenContext,
): Promise<Catalog> {
  const catalog = await catalogTree(tree, { codecs, budget })
  const named = own ? [{ ...own, places: [{ path: nameOf(where) }] }] : []
  const isOfDistribution =
    own !== null && own.isForeign !== true && /^pkg:(?:deb|rpm)\/[^/]+\//.test(own.purl)
  return {
    ...catalog,
    packages: [
      ...named,
      ...(isOfDistribution ? [] : catalog.packages).map((each) => ({
        ...each,
        ...moveDependents(each, (index) => index + named.length),
      })),
    ],
    issues: [...issues, ...catalog.issues],
    manifests: isOfDistribution ? [] : catalog.manifests,
    system: unknownSystem,
  }
}

async function openDeb(source: ByteSource, context: OpenContext): Promise<PackageArchive> {
  const members = await readAr(source)
  const partNamed = (name: string) => {
    const member = members.find((each) => each.name === name || each.name.startsWith(`${name}.`))
    if (!member) throw new ArchiveFault('archive-broken', `The package has no ${name}.`)
    return partOf(source, member.start, member.size)
  }
  const control = await tarTree(partNamed('control.tar'), { ...context, wants: (path) => path === 'control' })
  const bytes = await control.tree.read('control')
  const contents = await tarTree(partNamed('data.tar'), context)
  return {
    own: bytes && packageOfControl(bytes),
    contents: { ...contents, issues: [...control.issues, ...contents.issues] },
  }
}

const leadBytes = 96

/** A lead, signatures, the header, and a cpio archive. */
async function openRpm(source: ByteSource, context: OpenContext): Promise<PackageArchive> {
  const signatures = await headerEnd(source, leadBytes)
  const start = Math.ceil(signatures / 8) * 8
  const end = await headerEnd(source, start)
  const own = packageOfRpm(await source.read(start + 8, end))
  const payload = partOf(source, end, source.size - end)
  return { own, contents: await tarTree(payload, { ...context, readEntries: readCpio }) }
}

const maxHeaderBytes = 256 * 1024 * 1024

async function headerEnd(source: ByteSource, at: number): Promise<number> {
  const bytes = await source.read(at, at + 16)
  if (bytes.length < 16 || !starts(bytes, headerMagic))
    throw new ArchiveFault('archive-broken', 'The package is broken: it has no header.')
  const view = viewOf(bytes)
  const size = 16 + 16 * view.getUint32(8) + view.getUint32(12)
  if (size > maxHeaderBytes)
    throw new ArchiveFault('archive-broken', 'The package is broken: its header is too large.')
  return at + size
}
