import { viewOf } from '../../../byte-view.ts'

// The header of an installed package, without the magic of .rpm files: https://rpm.org/docs/latest/manual/hregions.html

/** Values by tag: texts, numbers, or lists of them, of which only the first are read. */
export type RpmHeader = ReadonlyMap<number, string | number>

export const tags = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  vendor: 1011,
  license: 1014,
  arch: 1022,
  sourceRpm: 1044,
  modularity: 5096,
} as const

const wanted: ReadonlySet<number> = new Set(Object.values(tags))
const types = { int32: 4, string: 6, list: 8, i18n: 9 }

const maxEntries = 65_535
export const maxHeaderBytes = 256 * 1024 * 1024

/** null if it is not a header. */
export function readRpmHeader(bytes: Uint8Array): RpmHeader | null {
  if (bytes.length < 8) return null
  const view = viewOf(bytes)
  const [count, size] = [view.getUint32(0), view.getUint32(4)]
  const start = 8 + 16 * count
  if (count === 0 || count > maxEntries || size > maxHeaderBytes || start > bytes.length) return null
  const values = new Map<number, string | number>()
  for (let at = 8; at < start; at += 16) {
    const [tag, type, offset] = [view.getInt32(at), view.getInt32(at + 4), view.getInt32(at + 8)]
    // Of the name, only old packages have several entries; the later one counts.
    if (!wanted.has(tag) || offset < 0 || start + offset >= bytes.length) continue
    const value = valueAt(view, { type, at: start + offset, bytes })
    if (value !== null) values.set(tag, value)
  }
  return values
}

/** Of lists, the first value: of a text in several languages that is the untranslated one. */
function valueAt(
  view: DataView,
  { type, at, bytes }: { type: number; at: number; bytes: Uint8Array },
): string | number | null {
  if (type === types.int32) return at + 4 <= bytes.length ? view.getInt32(at) : null
  if (type !== types.string && type !== types.list && type !== types.i18n) return null
  const end = bytes.indexOf(0, at)
  return decoder.decode(bytes.subarray(at, Math.min(end < 0 ? bytes.length : end, at + maxTextBytes)))
}

const maxTextBytes = 10_000
const decoder = new TextDecoder()
