import { viewOf } from '../../byte-view.ts'
import type { Issue } from '../../inventory.ts'
import { ArchiveFault, issueOfFault } from './archive-fault.ts'
import type { ByteSource } from './byte-source.ts'
import { entryTable } from './entry-table.ts'
import { type OpenContext, tooLarge } from './tar-file.ts'
import type { OpenedTree } from './tar-tree.ts'
import { normalizePath, type TreeEntry } from './tree.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

const maxNotes = 20

/** The files of a zip archive, such as a jar or a wheel. Never throws. Of two entries of a name, the first counts. */
export async function zipTree(archive: ByteSource, context: OpenContext): Promise<OpenedTree> {
  const issues: Issue[] = []
  const table = entryTable<ZipEntry>()
  let source = archive
  // Programs are read in parts, each of which would unpack the whole.
  let last: { path: string; bytes: Uint8Array } | null = null
  try {
    const directory = await readZipDirectory(archive, context.budget)
    source = directory.source
    for (const entry of directory.entries) {
      const path = normalizePath(entry.name)
      if (path === null && issues.length < maxNotes) issues.push(outside(entry, context.where))
      if (path === null || path === '' || table.find(path) !== null) continue
      table.set(path, treeEntry(entry), entry)
    }
  } catch (error) {
    issues.push(issueOfFault(error, context.where))
  }
  return {
    issues,
    tree: {
      list: (folder) => Promise.resolve(table.list(folder)),
      async read(path, range) {
        const node = table.find(path)
        if (!node?.extra || node.entry.kind !== 'file') return null
        const where = `${context.where}!/${path}`
        try {
          const bytes = last?.path === path ? last.bytes : await readEntry(source, node.extra, context)
          if (bytes === null) issues.push(tooLarge(where))
          else last = { path, bytes }
          return bytes && (range ? bytes.subarray(range.start, range.end) : bytes)
        } catch (error) {
          issues.push(issueOfFault(error, where))
          return null
        }
      },
    },
  }
}

function treeEntry({ name, size, mode }: ZipEntry): Omit<TreeEntry, 'name'> {
  // Programs that unpack a zip write links as files, except of Unix; no package format has them.
  const kind = name.endsWith('/') ? 'folder' : (mode & 0o170000) === 0o120000 ? 'other' : 'file'
  return {
    kind,
    size: kind === 'file' ? size : 0,
    ...((mode & 0o111) !== 0 && kind === 'file' && { isExecutable: true }),
  }
}

const outside = ({ name }: ZipEntry, where: string): Issue => ({
  code: 'entry-outside',
  message: `The entry ${JSON.stringify(name.slice(0, 100))} leads out of the archive or is too deep; it was left out.`,
  where,
})

/** null if it is too large. */
async function readEntry(
  source: ByteSource,
  { offset, packedSize, size, method, isEncrypted }: ZipEntry,
  { codecs, budget }: OpenContext,
): Promise<Uint8Array | null> {
  if (isEncrypted) throw new ArchiveFault('entry-encrypted', 'The file is encrypted and was not read.')
  if (method !== 0 && method !== 8)
    throw new ArchiveFault(
      'compression-unsupported',
      `The file is compressed with method ${method}, which is not read.`,
    )
  if (size > budget.limits.maxFileBytes || packedSize > budget.limits.maxFileBytes) return null
  const header = await source.read(offset, offset + 30)
  const view = viewOf(header)
  if (header.length < 30 || view.getUint32(0, true) !== 0x04034b50)
    throw new ArchiveFault(
      'archive-broken',
      'The zip archive is broken: a file is not where its directory says.',
    )
  const start = offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const packed = await source.read(start, start + packedSize)
  if (packed.length < packedSize)
    throw new ArchiveFault('archive-truncated', 'The archive ends within the file.')
  budget.spendUnpacked(size)
  budget.checkRatio(size, packedSize)
  const bytes = method === 0 ? packed : codecs.inflateRaw(packed, size)
  if (bytes.length !== size)
    throw new ArchiveFault(
      'archive-broken',
      'The zip archive is broken: a file has another size than listed.',
    )
  return bytes
}
