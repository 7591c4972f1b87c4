import { viewOf } from '../../../byte-view.ts'

// Pages of an SQLite database with its write-ahead log: https://www.sqlite.org/fileformat2.html

export interface Pages {
  /** From 1; null if there is none. */
  page(number: number): Uint8Array | null
  count: number
  /** Bytes of a page that are used. */
  usable: number
}

const magic = 'SQLite format 3\0'

/** log: of the file '-wal', whose pages are newer. null if it is not a database. */
export function openPages(bytes: Uint8Array, log: Uint8Array | null): Pages | null {
  if (bytes.length < 100 || !magic.split('').every((char, at) => bytes[at] === char.charCodeAt(0)))
    return null
  const view = viewOf(bytes)
  const stated = view.getUint16(16)
  const size = stated === 1 ? 65_536 : stated
  if (size < 512 || (size & (size - 1)) !== 0) return null
  const newer = log === null ? new Map<number, Uint8Array>() : readLog(log, size)
  const count = Math.max(Math.floor(bytes.length / size), ...newer.keys())
  return {
    count,
    usable: size - bytes[20]!,
    page(number) {
      const start = (number - 1) * size
      const own = number >= 1 && start + size <= bytes.length ? bytes.subarray(start, start + size) : null
      return newer.get(number) ?? own
    },
  }
}

/**
 * The committed pages of a write-ahead log. Frames of another salt are left from before, and those whose checksum is wrong
 * were not written completely: both end it.
 */
function readLog(log: Uint8Array, pageSize: number): Map<number, Uint8Array> {
  const committed = new Map<number, Uint8Array>()
  if (log.length < 32) return committed
  const view = viewOf(log)
  const start = view.getUint32(0)
  if ((start | 1) !== 0x377f0683 || view.getUint32(8) !== pageSize) return committed
  const isBig = (start & 1) === 1
  let sums = checksum(log.subarray(0, 24), [0, 0], isBig)
  if (sums[0] !== view.getUint32(24) || sums[1] !== view.getUint32(28)) return committed
  const pending = new Map<number, Uint8Array>()
  for (let at = 32; at + 24 + pageSize <= log.length; at += 24 + pageSize) {
    const hasSalt =
      view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20)
    if (!hasSalt) break
    const content = log.subarray(at + 24, at + 24 + pageSize)
    sums = checksum(content, checksum(log.subarray(at, at + 8), sums, isBig), isBig)
    if (sums[0] !== view.getUint32(at + 16) || sums[1] !== view.getUint32(at + 20)) break
    pending.set(view.getUint32(at), content)
    if (view.getUint32(at + 4) === 0) continue
    for (const [number, page] of pending) committed.set(number, page)
    pending.clear()
  }
  return committed
}

/** https://www.sqlite.org/fileformat2.html#checksum_algorithm */
function checksum(bytes: Uint8Array, [a, b]: [number, number], isBig: boolean): [number, number] {
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + view.getUint32(at, !isBig) + b) >>> 0
    b = (b + view.getUint32(at + 4, !isBig) + a) >>> 0
  }
  return [a, b]
}
