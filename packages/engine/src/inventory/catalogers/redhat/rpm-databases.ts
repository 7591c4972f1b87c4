import { viewOf } from '../../../byte-view.ts'
import { concat } from '../../trees/chunk-reader.ts'
import { maxHeaderBytes } from './rpm-header.ts'
import { openPages } from './sqlite-pages.ts'
import { readTable } from './sqlite-table.ts'

/** Headers of the installed packages. problem: why some or all are missing; null if none are. */
export interface RpmHeaders {
  headers: Uint8Array[]
  problem: string | null
}

const none = (problem: string): RpmHeaders => ({ headers: [], problem })

/** By the name of the file. log: of SQLite's. */
export function readHeaders(name: string, bytes: Uint8Array, log: () => Uint8Array | null): RpmHeaders {
  if (name === 'rpmdb.sqlite') return readSqlite(bytes, log())
  return name === 'Packages.db' ? readNdb(bytes) : readBerkeley(bytes)
}

/** rpmdb.sqlite of rpm 4.16 and later. Its newest rows may stand in the log alone. */
export function readSqlite(bytes: Uint8Array, log: Uint8Array | null): RpmHeaders {
  const pages = openPages(bytes, log)
  if (!pages) return none('it is no SQLite database')
  const { rows, isBroken } = readTable(pages, 'Packages')
  const headers = rows.flatMap((row) => row.find((value) => value instanceof Uint8Array) ?? [])
  return { headers, problem: isBroken ? 'some of its pages cannot be read' : null }
}

const slotBytes = 16
const ndbPageBytes = 4_096
const maxSlotPages = 2_048

/** Packages.db of SUSE: https://github.com/rpm-software-management/rpm/blob/master/lib/backend/ndb/rpmpkg.c */
function readNdb(bytes: Uint8Array): RpmHeaders {
  if (bytes.length < 32) return none('it is too short')
  const view = viewOf(bytes)
  const slotPages = view.getUint32(12, true)
  if (view.getUint32(0, true) !== 0x506d7052) return none('it is no NDB database')
  if (slotPages > maxSlotPages) return none('it has too many slots')
  const headers: Uint8Array[] = []
  let isBroken = false
  const end = Math.min(slotPages * ndbPageBytes, bytes.length - slotBytes)
  // The first two places hold the database's own header.
  for (let at = 2 * slotBytes; at <= end; at += slotBytes) {
    if (at + slotBytes > bytes.length || view.getUint32(at, true) !== 0x746f6c53) break
    const index = view.getUint32(at + 4, true)
    if (index === 0) continue
    const header = blobAt(bytes, view.getUint32(at + 8, true) * 16, index)
    if (header) headers.push(header)
    else isBroken = true
  }
  return { headers, problem: isBroken ? 'some of its packages cannot be read' : null }
}

function blobAt(bytes: Uint8Array, at: number, index: number): Uint8Array | null {
  if (at + 16 > bytes.length) return null
  const view = viewOf(bytes)
  const length = view.getUint32(at + 12, true)
  if (view.getUint32(at, true) !== 0x53626c42 || view.getUint32(at + 4, true) !== index) return null
  return at + 16 + length <= bytes.length ? bytes.subarray(at + 16, at + 16 + length) : null
}

const kinds = { hash: 13, unsortedHash: 2, overflow: 7 }
const items = { inline: 1, offPage: 3 }
const pageHeaderBytes = 26

interface Hash {
  bytes: Uint8Array
  view: DataView
  isLittle: boolean
  pageSize: number
  pages: number
}

/** Packages of rpm before 4.16: a hash of Berkeley DB, whose values are the headers. */
function readBerkeley(bytes: Uint8Array): RpmHeaders {
  if (bytes.length < 512) return none('it is too short')
  const view = viewOf(bytes)
  const isLittle = view.getUint32(12, true) === 0x061561
  if (!isLittle && view.getUint32(12) !== 0x061561) return none('it is no hash of Berkeley DB')
  const pageSize = view.getUint32(20, isLittle)
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0)
    return none('its pages have an impossible size')
  const hash: Hash = { bytes, view, isLittle, pageSize, pages: Math.floor(bytes.length / pageSize) }
  const headers: Uint8Array[] = []
  let isBroken = false
  for (let number = 1; number < hash.pages; number++) {
    for (const value of valuesOf(hash, number)) {
      if (value) headers.push(value)
      else isBroken = true
    }
  }
  return { headers, problem: isBroken ? 'some of its packages cannot be read' : null }
}

/** Values of a page, whose entries are pairs; null for one that cannot be read. */
function* valuesOf(hash: Hash, number: number): Iterable<Uint8Array | null> {
  const { view, isLittle, pageSize } = hash
  const start = number * pageSize
  const kind = view.getUint8(start + 25)
  if (kind !== kinds.hash && kind !== kinds.unsortedHash) return
  const count = Math.min(view.getUint16(start + 20, isLittle), Math.floor((pageSize - pageHeaderBytes) / 2))
  const offsetAt = (index: number) => view.getUint16(start + pageHeaderBytes + 2 * index, isLittle)
  for (let index = 0; index + 1 < count; index += 2) {
    const [key, value] = [offsetAt(index), offsetAt(index + 1)]
    // Items grow from the page's end: the one before ends where this one starts.
    const keyEnd = index === 0 ? pageSize : offsetAt(index - 1)
    if (key >= keyEnd || value >= key || key >= pageSize || keyEnd > pageSize) yield null
    else if (!isCounter(hash, start + key, start + keyEnd)) yield valueAt(hash, start + value, start + key)
  }
}

/** The value of key 0 is the number of the last package. */
const isCounter = ({ bytes }: Hash, start: number, end: number): boolean =>
  bytes.subarray(start + 1, end).every((byte) => byte === 0)

function valueAt(hash: Hash, start: number, end: number): Uint8Array | null {
  const { bytes, view, isLittle } = hash
  const kind = bytes[start]
  if (kind === items.inline) return bytes.subarray(start + 1, end)
  if (kind !== items.offPage || end - start < 12) return null
  const [first, size] = [view.getUint32(start + 4, isLittle), view.getUint32(start + 8, isLittle)]
  return size > maxHeaderBytes ? null : overflow(hash, first, size)
}

/** A value on a chain of pages; null if it is a cycle or ends too early. */
function overflow(
  { bytes, view, isLittle, pageSize, pages }: Hash,
  first: number,
  size: number,
): Uint8Array | null {
  const parts: Uint8Array[] = []
  let missing = size
  let number = first
  const seen = new Set<number>()
  while (missing > 0) {
    const start = number * pageSize
    const isUsable = number > 0 && number < pages && !seen.has(number) && bytes[start + 25] === kinds.overflow
    if (!isUsable) return null
    seen.add(number)
    const next = view.getUint32(start + 16, isLittle)
    const used = next === 0 ? view.getUint16(start + 22, isLittle) : pageSize - pageHeaderBytes
    const part = bytes.subarray(
      start + pageHeaderBytes,
      start + pageHeaderBytes + Math.min(used, missing, pageSize - pageHeaderBytes),
    )
    if (part.length === 0) return null
    parts.push(part)
    missing -= part.length
    number = next
  }
  return concat(parts)
}
