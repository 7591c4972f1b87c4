import { viewOf } from '../../../byte-view.ts'
import { base64OfBytes } from '../../parsers/base64.ts'

// The layout of bun.lockb: https://github.com/oven-sh/bun/blob/main/src/install/lockfile/bun.lockb.zig

/** A package of a bun.lockb. */
export interface BunEntry {
  name: string
  /** 'root', 'registry', 'git' or another kind of source; '' if it is unknown. */
  kind: string
  /** The version of one from a registry, otherwise how it is addressed: 'github:owner/repository#commit', 'file:../folder'. */
  version: string
  /** Of the archive; '' if there is none. */
  address: string
  /** 'sha512-…'; '' if there is none. */
  integrity: string
  needs: BunNeed[]
}

export interface BunNeed {
  name: string
  range: string
  isDevelopment: boolean
  isOptional: boolean
  isPeer: boolean
  /** The entry that it gets; undefined if it gets none. */
  target: number | undefined
}

export interface BunBuffers {
  /** 2 or 3. */
  version: number
  entries: BunEntry[]
  /** Names of packages whose versions the project sets, whatever asks for them. */
  overrides: string[]
}

export const bunStart = '#!/usr/bin/env bun\nbun-lockfile-format-v0\n'
const versionAt = bunStart.length
/** Behind the version are a hash and the size of the whole. */
const tableAt = versionAt + 4 + 32 + 8
const needBytes = 26
/** Of each column, in bytes; a version is three numbers, of 4 bytes in format 2 and of 8 in format 3. */
const widths = { name: 8, hash: 8, source: 64, needs: 8, targets: 8, meta: 88 }
const sourceBytes = new Map([
  [2, 64],
  [3, 72],
])

/** The format's version, whether it is known or not; null if it is no such file. */
export const bunVersion = (bytes: Uint8Array): number | null =>
  bytes.length >= tableAt && latin1.decode(bytes.subarray(0, versionAt)) === bunStart
    ? viewOf(bytes).getUint32(versionAt, true)
    : null

const latin1 = new TextDecoder('latin1')
const utf8 = new TextDecoder()

/** Throws RangeError if a position is outside of the file. */
export function readBuffers(bytes: Uint8Array): BunBuffers {
  const version = bunVersion(bytes) ?? 0
  const file = cursorOf(bytes, tableAt)
  const [count, , , begin, end] = [file.size(), file.size(), file.size(), file.size(), file.size()] as const
  const sizes = { ...widths, source: sourceBytes.get(version) ?? 0 }
  const columns = columnsOf(slice(bytes, begin, end), count, sizes)
  file.moveTo(end)
  const buffers = Array.from({ length: 6 }, () => file.array())
  const [, , targets, needs, , texts] = buffers as [Uint8Array, Uint8Array, ...Uint8Array[]]
  const shared = { texts: texts!, needs: needs!, targets: targets!, left: needs!.length / needBytes }
  const entries = Array.from({ length: count }, (_, index) => entryOf(columns(index), shared, version))
  return { version, entries, overrides: overridesIn(file, texts!) }
}

interface Cursor {
  /** A number of 8 bytes. */
  size(): number
  moveTo(position: number): void
  /** Says where it begins and ends; what follows it is next. */
  array(): Uint8Array
  tag(): string
}

function cursorOf(bytes: Uint8Array, start: number): Cursor {
  const view = viewOf(bytes)
  let at = start
  const size = () => {
    const value = Number(view.getBigUint64(at, true))
    at += 8
    return value
  }
  return {
    size,
    moveTo: (position) => (at = position),
    array() {
      const part = slice(bytes, size(), size())
      at = part.byteOffset - bytes.byteOffset + part.length
      return part
    },
    tag: () => latin1.decode(slice(bytes, at, (at += 8))),
  }
}

function slice(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (!(start <= end && end <= bytes.length)) throw new RangeError('outside of the file')
  return bytes.subarray(start, end)
}

type Row = Record<keyof typeof widths, Uint8Array>

/** Columns follow each other, each with all its values. */
function columnsOf(table: Uint8Array, count: number, sizes: typeof widths): (index: number) => Row {
  const starts = new Map<string, number>()
  let at = 0
  for (const [name, width] of Object.entries(sizes)) {
    starts.set(name, at)
    at += width * count
  }
  if (!(at <= table.length)) throw new RangeError('outside of the file')
  const cell = (name: keyof typeof widths, index: number) => {
    const start = starts.get(name)! + sizes[name] * index
    return table.subarray(start, start + sizes[name])
  }
  return (index) => ({
    name: cell('name', index),
    hash: cell('hash', index),
    source: cell('source', index),
    needs: cell('needs', index),
    targets: cell('targets', index),
    meta: cell('meta', index),
  })
}

interface Shared {
  texts: Uint8Array
  needs: Uint8Array
  targets: Uint8Array
  /** Every need is of one package. */
  left: number
}

function entryOf({ name, source, needs, meta }: Row, shared: Shared, version: number): BunEntry {
  const { texts } = shared
  const text = (bytes: Uint8Array, at: number) => textAt(bytes, at, texts)
  return {
    name: text(name, 0),
    ...sourceOf(source, text, version),
    integrity: integrityOf(meta.subarray(20)),
    needs: needsOf(needs, shared),
  }
}

