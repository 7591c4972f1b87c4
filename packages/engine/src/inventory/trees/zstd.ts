import { ArchiveFault } from './archive-fault.ts'
import type { Chunks } from './byte-source.ts'
import { type ByteReader, concat, readerOfChunks } from './chunk-reader.ts'
import type { Codecs } from './codecs.ts'

// Frames of zstd (RFC 8878). Node's decoder silently stops after the first one and takes a skippable frame for the end,
// so each is found here and decoded on its own: https://github.com/nodejs/node/issues/64741

const magicBytes = 4

export async function* unzstd(chunks: Chunks, codecs: Codecs): Chunks {
  const reader = readerOfChunks(chunks)
  try {
    for (;;) {
      const magic = await reader.take(magicBytes)
      if (magic.length === 0) return
      if (isSkippable(magic)) await skipFrame(reader)
      else if (isZstdFrame(magic)) yield* codecs.unzstdFrame(frame(reader, magic))
      else throw broken('bytes after a frame are no frame')
    }
  } finally {
    await reader.close()
  }
}

export const isZstdFrame = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd

export const isSkippable = ([a, b, c, d]: Uint8Array): boolean =>
  a !== undefined && a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18

async function skipFrame(reader: ByteReader): Promise<void> {
  const [a = 0, b = 0, c = 0, d = 0] = await exactly(reader, 4)
  const length = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
  if ((await reader.skip(length)) < length) throw broken('it ends within a frame')
}

/** The bytes of a frame, which end with its last block and the checksum. */
async function* frame(reader: ByteReader, magic: Uint8Array): Chunks {
  const descriptor = await exactly(reader, 1)
  const flags = descriptor[0]!
  const isSingle = (flags & 0x20) !== 0
  const contentSize = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!
  const dictionary = [0, 1, 2, 4][flags & 3]!
  const header = await exactly(reader, (isSingle ? 0 : 1) + dictionary + contentSize)
  yield concat([magic, descriptor, header])
  for (let isLast = false; !isLast;) {
    const start = await exactly(reader, 3)
    const word = start[0]! | (start[1]! << 8) | (start[2]! << 16)
    isLast = (word & 1) === 1
    // A block of one repeated byte contains just that.
    const size = ((word >> 1) & 3) === 1 ? 1 : word >> 3
    const checksum = isLast && (flags & 4) !== 0 ? 4 : 0
    yield concat([start, await exactly(reader, size + checksum)])
  }
}

async function exactly(reader: ByteReader, length: number): Promise<Uint8Array> {
  const bytes = await reader.take(length)
  if (bytes.length < length) throw broken('it ends within a frame')
  return bytes
}

const broken = (what: string) => new ArchiveFault('archive-broken', `The compressed file is broken: ${what}.`)
