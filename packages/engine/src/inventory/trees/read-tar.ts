import { ArchiveFault } from './archive-fault.ts'
import type { Budget } from './budget.ts'
import type { ByteReader } from './chunk-reader.ts'
import { blockBytes, decodeName, isZero, readHeader, readPax, type TarHeader } from './tar-header.ts'
import {
  readMapLines,
  readOldMap,
  readPaxMap,
  readSparse,
  type SparseMap,
  storedBytes,
  type StoredPart,
} from './tar-sparse.ts'
import { normalizePath } from './tree.ts'

export interface TarEntry {
  path: string
  kind: 'file' | 'folder' | 'link' | 'hardlink' | 'other'
  size: number
  /** Position of its content in the unpacked archive. */
  offset: number
  /** Of a sparse file: what is stored at that position. */
  parts?: readonly StoredPart[]
  /** As written; '' of anything but links. */
  target: string
  isExecutable: boolean
}

/** The content of an entry while the archive passes. */
export interface TarContent {
  /** The first bytes, at most so many. */
  head(length: number): Promise<Uint8Array>
  all(): Promise<Uint8Array>
}

export interface TarVisitor {
  budget: Budget
  /** What is not read of the content is skipped. */
  visit(entry: TarEntry, content: TarContent): Promise<void> | void
  /** An entry that was left out, or a remark. */
  note(code: string, message: string): void
}

const kinds = new Map<string, TarEntry['kind']>([
  ['0', 'file'],
  ['\0', 'file'],
  ['7', 'file'],
  ['S', 'file'],
  ['1', 'hardlink'],
  ['2', 'link'],
  ['5', 'folder'],
  // Devices, pipes, lists of folders and names of volumes have no content.
  ['3', 'other'],
  ['4', 'other'],
  ['6', 'other'],
  ['D', 'other'],
  ['V', 'other'],
])

/** Extended headers with names and sizes are at most this large. */
const maxExtensionBytes = 1024 * 1024
const maxTrailingBytes = 1024 * 1024

/** Extended headers that apply to the next entry. */
interface Extensions {
  pax: Map<string, string>
  name?: string
  linkName?: string
}

/**
 * Visits the entries of a tar archive in its order. Throws ArchiveFault if it is broken; the entries before that have
 * been visited.
 */
export async function readTar(reader: ByteReader, visitor: TarVisitor): Promise<void> {
  const global = new Map<string, string>()
  let next: Extensions = { pax: new Map() }
  for (;;) {
    const block = await reader.take(blockBytes)
    if (block.length === 0) return
    if (block.length < blockBytes) throw truncated()
    if (isZero(block)) return noteTrailing(reader, visitor)
    const header = readHeader(block)
    if (!header)
      throw new ArchiveFault(
        'archive-broken',
        'The archive is broken: it contains something that is not an entry.',
      )
    visitor.budget.spendEntry()
    if (isExtension(header.type)) await readExtension(reader, header, { next, global })
    else {
      await visitEntry(reader, completed(block, header, { next, global }), visitor)
      next = { pax: new Map() }
    }
  }
}

const isExtension = (type: string): boolean => 'xgLK'.includes(type)

async function readExtension(
  reader: ByteReader,
  { type, size }: TarHeader,
  { next, global }: { next: Extensions; global: Map<string, string> },
): Promise<void> {
  if (size > maxExtensionBytes)
    throw new ArchiveFault('archive-broken', 'The archive is broken: an extended header is too large.')
  const bytes = await content(reader, size)
  const text = () => decodeName(bytes.subarray(0, bytes.indexOf(0) < 0 ? bytes.length : bytes.indexOf(0)))
  if (type === 'L') next.name = text()
  if (type === 'K') next.linkName = text()
  if (type === 'x') next.pax = readPax(bytes)
  if (type === 'g') for (const [key, value] of readPax(bytes)) global.set(key, value)
}

interface Completed extends TarHeader {
  /** Reads the map of a sparse file, which may precede its content; absent if it is none. */
  readMap?: (take: (length: number) => Promise<Uint8Array>) => Promise<SparseMap>
}

function completed(
  block: Uint8Array,
  header: TarHeader,
  { next, global }: { next: Extensions; global: ReadonlyMap<string, string> },
): Completed {
  const pax = (key: string) => next.pax.get(key) ?? global.get(key)
  const size = pax('size')
  const readMap = sparseMapOf(block, header, pax)
  return {
    ...header,
    name: pax('GNU.sparse.name') ?? pax('path') ?? next.name ?? header.name,
    linkName: pax('linkpath') ?? next.linkName ?? header.linkName,
    size: size === undefined ? header.size : paxSize(size),
    ...(readMap && { readMap }),
  }
}