/** Up to 8 bytes, or where it is and how long, with the highest bit set. Longer texts than names and addresses are cut. */
function textAt(bytes: Uint8Array, at: number, texts: Uint8Array): string {
  const field = bytes.subarray(at, at + 8)
  if ((field[7]! & 0x80) === 0) {
    const end = field.indexOf(0)
    return utf8.decode(end < 0 ? field : field.subarray(0, end))
  }
  const view = viewOf(field)
  const [start, length] = [view.getUint32(0, true), view.getUint32(4, true) & 0x7fffffff]
  return utf8.decode(slice(texts, start, start + length).subarray(0, maxTextBytes))
}

const maxTextBytes = 4_096

const kinds = new Map([
  [1, 'root'],
  [2, 'registry'],
  [4, 'file'],
  [8, 'archive'],
  [16, 'github'],
  [24, 'gitlab'],
  [32, 'git'],
  [64, 'link'],
  [72, 'workspace'],
  [80, 'archive'],
])

type TextIn = (bytes: Uint8Array, at: number) => string

function sourceOf(
  source: Uint8Array,
  text: TextIn,
  format: number,
): Pick<BunEntry, 'kind' | 'version' | 'address'> {
  const kind = kinds.get(source[0]!) ?? ''
  if (kind === 'registry') return { kind, version: versionOf(source, text, format), address: text(source, 8) }
  if (kind === 'git' || kind === 'github' || kind === 'gitlab')
    return { kind, version: repositoryOf(kind, source, text), address: '' }
  const named = kind === '' || kind === 'root' ? '' : text(source, 8)
  return { kind, version: kind === 'archive' ? named : `${kind}:${named}`, address: '' }
}

/** Numbers, then what follows '-' and '+', each a text and its hash. */
function versionOf(source: Uint8Array, text: TextIn, format: number): string {
  const view = viewOf(source)
  const isWide = format === 3
  const numbers = [0, 1, 2].map((index) =>
    isWide ? view.getBigUint64(16 + 8 * index, true) : view.getUint32(16 + 4 * index, true),
  )
  const tags = isWide ? 40 : 32
  const [before, build] = [text(source, tags), text(source, tags + 16)]
  return `${numbers.join('.')}${before === '' ? '' : `-${before}`}${build === '' ? '' : `+${build}`}`
}

/** Owner, repository, what was asked for, and the commit, which names the folder of GitHub's archive. */
function repositoryOf(kind: string, source: Uint8Array, text: TextIn): string {
  const [owner, repository, , resolved] = [8, 16, 24, 32].map((at) => text(source, at)) as [
    string,
    string,
    string,
    string,
  ]
  const commit = resolved.slice(resolved.lastIndexOf('-') + 1)
  const path = owner === '' ? repository : `${owner}/${repository}`
  return `${kind}${kind === 'git' ? '+' : ':'}${path}${commit === '' ? '' : `#${commit}`}`
}

const algorithms: readonly [name: string, bytes: number][] = [
  ['', 0],
  ['sha1', 20],
  ['sha256', 32],
  ['sha384', 48],
  ['sha512', 64],
]

function integrityOf(bytes: Uint8Array): string {
  const [name, length] = algorithms[bytes[0]!] ?? ['', 0]
  return name === '' ? '' : `${name}-${base64OfBytes(bytes.subarray(1, 1 + length))}`
}

const noTarget = 0xffffffff

function needsOf(range: Uint8Array, shared: Shared): BunNeed[] {
  const view = viewOf(range)
  const [first, count] = [view.getUint32(0, true), view.getUint32(4, true)]
  shared.left -= count
  if (shared.left < 0) throw new RangeError('more than there are')
  return Array.from({ length: count }, (_, index) => needAt(first + index, shared))
}

/** Name, its hash, bits, the kind of range, and the range. */
function needAt(index: number, { needs, targets, texts }: Shared): BunNeed {
  const bytes = slice(needs, needBytes * index, needBytes * (index + 1))
  const target = viewOf(slice(targets, 4 * index, 4 * index + 4)).getUint32(0, true)
  const bits = bytes[16]!
  return {
    name: textAt(bytes, 0, texts),
    range: textAt(bytes, 18, texts),
    isOptional: (bits & 4) !== 0,
    isDevelopment: (bits & 8) !== 0,
    isPeer: (bits & 16) !== 0,
    target: target === noTarget ? undefined : target,
  }
}

/** What newer versions of Bun append, in this order: a tag, and so many arrays. */
const appended: readonly [tag: string, arrays: number][] = [
  ['wOrKsPaC', 4],
  ['tRuStEDd', 1],
  ['eMpTrUsT', 0],
  ['oVeRriDs', 2],
]

/** The second array of overrides are dependencies. Files of old versions end before. */
function overridesIn(file: Cursor, texts: Uint8Array): string[] {
  try {
    file.size()
    for (;;) {
      const tag = file.tag()
      const arrays = appended.find(([own]) => own === tag)?.[1]
      if (arrays === undefined) return []
      const found = Array.from({ length: arrays }, () => file.array())
      if (tag !== 'oVeRriDs') continue
      const needs = found[1]!
      return Array.from({ length: Math.floor(needs.length / needBytes) }, (_, index) =>
        textAt(needs, needBytes * index, texts),
      )
    }
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
