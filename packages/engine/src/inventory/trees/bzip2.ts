import { ArchiveFault } from './archive-fault.ts'
import { BitReader, type BlockCode, readCode } from './bzip2-code.ts'
import type { Chunks } from './byte-source.ts'
import { type ByteReader, readerOfChunks } from './chunk-reader.ts'

// https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf

const blockStart = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
const streamEnd = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]
/** A block has at most 900,001 symbols of 20 bits. */
const maxPackedBytes = 3 * 1024 * 1024
const chunkBytes = 256 * 1024

/** A stream with a block, or an empty one. */
export const isBzip2 = (start: Uint8Array): boolean =>
  levelOf(start) !== null &&
  [blockStart, streamEnd].some((magic) => magic.every((byte, at) => start[4 + at] === byte))

/** In units of 100,000 bytes: how much a block has at most, from 'BZh1' to 'BZh9'. */
function levelOf([a, b, c, level = 0]: Uint8Array): number | null {
  return a === 0x42 && b === 0x5a && c === 0x68 && level > 0x30 && level < 0x3a ? level - 0x30 : null
}

/** All streams of a file; checksums are verified. Throws ArchiveFault. */
export async function* unbzip2(chunks: Chunks): Chunks {
  const reader = readerOfChunks(chunks)
  try {
    for (;;) {
      const head = await reader.take(4)
      if (head.length === 0) return
      const level = levelOf(head)
      if (level === null) throw broken('bytes after a stream are no stream')
      yield* streamOf(reader, new Uint32Array(level * 100_000))
    }
  } finally {
    await reader.close()
  }
}

/** Blocks begin at any bit. block: memory for the largest one. */
async function* streamOf(reader: ByteReader, block: Uint32Array): Chunks {
  let [bit, checksum] = [0, 0]
  for (;;) {
    const bits = new BitReader(await reader.peek(maxPackedBytes), bit)
    const kind = Array.from({ length: 6 }, () => bits.read(8))
    const expected = readChecksum(bits)
    const isEnd = kind.every((byte, at) => byte === streamEnd[at])
    if (isEnd && expected !== checksum) throw broken('its checksum is wrong')
    if (!isEnd) {
      if (kind.some((byte, at) => byte !== blockStart[at])) throw broken('a block does not begin as one')
      yield* blockOf(bits, block, expected)
      checksum = ((checksum << 1) | (checksum >>> 31)) ^ expected
      checksum >>>= 0
    }
    await reader.skip(isEnd ? Math.ceil(bits.position / 8) : Math.floor(bits.position / 8))
    if (isEnd) return
    bit = bits.position % 8
  }
}

const readChecksum = (bits: BitReader) => bits.read(16) * 2 ** 16 + bits.read(16)

function* blockOf(bits: BitReader, block: Uint32Array, expected: number): Generator<Uint8Array> {
  if (bits.read(1) === 1) throw broken('its blocks are of the format before 1.0')
  const origin = bits.read(24)
  const size = readSymbols(readCode(bits), block)
  if (origin >= size) throw broken('a block has no start')
  sortBack(block, size)
  let checksum = 0xffffffff
  for (const chunk of expand(block, size, block[origin]! >>> 8)) {
    checksum = addChecksum(checksum, chunk)
    yield chunk
  }
  if (~checksum >>> 0 !== expected) throw broken('its checksum is wrong')
}

/** Undoes Huffman codes, runs, and moving to the front. Returns the number of bytes, which are the low ones of block. */
function readSymbols({ next, used }: BlockCode, block: Uint32Array): number {
  const order = used.slice()
  const end = used.length + 1
  let [size, run, weight] = [0, 0, 1]
  for (;;) {
    const symbol = next()
    if (symbol <= 1) {
      run += (symbol + 1) * weight
      weight *= 2
      if (run > block.length) throw broken('a block is too large')
      continue
    }
    if (size + run > block.length) throw broken('a block is too large')
    block.fill(order[0]!, size, size + run)
    size += run
    ;[run, weight] = [0, 1]
    if (symbol === end) return size
    if (size >= block.length) throw broken('a block is too large')
    const byte = order[symbol - 1]!
    order.copyWithin(1, 0, symbol - 1)
    order[0] = byte
    block[size++] = byte
  }
}

/** Undoes the sorting of Burrows and Wheeler: the high 24 bits become where the next byte is. */
function sortBack(block: Uint32Array, size: number): void {
  const starts = new Uint32Array(257)
  for (let at = 0; at < size; at++) starts[(block[at]! & 0xff) + 1]!++
  for (let byte = 0; byte < 256; byte++) starts[byte + 1]! += starts[byte]!
  for (let at = 0; at < size; at++) {
    const place = starts[block[at]! & 0xff]!++
    block[place] = (block[place]! & 0xff) | (at << 8)
  }
}

/** Four equal bytes are followed by how many more there are. */
function* expand(block: Uint32Array, size: number, first: number): Generator<Uint8Array> {
  let chunk = new Uint8Array(chunkBytes)
  let [filled, at, equal, last] = [0, first, 0, -1]
  for (let index = 0; index < size; index++) {
    const entry = block[at]!
    const byte = entry & 0xff
    at = entry >>> 8
    const isCount = equal === 4
    const count = isCount ? byte : 1
    if (filled + count > chunkBytes) {
      yield chunk.subarray(0, filled)
      chunk = new Uint8Array(chunkBytes)
      filled = 0
    }
    chunk.fill(isCount ? last : byte, filled, filled + count)
    filled += count
    equal = isCount ? 0 : byte === last ? equal + 1 : 1
    last = isCount ? -1 : byte
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0)
  return value >>> 0
})

function addChecksum(checksum: number, bytes: Uint8Array): number {
  let value = checksum
  for (const byte of bytes) value = (value << 8) ^ table[(value >>> 24) ^ byte]!
  return value >>> 0
}

const broken = (what: string) => new ArchiveFault('archive-broken', `The compressed file is broken: ${what}.`)
