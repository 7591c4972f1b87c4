import { bytesOf, concatBytes, little } from './make-archives.ts'

export interface RpmFields {
  name: string
  version: string
  release: string
  epoch?: number
  arch?: string
  source?: string
  vendor?: string
  license?: string
  module?: string
  /** Paths with a leading slash. */
  files?: readonly string[]
}

const big = (value: number) => little([[value, 4]]).toReversed()

/** The header of an installed package: without the magic of .rpm files, and with the region entry that stands first. */
export function makeHeader({ epoch, files = [], ...fields }: RpmFields): Uint8Array {
  const texts: [tag: number, text: string | undefined][] = [
    [1000, fields.name],
    [1001, fields.version],
    [1002, fields.release],
    [1011, fields.vendor],
    [1014, fields.license],
    [1022, fields.arch ?? 'x86_64'],
    [1044, fields.source],
    [5096, fields.module],
  ]
  const entries: Uint8Array[] = [concatBytes([big(63), big(7), big(0), big(16)])]
  const content: Uint8Array[] = [new Uint8Array(16)]
  let offset = 16
  const add = ([tag, type, count = 1]: [tag: number, type: number, count?: number], bytes: Uint8Array) => {
    entries.push(concatBytes([big(tag), big(type), big(offset), big(count)]))
    content.push(bytes)
    offset += bytes.length
  }
  if (epoch !== undefined) add([1003, 4], big(epoch))
  for (const [tag, text] of texts) if (text !== undefined) add([tag, 6], bytesOf(`${text}\0`))
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1))
  const folders = files.map((file) => file.slice(0, file.lastIndexOf('/') + 1))
  const listOf = (list: readonly string[]) => bytesOf(list.map((each) => `${each}\0`).join(''))
  add([1118, 8, files.length], listOf(folders))
  add([1117, 8, files.length], listOf(names))
  add([1116, 4, files.length], concatBytes(files.map((_, index) => big(index))))
  return concatBytes([big(entries.length), big(offset), ...entries, ...content])
}

/** SUSE's database. */
export function makeNdb(headers: readonly Uint8Array[]): Uint8Array {
  const slots = new Uint8Array(4096)
  slots.set(
    little([
      [0x506d7052, 4],
      [0, 4],
      [1, 4],
      [1, 4],
      [headers.length + 1, 4],
    ]),
  )
  const blobs: Uint8Array[] = []
  let block = 4096 / 16
  for (let at = 2; at < 256; at++) {
    const header = headers[at - 2]
    slots.set(
      little([
        [0x746f6c53, 4],
        [header ? at - 1 : 0, 4],
        [header ? block : 0, 4],
        [0, 4],
      ]),
      at * 16,
    )
    if (!header) continue
    const blob = concatBytes([
      little([
        [0x53626c42, 4],
        [at - 1, 4],
        [0, 4],
        [header.length, 4],
      ]),
      header,
    ])
    const padded = new Uint8Array(Math.ceil(blob.length / 16) * 16)
    padded.set(blob)
    blobs.push(padded)
    block += padded.length / 16
  }
  return concatBytes([slots, ...blobs])
}

const pageBytes = 512

/** A hash of Berkeley DB: one page of pairs, then chains of pages. inline: values within the page. */
export function makeBerkeley(headers: readonly Uint8Array[], inline: readonly Uint8Array[] = []): Uint8Array {
  const meta = new Uint8Array(pageBytes)
  meta.set(
    little([
      [0x061561, 4],
      [9, 4],
      [pageBytes, 4],
    ]),
    12,
  )
  meta[25] = 8
  const chains: Uint8Array[] = []
  const values = [
    concatBytes([new Uint8Array([1]), little([[headers.length, 4]])]),
    ...inline.map((bytes) => concatBytes([new Uint8Array([1]), bytes])),
    ...headers.map((header) => {
      const first = 2 + chains.length
      chains.push(...chainOf(header, first))
      return concatBytes([
        little([
          [3, 1],
          [0, 3],
          [first, 4],
          [header.length, 4],
        ]),
      ])
    }),
  ]
  return concatBytes([meta, pageOf(values), ...chains])
}

function pageOf(values: readonly Uint8Array[]): Uint8Array {
  const page = new Uint8Array(pageBytes)
  page[25] = 13
  page.set(little([[values.length * 2, 2]]), 20)
  let end = pageBytes
  const put = (bytes: Uint8Array, index: number) => {
    end -= bytes.length
    page.set(bytes, end)
    page.set(little([[end, 2]]), 26 + 2 * index)
  }
  for (const [index, value] of values.entries()) {
    put(concatBytes([new Uint8Array([1]), little([[index, 4]])]), 2 * index)
    put(value, 2 * index + 1)
  }
  return page
}

function chainOf(bytes: Uint8Array, first: number): Uint8Array[] {
  const room = pageBytes - 26
  const count = Math.ceil(bytes.length / room)
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * room, (index + 1) * room)
    const page = new Uint8Array(pageBytes)
    page.set(
      little([
        [index + 1 < count ? first + index + 1 : 0, 4],
        [1, 2],
        [part.length, 2],
      ]),
      16,
    )
    page[25] = 7
    page.set(part, 26)
    return page
  })
}