function sparseMapOf(
  block: Uint8Array,
  { type }: TarHeader,
  pax: (key: string) => string | undefined,
): Completed['readMap'] {
  if (type === 'S') return (take) => readOldMap(block, take)
  if (kinds.get(type) !== 'file') return undefined
  const size = pax('GNU.sparse.realsize') ?? pax('GNU.sparse.size') ?? ''
  if (pax('GNU.sparse.major') === '1') return (take) => readMapLines(take, size)
  const map = pax('GNU.sparse.map') ?? (pax('GNU.sparse.numblocks') === '0' ? '' : undefined)
  return map === undefined ? undefined : () => Promise.resolve(readPaxMap(map, size))
}

function paxSize(text: string): number {
  const size = /^\d+$/.test(text) ? Number(text) : NaN
  if (Number.isSafeInteger(size)) return size
  throw new ArchiveFault('archive-broken', 'The archive is broken: a size is not a number.')
}

async function visitEntry(reader: ByteReader, header: Completed, visitor: TarVisitor): Promise<void> {
  const { name, linkName, type, mode } = header
  const known = kinds.get(type)
  const kind = name.endsWith('/') && type !== '2' ? 'folder' : (known ?? 'other')
  // Links have no content, whatever size they claim.
  const claimed = kind === 'link' || kind === 'hardlink' ? 0 : header.size
  const { sparse, stored } = await storedOf(reader, { ...header, size: claimed })
  const end = reader.position() + padded(stored)
  const path = normalizePath(name)
  if (path === null)
    visitor.note(
      'entry-outside',
      `The entry ${shown(name)} leads out of the archive or is too deep; it was left out.`,
    )
  else if (known === undefined && stored > 0)
    visitor.note('entry-unknown', `The entry ${shown(name)} is of an unknown kind; it was left out.`)
  if (path !== null && path !== '') {
    const entry = {
      path,
      kind,
      size: sparse?.size ?? stored,
      offset: reader.position(),
      ...(sparse && { parts: sparse.parts }),
      target: linkName,
      isExecutable: (mode & 0o111) !== 0,
    }
    const content = contentOf(reader, stored)
    await visitor.visit(entry, sparse ? sparseContent(content, sparse, visitor) : content)
  }
  const rest = end - reader.position()
  const skipped = await reader.skip(rest)
  // The padding of the last entry may be missing.
  if (skipped < rest && skipped < rest - (padded(stored) - stored)) throw truncated()
}

/** What is stored of an entry, after the map of a sparse file: of format 1.0, its size includes the map. */
async function storedOf(
  reader: ByteReader,
  { readMap, type, size }: Completed,
): Promise<{ sparse?: SparseMap; stored: number }> {
  if (!readMap) return { stored: size }
  const start = reader.position()
  const sparse = await readMap((length) => exactly(reader, length))
  const stored = type === 'S' ? size : size - (reader.position() - start)
  if (stored < storedBytes(sparse.parts)) throw truncated()
  return { sparse, stored }
}

const contentOf = (reader: ByteReader, stored: number): TarContent => ({
  head: (length) => reader.peek(Math.min(length, stored)),
  all: () => exactly(reader, stored),
})

/** With its holes filled. */
const sparseContent = (
  content: TarContent,
  { parts, size }: SparseMap,
  { budget }: TarVisitor,
): TarContent => ({
  async head(length) {
    const read = async (start: number, end: number) => (await content.head(end)).subarray(start)
    return (await readSparse(parts, { start: 0, end: Math.min(length, size) }, read)) ?? new Uint8Array()
  },
  async all() {
    budget.spendUnpacked(size)
    const stored = await content.all()
    const read = (start: number, end: number) => Promise.resolve(stored.subarray(start, end))
    return (await readSparse(parts, { start: 0, end: size }, read)) ?? new Uint8Array()
  },
})

async function content(reader: ByteReader, size: number): Promise<Uint8Array> {
  const bytes = await exactly(reader, size)
  await reader.skip(padded(size) - size)
  return bytes
}

async function exactly(reader: ByteReader, size: number): Promise<Uint8Array> {
  const bytes = await reader.take(size)
  if (bytes.length < size) throw truncated()
  return bytes
}

/** Another archive after the end is invisible to most programs, so it is not read either. */
async function noteTrailing(reader: ByteReader, { note }: TarVisitor): Promise<void> {
  const rest = await reader.take(maxTrailingBytes)
  if (!isZero(rest)) note('archive-trailing', 'What follows the end of the archive was not read.')
}

const padded = (size: number): number => Math.ceil(size / blockBytes) * blockBytes
const shown = (name: string): string => JSON.stringify(name.slice(0, 100))
const truncated = () =>
  new ArchiveFault('archive-truncated', 'The archive ends too early; the rest is missing.')
