import { ArchiveFault } from './archive-fault.ts'
import type { ByteSource } from './byte-source.ts'
import { blockBytes, numberAt } from './tar-header.ts'

// https://www.gnu.org/software/tar/manual/html_section/Sparse-Formats.html

/** A part of a sparse file that is stored, in bytes; the parts follow each other in the archive. The rest is zeros. */
export interface StoredPart {
  offset: number
  size: number
}

export interface SparseMap {
  parts: readonly StoredPart[]
  /** Of the file with its holes. */
  size: number
}

/** Reads exactly so many bytes; throws ArchiveFault if there are fewer. */
type Take = (length: number) => Promise<Uint8Array>

const maxParts = 100_000
const [headerAt, headerParts, extensionParts, partBytes] = [386, 4, 21, 24]
const [realSizeAt, isExtendedAt, isFollowedAt] = [483, 482, 504]

/** The map in a header of type S, and in the blocks after it. */
export async function readOldMap(header: Uint8Array, take: Take): Promise<SparseMap> {
  const parts = partsIn(header, headerAt, headerParts)
  for (let isMore = header[isExtendedAt] === 1; isMore;) {
    const block = await take(blockBytes)
    parts.push(...partsIn(block, 0, extensionParts))
    if (parts.length > maxParts) throw broken()
    isMore = block[isFollowedAt] === 1
  }
  return checked({ parts, size: numberAt(header, realSizeAt, 12) })
}

function partsIn(block: Uint8Array, start: number, count: number): StoredPart[] {
  const parts: StoredPart[] = []
  for (let at = start; at < start + count * partBytes && block[at] !== 0; at += partBytes)
    parts.push({ offset: numberAt(block, at, 12), size: numberAt(block, at + 12, 12) })
  return parts
}

/** The map of the formats 0.0 and 0.1, 'offset,size,offset,size', which is in an extended header. */
export function readPaxMap(map: string, size: string): SparseMap {
  const numbers = map === '' ? [] : map.split(',', 2 * maxParts + 1)
  return checked({ parts: inPairs(numbers), size: numberOf(size) })
}

/** The map of format 1.0 is lines before the content: their number, then offsets and sizes. Fills whole blocks. */
export async function readMapLines(take: Take, size: string): Promise<SparseMap> {
  let text = ''
  const lines: string[] = []
  const fill = async (count: number) => {
    while (lines.length < count) {
      text += latin1.decode(await take(blockBytes))
      const complete = text.split('\n')
      text = complete.pop()!
      lines.push(...complete)
      if (text.length > blockBytes) throw broken()
    }
  }
  await fill(1)
  const count = numberOf(lines[0]!)
  if (count > maxParts) throw broken()
  await fill(1 + 2 * count)
  return checked({ parts: inPairs(lines.slice(1, 1 + 2 * count)), size: numberOf(size) })
}

const latin1 = new TextDecoder('latin1')

function inPairs(numbers: readonly string[]): StoredPart[] {
  if (numbers.length % 2 !== 0) throw broken()
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    offset: numberOf(numbers[2 * index]!),
    size: numberOf(numbers[2 * index + 1]!),
  }))
}

function numberOf(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (Number.isSafeInteger(value)) return value
  throw broken()
}

function checked(map: SparseMap): SparseMap {
  let end = 0
  for (const { offset, size } of map.parts) {
    if (offset < end) throw broken()
    end = offset + size
  }
  if (end > map.size || map.parts.length > maxParts) throw broken()
  return map
}

const broken = () => new ArchiveFault('archive-broken', 'The archive is broken: the map of a sparse file.')

/** The number of bytes that are stored. */
export const storedBytes = (parts: readonly StoredPart[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0)

/** Reads a range of a sparse file; read: the range of what is stored of it. null if that is null or shorter. */
export async function readSparse(
  parts: readonly StoredPart[],
  { start, end }: { start: number; end: number },
  read: (start: number, end: number) => Promise<Uint8Array | null>,
): Promise<Uint8Array | null> {
  const pieces: { at: number; from: number; to: number }[] = []
  let before = 0
  for (const { offset, size } of parts) {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + size)]
    if (from < to) pieces.push({ at: from - start, from: before + from - offset, to: before + to - offset })
    before += size
  }
  const bytes = new Uint8Array(Math.max(0, end - start))
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return bytes
  const stored = await read(first.from, last.to)
  if (stored === null || stored.length < last.to - first.from) return null
  for (const { at, from, to } of pieces) bytes.set(stored.subarray(from - first.from, to - first.from), at)
  return bytes
}

/** A sparse file with its holes filled. stored: from where its content is. */
export const sparseSource = (stored: ByteSource, { parts, size }: SparseMap): ByteSource => ({
  size,
  read: async (start, end) =>
    (await readSparse(parts, { start: Math.min(start, size), end: Math.min(end, size) }, stored.read)) ??
    new Uint8Array(),
})
