import { viewOf } from '../../../byte-view.ts'
import { concat } from '../../trees/chunk-reader.ts'
import type { Pages } from './sqlite-pages.ts'

// Rows of a table: https://www.sqlite.org/fileformat2.html#b_tree_pages

/** A column: a number, text, bytes, or null. */
type Value = number | string | Uint8Array | null

const kinds = { inner: 5, leaf: 13 }
const maxRowBytes = 256 * 1024 * 1024
/** Columns of the tables that are read. */
const maxColumns = 20

/** Values of all rows of a table by name, as far as its pages can be read. isBroken: some could not. */
export function readTable(pages: Pages, name: string): { rows: Value[][]; isBroken: boolean } {
  // The first page is the root of the list of tables: type, name, table, root page, SQL.
  const schema = rowsOf(pages, 1)
  const entry = schema.rows.find(([type, own]) => type === 'table' && own === name)
  if (typeof entry?.[3] !== 'number') return { rows: [], isBroken: true }
  const { rows, isBroken } = rowsOf(pages, entry[3])
  return { rows, isBroken: isBroken || schema.isBroken }
}

function rowsOf(pages: Pages, root: number): { rows: Value[][]; isBroken: boolean } {
  const rows: Value[][] = []
  const seen = new Set<number>()
  const pending = [root]
  let isBroken = false
  while (pending.length > 0) {
    const number = pending.pop()!
    const bytes = seen.has(number) ? null : pages.page(number)
    seen.add(number)
    const content = bytes && readPage(bytes, { number, pages })
    if (content) {
      pending.push(...content.children.toReversed())
      for (const row of content.rows) rows.push(row)
    }
    if (!content || content.isBroken) isBroken = true
  }
  return { rows, isBroken }
}

function readPage(bytes: Uint8Array, { number, pages }: { number: number; pages: Pages }) {
  const view = viewOf(bytes)
  const start = number === 1 ? 100 : 0
  const kind = bytes[start]
  if (kind !== kinds.inner && kind !== kinds.leaf) return null
  const isInner = kind === kinds.inner
  const first = start + (isInner ? 12 : 8)
  const count = view.getUint16(start + 3)
  const page = { children: [] as number[], rows: [] as Value[][], isBroken: false }
  for (let at = first; at < first + 2 * count; at += 2) {
    const cell = at + 2 <= bytes.length ? view.getUint16(at) : bytes.length
    if (cell + 4 > bytes.length) page.isBroken = true
    else if (isInner) page.children.push(view.getUint32(cell))
    else {
      const row = readRow(bytes, cell, pages)
      if (row) page.rows.push(row)
      else page.isBroken = true
    }
  }
  if (isInner) page.children.push(view.getUint32(start + 8))
  return page
}

function readRow(bytes: Uint8Array, cell: number, pages: Pages): Value[] | null {
  const size = varint(bytes, cell)
  const id = size && varint(bytes, size.next)
  if (!size || !id || size.value > maxRowBytes) return null
  const payload = payloadAt(bytes, { at: id.next, size: size.value, pages })
  return payload && readRecord(payload, id.value)
}

/** The part on the page and, of a long row, that on overflow pages. */
function payloadAt(
  bytes: Uint8Array,
  { at, size, pages }: { at: number; size: number; pages: Pages },
): Uint8Array | null {
  const { usable } = pages
  const most = usable - 35
  if (size <= most) return at + size <= bytes.length ? bytes.subarray(at, at + size) : null
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (usable - 4))
  const local = fitting <= most ? fitting : least
  if (at + local + 4 > bytes.length) return null
  const parts = [bytes.subarray(at, at + local)]
  let missing = size - local
  let next = numberAt(bytes, at + local, 4)
  for (let steps = 0; missing > 0; steps++) {
    const page = next === 0 || steps > pages.count ? null : pages.page(next)
    if (!page) return null
    const part = page.subarray(4, 4 + Math.min(missing, usable - 4))
    parts.push(part)
    missing -= part.length
    next = numberAt(page, 0, 4)
  }
  return concat(parts)
}

/** https://www.sqlite.org/fileformat2.html#record_format; the id stands for a primary key of whole numbers. */
function readRecord(payload: Uint8Array, id: number): Value[] | null {
  const header = varint(payload, 0)
  if (!header || header.value > payload.length) return null
  const values: Value[] = []
  let [at, content] = [header.next, header.value]
  while (at < header.value && values.length < maxColumns) {
    const type = varint(payload, at)
    if (!type) return null
    at = type.next
    const size = sizeOf(type.value)
    if (content + size > payload.length) return null
    const bytes = payload.subarray(content, content + size)
    values.push(type.value === 0 && values.length === 0 ? id : valueOf(type.value, bytes))
    content += size
  }
  return values
}

const sizeOf = (type: number): number =>
  type >= 12 ? Math.floor((type - 12) / 2) : [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type]!

const decoder = new TextDecoder()

function valueOf(type: number, bytes: Uint8Array): Value {
  if (type >= 12) return type % 2 === 0 ? bytes : decoder.decode(bytes)
  if (type === 8 || type === 9) return type - 8
  // Numbers with a fraction are in no table that is read.
  return type >= 1 && type <= 6 ? numberAt(bytes, 0, bytes.length) : null
}

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (const byte of bytes.subarray(at, at + length)) value = value * 256 + byte
  return value
}

/** Seven bits a byte, the highest first; null at the end. */
function varint(bytes: Uint8Array, at: number): { value: number; next: number } | null {
  let value = 0
  for (let index = 0; index < 9; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    if (index === 8) return { value: value * 256 + byte, next: at + 9 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return null
}
