import { deflateSync, gzipSync } from 'node:zlib'
import { bytesOf, concatBytes, little, makeZip } from './make-archives.ts'

/** A section of a test's program. Its address is its offset and this. */
export interface TestSection {
  name: string
  bytes: Uint8Array
  isWritable?: boolean
}

export const baseAddress = 0x400000
const pageBytes = 64

const padded = (bytes: Uint8Array): Uint8Array => {
  const all = new Uint8Array(Math.ceil(bytes.length / pageBytes) * pageBytes)
  all.set(bytes)
  return all
}

interface Laid {
  bodies: Uint8Array[]
  offsets: number[]
  end: number
}

function layOut(parts: readonly Uint8Array[], start: number): Laid {
  const bodies = parts.map(padded)
  const offsets: number[] = []
  let end = start
  for (const { length } of bodies) {
    offsets.push(end)
    end += length
  }
  return { bodies, offsets, end }
}

/** A 64-bit little-endian ELF file; each section is a segment, too. */
export function makeElf(sections: readonly TestSection[]): Uint8Array {
  const names = ['', ...sections.map(({ name }) => name), '.shstrtab']
  const texts = bytesOf(names.map((name) => `${name}\0`).join(''))
  const headerBytes = Math.ceil((64 + 56 * sections.length) / pageBytes) * pageBytes
  const { bodies, offsets, end } = layOut([...sections.map(({ bytes }) => bytes), texts], headerBytes)
  const nameAt = (index: number) => names.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0)
  const header = concatBytes([
    bytesOf('\u007fELF'),
    new Uint8Array([2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    little([
      [2, 2],
      [62, 2],
      [1, 4],
      [baseAddress, 8],
      [64, 8],
      [end, 8],
      [0, 4],
      [64, 2],
      [56, 2],
      [sections.length, 2],
      [64, 2],
      [names.length, 2],
      [names.length - 1, 2],
    ]),
  ])
  const segments = sections.map(({ bytes, isWritable }, index) =>
    little([
      [1, 4],
      [isWritable ? 6 : 4, 4],
      [offsets[index]!, 8],
      [baseAddress + offsets[index]!, 8],
      [baseAddress + offsets[index]!, 8],
      [bytes.length, 8],
      [bytes.length, 8],
      [pageBytes, 8],
    ]),
  )
  const table = names.map((_, index) => {
    const offset = index === 0 ? 0 : offsets[index - 1]!
    const size = index === 0 ? 0 : index <= sections.length ? sections[index - 1]!.bytes.length : texts.length
    return little([
      [nameAt(index), 4],
      [index === 0 ? 0 : 1, 4],
      [0, 8],
      [index === 0 ? 0 : baseAddress + offset, 8],
      [offset, 8],
      [size, 8],
      [0, 4],
      [0, 4],
      [1, 8],
      [0, 8],
    ])
  })
  const head = new Uint8Array(headerBytes)
  head.set(concatBytes([header, ...segments]))
  return concatBytes([head, ...bodies, ...table])
}

/** A 64-bit PE file. */
export function makePe(sections: readonly TestSection[]): Uint8Array {
  const headerBytes = Math.ceil((64 + 24 + 112 + 40 * sections.length) / pageBytes) * pageBytes
  const { bodies, offsets } = layOut(
    sections.map(({ bytes }) => bytes),
    headerBytes,
  )
  const dos = new Uint8Array(64)
  dos.set(bytesOf('MZ'))
  dos[0x3c] = 64
  const optional = new Uint8Array(112)
  optional.set(little([[0x20b, 2]]))
  optional.set(little([[baseAddress, 8]]), 24)
  const coff = little([
    [0x8664, 2],
    [sections.length, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [112, 2],
    [0x22, 2],
  ])
  const table = sections.map(({ name, bytes, isWritable }, index) =>
    concatBytes([
      bytesOf(name.padEnd(8, '\0').slice(0, 8)),
      little([
        [bytes.length, 4],
        [offsets[index]!, 4],
        [bytes.length, 4],
        [offsets[index]!, 4],
        [0, 4],
        [0, 4],
        [0, 4],
        [isWritable ? 0xc0000040 : 0x40000040, 4],
      ]),
    ]),
  )
  const head = new Uint8Array(headerBytes)
  head.set(concatBytes([dos, bytesOf('PE\0\0'), coff, optional, ...table]))
  return concatBytes([head, ...bodies])
}

/** A 64-bit Mach-O file with one segment. */
export function makeMachO(sections: readonly TestSection[]): Uint8Array {
  const commandBytes = 72 + 80 * sections.length
  const headerBytes = Math.ceil((32 + commandBytes) / pageBytes) * pageBytes
  const { bodies, offsets, end } = layOut(
    sections.map(({ bytes }) => bytes),
    headerBytes,
  )
  const name16 = (name: string) => bytesOf(name.padEnd(16, '\0').slice(0, 16))
  const header = little([
    [0xfeedfacf, 4],
    [0x100000c, 4],
    [0, 4],
    [2, 4],
    [1, 4],
    [commandBytes, 4],
    [0, 8],
  ])
  const segment = concatBytes([
    little([
      [0x19, 4],
      [commandBytes, 4],
    ]),
    name16('__DATA'),
    little([
      [baseAddress, 8],
      [end, 8],
      [0, 8],
      [end, 8],
      [3, 4],
      [3, 4],
      [sections.length, 4],
      [0, 4],
    ]),
  ])
  const table = sections.map(({ name, bytes }, index) =>
    concatBytes([
      name16(name),
      name16('__DATA'),
      little([
        [baseAddress + offsets[index]!, 8],
        [bytes.length, 8],
        [offsets[index]!, 4],
        [0, 4],
        [0, 4],
        [0, 4],
        [0, 4],
        [0, 4],
        [0, 4],
        [0, 4],
      ]),
    ]),
  )
  const head = new Uint8Array(headerBytes)
  head.set(concatBytes([header, segment, ...table]))
  return concatBytes([head, ...bodies])
}

/** Several programs in one file. */
export function makeUniversal(programs: readonly Uint8Array[]): Uint8Array {
  const big = (value: number) => little([[value, 4]]).toReversed()
  const { bodies, offsets } = layOut(programs, 8 + 20 * programs.length)
  const table = programs.flatMap(({ length }, index) => [7, 3, offsets[index]!, length, 6].map(big))
  return concatBytes([big(0xcafebabe), big(programs.length), ...table, ...bodies])
}

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))]

