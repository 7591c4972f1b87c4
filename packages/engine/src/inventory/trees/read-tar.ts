import { ArchiveFault } from './archive-fault.ts'
import type { Budget } from './budget.ts'
import type { ByteReader } from './chunk-reader.ts'
import { blockBytes, decodeName, isZero, readHeader, readPax, type TarHeader } from './tar-header.ts'
import { normalizePath } from './tree.ts'

export interface TarEntry {
  path: string
  kind: 'file' | 'folder' | 'link' | 'hardlink' | 'other'
  size: number
  /** Position of its content in the unpacked archive. */
  offset: number
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
  ['1', 'hardlink'],
  ['2', 'link'],
  ['5', 'folder'],
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
 * been visited. GNU's sparse files are left out with a note.
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
      await visitEntry(reader, completed(header, next, global), visitor)
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
  isSparse: boolean
}

function completed(header: TarHeader, next: Extensions, global: ReadonlyMap<string, string>): Completed {
  const pax = (key: string) => next.pax.get(key) ?? global.get(key)
  const size = pax('size')
  return {
    ...header,
    name: pax('GNU.sparse.name') ?? pax('path') ?? next.name ?? header.name,
    linkName: pax('linkpath') ?? next.linkName ?? header.linkName,
    size: size === undefined ? header.size : paxSize(size),
    isSparse:
      header.type === 'S' || pax('GNU.sparse.major') !== undefined || pax('GNU.sparse.map') !== undefined,
  }
}

function paxSize(text: string): number {
  const size = /^\d+$/.test(text) ? Number(text) : NaN
  if (Number.isSafeInteger(size)) return size
  throw new ArchiveFault('archive-broken', 'The archive is broken: a size is not a number.')
}

async function visitEntry(reader: ByteReader, header: Completed, visitor: TarVisitor): Promise<void> {
  const { name, linkName, type, mode, isSparse } = header
  if (type === 'S' && header.isExtended) await skipSparseMaps(reader)
  const kind = isSparse
    ? 'other'
    : name.endsWith('/') && type !== '2'
      ? 'folder'
      : (kinds.get(type) ?? 'other')
  // Links have no content, whatever size they claim.
  const stored = kind === 'link' || kind === 'hardlink' ? 0 : header.size
  const end = reader.position() + padded(stored)
  const path = normalizePath(name)
  if (path === null)
    visitor.note(
      'entry-outside',
      `The entry ${shown(name)} leads out of the archive or is too deep; it was left out.`,
    )
  else if (isSparse) visitor.note('entry-sparse', `The sparse file ${shown(name)} was left out.`)
  if (path !== null && path !== '') {
    const entry = {
      path,
      kind,
      size: stored,
      offset: reader.position(),
      target: linkName,
      isExecutable: (mode & 0o111) !== 0,
    }
    await visitor.visit(entry, {
      head: (length) => reader.peek(Math.min(length, stored)),
      all: () => exactly(reader, stored),
    })
  }
  const rest = end - reader.position()
  const skipped = await reader.skip(rest)
  // The padding of the last entry may be missing.
  if (skipped < rest && skipped < rest - (padded(stored) - stored)) throw truncated()
}

async function skipSparseMaps(reader: ByteReader): Promise<void> {
  for (let isMore = true; isMore;) isMore = (await exactly(reader, blockBytes))[504] === 1
}

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
