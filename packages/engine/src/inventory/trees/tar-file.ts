import type { Issue } from '../../inventory.ts'
import { ArchiveFault, issueOfFault } from './archive-fault.ts'
import type { Budget } from './budget.ts'
import type { ByteSource, Chunks } from './byte-source.ts'
import { type ByteReader, readerOfChunks, readerOfSource } from './chunk-reader.ts'
import type { Codecs, Hash } from './codecs.ts'
import { bytesIn, excerptOf, type Piece, readPieces } from './excerpt.ts'
import { readTar, type TarContent, type TarEntry, type TarVisitor } from './read-tar.ts'
import { readSparse } from './tar-sparse.ts'
import type { ByteRange } from './tree.ts'
import { type Compression, compressionOf, hashed, unpack } from './unpack.ts'

/** What opening an archive needs. */
export interface OpenContext {
  codecs: Codecs
  budget: Budget
  /** The archive's path, for issues. */
  where: string
  /** Whether a file's content will be asked for: only these are kept while a compressed archive passes. */
  wants(path: string, file: { size: number; isExecutable: boolean }): boolean
  /** Files that are recognized by their content; absent if none are. */
  programs?: ProgramReading
  /** Another format than tar. */
  readEntries?: typeof readTar
}

/** How files are recognized by their first bytes, and what reading them needs. */
export interface ProgramReading {
  headBytes: number
  /** Whether to look at the first bytes. */
  canBe(path: string, file: { size: number; isExecutable: boolean }): boolean
  is(head: Uint8Array): boolean
  /** Reads what will be read later. */
  read(source: ByteSource, path: string): Promise<unknown>
}

/** An entry with its content if it was kept. */
export interface StoredEntry extends TarEntry {
  bytes?: Uint8Array
  /** Whether it is a program, by its first bytes; absent if nobody looked. */
  isProgram?: boolean
  /** Of a program in an archive that passes once. */
  pieces?: Piece[]
}

/** The entries of a tar archive in its order, which may be compressed. */
export interface TarFile {
  entries: StoredEntry[]
  issues: Issue[]
  /** Content that was not kept is read again: at once in a plain archive, from the start in a compressed one. */
  read(entry: StoredEntry, range?: ByteRange): Promise<Uint8Array | null>
}

export interface TarHashes {
  packed: Hash
  unpacked: Hash
}

/** Never throws: what is broken becomes an issue, and the entries before it stay. hashes: of all bytes, if wanted. */
export async function openTar(
  source: ByteSource,
  context: OpenContext,
  hashes?: TarHashes,
): Promise<TarFile> {
  const entries: StoredEntry[] = []
  const issues: Issue[] = []
  let compression: Compression = 'none'
  try {
    compression = compressionOf(await source.read(0, 16))
    const isStream = hashes !== undefined || compression !== 'none'
    const visitor = collector({ entries, issues, context, isRandom: compression === 'none', isStream })
    const read = context.readEntries ?? readTar
    if (isStream) await readStream(unpackAll(source, compression, { context, hashes }), visitor, read)
    else await read(readerOfSource(source), visitor)
  } catch (error) {
    issues.push(issueOfFault(error, context.where))
  }
  const open = () => unpack(source, compression, context)
  const isPlain = compression === 'none'
  return { entries, issues, read: (entry, range) => contentOf(entry, range, { source, isPlain, open }) }
}

function unpackAll(
  source: ByteSource,
  compression: Compression,
  { context, hashes }: { context: OpenContext; hashes: TarHashes | undefined },
): Chunks {
  const { codecs, budget } = context
  if (!hashes) return unpack(source, compression, context)
  return hashed(unpack(source, compression, { codecs, budget, packedHash: hashes.packed }), hashes.unpacked)
}

/** To the end, also after that of the archive, so that hashes are of all bytes. */
async function readStream(chunks: Chunks, visitor: TarVisitor, read: typeof readTar): Promise<void> {
  const reader = readerOfChunks(chunks)
  try {
    await read(reader, visitor)
    await reader.skip(Number.MAX_SAFE_INTEGER)
  } finally {
    await reader.close()
  }
}

interface Collector {
  entries: StoredEntry[]
  issues: Issue[]
  context: OpenContext
  isRandom: boolean
  /** It is read once, from its start to its end. */
  isStream: boolean
}

const maxNotes = 20

function collector({ entries, issues, context, isRandom, isStream }: Collector): TarVisitor {
  const { budget, where } = context
  let notes = 0
  return {
    budget,
    async visit(entry, content) {
      const isWanted = entry.kind === 'file' && context.wants(entry.path, entry)
      // A plain archive is read again where it is needed.
      const isKept = isWanted && !isRandom && budget.keep(entry.size)
      if (isKept) entries.push({ ...entry, bytes: new Uint8Array(await content.all()) })
      else entries.push({ ...entry, ...(await programOf(entry, content, { context, isStream, issues })) })
      if (isWanted && !isRandom && !isKept) issues.push(tooLarge(`${where}!/${entry.path}`))
    },
    note(code, message) {
      if (notes++ < maxNotes) issues.push({ code, message, where })
    },
  }
}

async function programOf(
  entry: TarEntry,
  content: TarContent,
  { context, isStream, issues }: Pick<Collector, 'context' | 'isStream' | 'issues'>,
): Promise<Pick<StoredEntry, 'isProgram' | 'pieces'>> {
  const { programs, budget, where } = context
  if (!programs || entry.kind !== 'file') return {}
  const isProgram = programs.canBe(entry.path, entry) && programs.is(await content.head(programs.headBytes))
  if (!isProgram || !isStream) return { isProgram }
  if (entry.size > budget.limits.maxFileBytes) {
    issues.push(tooLarge(`${where}!/${entry.path}`))
    return { isProgram: false }
  }
  const pieces = await excerptOf(await content.all(), (source) => programs.read(source, entry.path))
  if (budget.keep(bytesIn(pieces))) return { isProgram, pieces }
  issues.push(tooLarge(`${where}!/${entry.path}`))
  return { isProgram: false }
}

export const tooLarge = (where: string): Issue => ({
  code: 'file-too-large',
  message: 'The file is too large, or the files are together; it was not read.',
  where,
  isUnread: true,
})

async function contentOf(
  entry: StoredEntry,
  range: ByteRange | undefined,
  { source, isPlain, open }: { source: ByteSource; isPlain: boolean; open: () => Chunks },
): Promise<Uint8Array | null> {
  if (entry.kind !== 'file') return null
  const start = Math.min(range?.start ?? 0, entry.size)
  const end = Math.min(range?.end ?? entry.size, entry.size)
  if (entry.bytes) return entry.bytes.subarray(start, end)
  const kept = entry.pieces && readPieces(entry.pieces, start, end)
  if (kept) return kept
  const stored = async (from: number, to: number) => {
    if (!isPlain) return readAgain(readerOfChunks(open()), entry.offset + from, to - from)
    const bytes = await source.read(entry.offset + from, entry.offset + to)
    return bytes.length === to - from ? bytes : null
  }
  return entry.parts ? readSparse(entry.parts, { start, end }, stored) : stored(start, end)
}

async function readAgain(
  reader: ByteReader & { close(): Promise<void> },
  offset: number,
  length: number,
): Promise<Uint8Array | null> {
  try {
    await reader.skip(offset)
    const bytes = await reader.take(length)
    return bytes.length === length ? bytes : null
  } catch (error) {
    if (error instanceof ArchiveFault) return null
    throw error
  } finally {
    await reader.close()
  }
}