/** A WebAssembly module with custom sections. */
export const makeWasm = (sections: readonly TestSection[]): Uint8Array =>
  concatBytes([
    bytesOf('\0asm'),
    little([[1, 4]]),
    ...sections.map(({ name, bytes }) => {
      const body = concatBytes([new Uint8Array(varint(name.length)), bytesOf(name), bytes])
      return concatBytes([new Uint8Array([0, ...varint(body.length)]), body])
    }),
  ])

const goMagic = concatBytes([new Uint8Array([0xff]), bytesOf(' Go buildinf:')])
const marked = (modules: string) =>
  modules === '' ? new Uint8Array() : bytesOf(`0123456789abcdef${modules}fedcba9876543210`)

/** What Go's linker writes since 1.18: both texts follow. */
export function makeBuildInfo(version: string, modules: string): Uint8Array {
  const head = new Uint8Array(32)
  head.set(goMagic)
  head.set([8, 2], 14)
  const texts = [bytesOf(version), marked(modules)]
  return concatBytes([head, ...texts.flatMap((text) => [new Uint8Array(varint(text.length)), text])])
}

/** Before: addresses of both, each an address and a length. at: the address of this. */
export function makeOldBuildInfo(version: string, modules: string, at: number): Uint8Array {
  const head = new Uint8Array(32)
  head.set(goMagic)
  head.set([8, 0], 14)
  head.set(
    little([
      [at + 32, 8],
      [at + 48, 8],
    ]),
    16,
  )
  const texts = [bytesOf(version), marked(modules)] as const
  const headers = little([
    [at + 64, 8],
    [texts[0].length, 8],
    [at + 64 + texts[0].length, 8],
    [texts[1].length, 8],
  ])
  return concatBytes([head, headers, ...texts])
}

/** What cargo-auditable links into a program. */
export const makeAuditable = (packages: readonly object[]): Uint8Array =>
  new Uint8Array(deflateSync(JSON.stringify({ packages })))

/** A note of the package that a program is from. */
export function makeNote(json: object): Uint8Array {
  const text = bytesOf(`${JSON.stringify(json)}\0`)
  const body = new Uint8Array(Math.ceil(text.length / 4) * 4)
  body.set(text)
  return concatBytes([
    little([
      [4, 4],
      [text.length, 4],
      [0xcafe1a7e, 4],
    ]),
    bytesOf('FDO\0'),
    body,
  ])
}

