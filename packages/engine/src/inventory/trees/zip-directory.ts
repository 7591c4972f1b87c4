import { viewOf } from '../../byte-view.ts'
import { ArchiveFault } from './archive-fault.ts'
import type { Budget } from './budget.ts'
import { type ByteSource, partOf } from './byte-source.ts'
import { decodeName } from './tar-header.ts'

// The central directory of a zip: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

export interface ZipEntry {
  name: string
  /** Unpacked, as the directory claims. */
  size: number
  packedSize: number
  /** Of the local header, from the archive's start. */
  offset: number
  /** 0 stored, 8 deflated; others are not read. */
  method: number
  isEncrypted: boolean
  /** Unix permissions and kind; 0 if unknown. */
  mode: number
}

export interface ZipDirectory {
  entries: ZipEntry[]
  /** Without what stands in front of the archive, such as the script of an executable jar. */
  source: ByteSource
}

const endBytes = 22
/** Looked at. */
const maxEnds = 100
const maxCommentBytes = 65_535
const maxDirectoryBytes = 256 * 1024 * 1024

/** Throws ArchiveFault if there is no directory. What it says counts, not the local headers. */
export async function readZipDirectory(source: ByteSource, budget: Budget): Promise<ZipDirectory> {
  const tailStart = Math.max(0, source.size - endBytes - maxCommentBytes)
  const tail = await source.read(tailStart, source.size)
  const end = await findEnd(source, { tail, tailStart })
  const entries = await readEntries(end, budget)
  return { entries, source: end.source }
}

interface End {
  source: ByteSource
  /** Of the central directory, from the archive's start. */
  start: number
  size: number
  count: number
}

interface Tail {
  tail: Uint8Array
  tailStart: number
}

/** The last end record with a directory before it, first of those whose comment fits: it may contain something that looks like one. */
async function findEnd(source: ByteSource, { tail, tailStart }: Tail): Promise<End> {
  const view = viewOf(tail)
  const reaches = (at: number) => at + endBytes + view.getUint16(at + 20, true) === tail.length
  const found: number[] = []
  for (let at = tail.length - endBytes; at >= 0; at--)
    if (view.getUint32(at, true) === 0x06054b50) found.push(at)
  for (const at of [...found.filter(reaches), ...found.filter((each) => !reaches(each))].slice(0, maxEnds)) {
    const end = await endAt(source, { view, at, tailStart })
    if (end) return end
  }
  throw new ArchiveFault('archive-broken', 'The zip archive is broken: it has no directory.')
}

async function endAt(
  source: ByteSource,
  { view, at, tailStart }: { view: DataView; at: number; tailStart: number },
): Promise<End | null> {
  const small = {
    count: view.getUint16(at + 10, true),
    size: view.getUint32(at + 12, true),
    start: view.getUint32(at + 16, true),
  }
  const isLarge = small.count === 0xffff || small.size === 0xffffffff || small.start === 0xffffffff
  const position = tailStart + at
  const large = isLarge ? await readLarge(source, position - 20) : null
  const { count, size, start } = large ?? small
  const directory = (large?.position ?? position) - size
  const prefix = directory - start
  if (prefix < 0 || size > maxDirectoryBytes) return null
  const magic = await source.read(directory, directory + 4)
  if (count > 0 && (magic.length < 4 || viewOf(magic).getUint32(0, true) !== 0x02014b50)) return null
  return { source: partOf(source, prefix, source.size - prefix), start, size, count }
}

/** The zip64 end record, by its locator. */
async function readLarge(source: ByteSource, locatorAt: number) {
  const locator = await source.read(Math.max(0, locatorAt), Math.max(0, locatorAt) + 20)
  if (locatorAt < 0 || locator.length < 20 || viewOf(locator).getUint32(0, true) !== 0x07064b50) return null
  const named = Number(viewOf(locator).getBigUint64(8, true))
  // With a prefix, the named position is too low; the record ends where the locator starts.
  for (const position of [named, locatorAt - 56]) {
    const bytes = await source.read(position, position + 56)
    if (bytes.length < 56 || viewOf(bytes).getUint32(0, true) !== 0x06064b50) continue
    const view = viewOf(bytes)
    const [count, size, start] = [32, 40, 48].map((at) => Number(view.getBigUint64(at, true)))
    return { count: count!, size: size!, start: start!, position }
  }
  return null
}

async function readEntries({ source, start, size }: End, budget: Budget): Promise<ZipEntry[]> {
  const bytes = await source.read(start, start + size)
  const view = viewOf(bytes)
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= bytes.length;) {
    if (view.getUint32(at, true) !== 0x02014b50) break
    budget.spendEntry()
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const name = bytes.subarray(at + 46, at + 46 + nameSize!)
    const extra = bytes.subarray(at + 46 + nameSize!, at + 46 + nameSize! + extraSize!)
    entries.push(withLargeSizes(entryAt(view, at, decodeName(name)), extra))
    at += 46 + nameSize! + extraSize! + commentSize!
  }
  return entries
}

const entryAt = (view: DataView, at: number, name: string): ZipEntry => ({
  name: name.replaceAll('\\', '/'),
  isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
  method: view.getUint16(at + 10, true),
  packedSize: view.getUint32(at + 20, true),
  size: view.getUint32(at + 24, true),
  mode: view.getUint16(at + 40, true),
  offset: view.getUint32(at + 42, true),
})

/** Values of 32 set bits are in the zip64 field, in this order. */
function withLargeSizes(entry: ZipEntry, extra: Uint8Array): ZipEntry {
  const keys = (['size', 'packedSize', 'offset'] as const).filter((key) => entry[key] === 0xffffffff)
  const view = viewOf(extra)
  for (let at = 0; at + 4 <= extra.length && keys.length > 0;) {
    const length = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1)
      for (const [index, key] of keys.entries())
        if (8 * (index + 1) <= length && at + 12 + 8 * index <= extra.length)
          entry = { ...entry, [key]: Number(view.getBigUint64(at + 4 + 8 * index, true)) }
    at += 4 + length
  }
  return entry
}
