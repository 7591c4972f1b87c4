import { createHash } from 'node:crypto'
import { maxBytesInMemory, type SpooledFile, spool } from './spool.ts'

/** A received file: in memory if small, otherwise on disk with its beginning in memory. */
export interface ReceivedFile {
  bytes: Uint8Array
  spooled?: SpooledFile
}

/** Leading bytes of a file on disk, used to detect its format. */
const beginningBytes = 4096

/** Consumes a stream. roomBytes: remaining memory budget. Throws 413 as soon as it is larger than maxBytes. */
export async function receiveFile(
  stream: AsyncIterable<Uint8Array>,
  roomBytes = maxBytesInMemory,
  maxBytes = Infinity,
): Promise<ReceivedFile> {
  const buffered: Uint8Array[] = []
  let size = 0
  const iterator = stream[Symbol.asyncIterator]()
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    buffered.push(next.value)
    size += next.value.length
    if (size > roomBytes) return spoolAll(buffered, iterator, maxBytes)
  }
  return { bytes: joined(buffered) }
}

async function spoolAll(
  held: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  maxBytes: number,
): Promise<ReceivedFile> {
  const bytes = joined(held).slice(0, beginningBytes)
  const spooled = await spool(
    (async function* () {
      while (held.length > 0) yield held.shift()!
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    })(),
    { maxBytes },
  )
  return { bytes, spooled }
}

export const digestOf = ({ bytes, spooled }: ReceivedFile): Uint8Array =>
  spooled?.digest ?? createHash('sha256').update(bytes).digest()

export const sizeOf = ({ bytes, spooled }: ReceivedFile): number => spooled?.size ?? bytes.length

function joined(chunks: Uint8Array[]): Uint8Array {
  const joined = Buffer.concat(chunks)
  return new Uint8Array(joined.buffer, joined.byteOffset, joined.length)
}
