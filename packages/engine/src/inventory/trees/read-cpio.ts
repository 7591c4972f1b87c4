import { ArchiveFault } from './archive-fault.ts'
import type { ByteReader } from './chunk-reader.ts'
import type { TarEntry, TarVisitor } from './read-tar.ts'
import { decodeName } from './tar-header.ts'
import { maxPathLength } from './budget.ts'
import { normalizePath } from './tree.ts'

// The format that rpm uses: https://man.freebsd.org/cgi/man.cgi?query=cpio&sektion=5 ("New ASCII Format")

const headerBytes = 110
const fieldAt = (index: number) => 6 + 8 * index
const fields = { mode: fieldAt(1), size: fieldAt(6), nameSize: fieldAt(11) }
const kinds = new Map<number, TarEntry['kind']>([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
])
const latin1 = new TextDecoder('latin1')

/** Visits the entries of a cpio archive in its order. Throws ArchiveFault if it is broken. */
export async function readCpio(reader: ByteReader, visitor: TarVisitor): Promise<void> {
  for (;;) {
    const bytes = await reader.take(headerBytes)
    if (bytes.length === 0) return
    const header = latin1.decode(bytes)
    if (bytes.length < headerBytes || !/^07070[12][\da-f]{104}$/i.test(header)) throw broken()
    visitor.budget.spendEntry()
    const [mode, size, nameSize] = [fields.mode, fields.size, fields.nameSize].map((at) =>
      Number.parseInt(header.slice(at, at + 8), 16),
    ) as [number, number, number]
    if (nameSize > maxPathLength) throw broken()
    const nameBytes = await reader.take(nameSize)
    await reader.skip(padding(headerBytes + nameSize))
    const name = decodeName(nameBytes.subarray(0, Math.max(0, nameSize - 1)))
    if (name === 'TRAILER!!!') return
    await visitEntry(reader, { name, mode, size }, visitor)
  }
}

async function visitEntry(
  reader: ByteReader,
  { name, mode, size }: { name: string; mode: number; size: number },
  visitor: TarVisitor,
): Promise<void> {
  const kind = kinds.get(mode & 0o170000) ?? 'other'
  const path = normalizePath(name)
  const offset = reader.position()
  const end = offset + size
  if (path === null)
    visitor.note('entry-outside', 'An entry leads out of the archive or is too deep; it was left out.')
  else if (path !== '') {
    const target = kind === 'link' && size <= maxPathLength ? decodeName(await reader.take(size)) : ''
    const entry = {
      path,
      kind,
      size: kind === 'link' ? 0 : size,
      offset,
      target,
      isExecutable: (mode & 0o111) !== 0,
    }
    await visitor.visit(entry, {
      head: (length) => reader.peek(Math.min(length, size)),
      all: () => reader.take(size),
    })
  }
  const rest = end - reader.position()
  if ((await reader.skip(rest)) < rest)
    throw new ArchiveFault('archive-truncated', 'The archive ends too early; the rest is missing.')
  await reader.skip(padding(size))
}

const padding = (length: number): number => (4 - (length % 4)) % 4
const broken = () =>
  new ArchiveFault('archive-broken', 'The archive is broken: it contains something that is not an entry.')
