import type { Budget } from './budget.ts'
import { isBzip2, unbzip2 } from './bzip2.ts'
import { type ByteSource, type Chunks, chunksOf, memorySource } from './byte-source.ts'
import { concat } from './chunk-reader.ts'
import type { Codecs, Hash } from './codecs.ts'
import { isSkippable, isZstdFrame, unzstd } from './zstd.ts'

export type Compression = 'none' | 'gzip' | 'bzip2' | 'zstd' | 'xz'

const starts = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)

/** By the first bytes: the types in a manifest may be wrong. */
export function compressionOf(start: Uint8Array): Compression {
  if (starts(start, 0x1f, 0x8b)) return 'gzip'
  if (isBzip2(start)) return 'bzip2'
  if (starts(start, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return 'xz'
  return isZstdFrame(start) || isSkippable(start) ? 'zstd' : 'none'
}

/** The unpacked bytes, as long as the budget lasts. */
export async function* unpack(
  source: ByteSource,
  compression: Compression,
  { codecs, budget, packedHash }: { codecs: Codecs; budget: Budget; packedHash?: Hash },
): Chunks {
  const packed = packedHash ? hashed(chunksOf(source), packedHash) : chunksOf(source)
  if (compression === 'none') {
    yield* packed
    return
  }
  const unpacked = decoders[compression](packed, codecs)
  let size = 0
  for await (const chunk of unpacked) {
    size += chunk.length
    budget.spendUnpacked(chunk.length)
    budget.checkRatio(size, source.size)
    yield chunk
  }
}

/** A small file as a whole; null if it is larger than maxBytes unpacked. Throws if it is broken. */
export async function unpackFile(
  packed: Uint8Array,
  maxBytes: number,
  context: { codecs: Codecs; budget: Budget },
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of unpack(memorySource(packed), compressionOf(packed), context)) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return concat(chunks)
}

const decoders: Readonly<Record<Exclude<Compression, 'none'>, (packed: Chunks, codecs: Codecs) => Chunks>> = {
  gzip: (packed, codecs) => codecs.gunzip(packed),
  bzip2: unbzip2,
  zstd: unzstd,
  xz: (packed, codecs) => codecs.unxz(packed),
}

/** Passes the chunks on and adds them to a hash. */
export async function* hashed(chunks: Chunks, hash: Hash): Chunks {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