const bundleMark = Uint8Array.from(
  '8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae'.match(/../g)!,
  (hex) => Number.parseInt(hex, 16),
)

/** A single file of .NET with its list of packages. */
export function makeDotnetFile(deps: Uint8Array): Uint8Array {
  const host = (header: number) =>
    makeElf([{ name: '.data', bytes: concatBytes([little([[header, 8]]), bundleMark]) }])
  const { length } = host(1)
  const id = bytesOf('abcdef')
  return concatBytes([
    host(length + deps.length),
    deps,
    little([
      [6, 4],
      [0, 4],
      [1, 4],
      [id.length, 1],
    ]),
    id,
    little([
      [length, 8],
      [deps.length, 8],
      [0, 8],
      [0, 8],
      [0, 8],
    ]),
  ])
}

/** A native image of GraalVM with its SBOM. */
export function makeNativeImage(sbom: Uint8Array): Uint8Array {
  const packed = new Uint8Array(gzipSync(sbom))
  // Sections follow the headers of 5 segments.
  const at = 384
  const lengthAt = at + Math.ceil(packed.length / pageBytes) * pageBytes
  const symbol = (name: number, value: number) =>
    little([
      [name, 4],
      [0, 4],
      [baseAddress + value, 8],
      [0, 8],
    ])
  return makeElf([
    { name: '.svm_heap', bytes: packed },
    { name: '.rodata', bytes: little([[packed.length, 8]]) },
    { name: '.dynsym', bytes: concatBytes([symbol(1, at), symbol(6, lengthAt)]) },
    { name: '.dynstr', bytes: bytesOf('\0sbom\0sbom_length\0') },
    { name: '.text', bytes: new Uint8Array(64) },
  ])
}

const wide = (text: string) => new Uint8Array(Buffer.from(`${text}\0`, 'utf16le'))
const toFour = (bytes: Uint8Array) => concatBytes([bytes, new Uint8Array((4 - (bytes.length % 4)) % 4)])

/** A block of a version resource: its lengths, a name, its value, and blocks in it. */
function versionBlock(key: string, value: Uint8Array, inner: readonly Uint8Array[] = []): Uint8Array {
  const head = toFour(concatBytes([new Uint8Array(6), wide(key)]))
  const block = concatBytes([head, toFour(value), ...inner.map(toFour)])
  const size = inner.length > 0 ? block.length : head.length + value.length
  block.set(
    little([
      [size, 2],
      [value.length, 2],
    ]),
  )
  return block.subarray(0, size)
}

/** A library for Windows that says of itself what these texts do. */
export function makeVersioned(texts: Readonly<Record<string, string>>): Uint8Array {
  const strings = Object.entries(texts).map(([key, value]) => versionBlock(key, wide(value)))
  const table = versionBlock('040904b0', new Uint8Array(), strings)
  const info = versionBlock('StringFileInfo', new Uint8Array(), [table])
  const languages = versionBlock('VarFileInfo', new Uint8Array(), [
    versionBlock('Translation', new Uint8Array(4)),
  ])
  const version = versionBlock('VS_VERSION_INFO', new Uint8Array(52), [languages, info])
  const folder = (id: number, at: number) =>
    little([
      [0, 8],
      [0, 4],
      [0, 2],
      [1, 2],
      [id, 4],
      [at, 4],
    ])
  const isFolder = 0x80000000
  // The only section follows the headers, and what is in it three folders and where that is.
  const data = little([
    [256 + 88, 4],
    [version.length, 4],
    [0, 8],
  ])
  const folders = [folder(16, isFolder + 24), folder(1, isFolder + 48), folder(1033, 72)]
  return makePe([{ name: '.rsrc', bytes: concatBytes([...folders, data, version]) }])
}

/** A program that UPX has packed. */
export function makePacked(): Uint8Array {
  const program = makeElf([{ name: '.text', bytes: new Uint8Array(64) }])
  program.set(bytesOf('UPX!'), 130)
  return program
}

/** An application of Python in one file, larger than what is not worth looking at. */
export function makeZipapp(files: Parameters<typeof makeZip>[0]): Uint8Array {
  const noise = Array.from({ length: 2_000 }, (_, index) => String.fromCharCode(33 + ((index * index) % 89)))
  return concatBytes([bytesOf('#!/usr/bin/env python3\n'), makeZip([['code.py', noise.join('')], ...files])])
}
