import { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Database } from '#platform/database/database.ts'
import { iterateWaitingLonger } from '#platform/database/wait-longer.ts'
import { addPiece, findPiece, type Run } from './run-store.ts'

/** Piece size; statements are copied in memory several times. */
const pieceBytes = 256 * 1024

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Writes a file of an export, compressed and in pieces, while it is generated. */
export async function storeFile(
  db: Database,
  run: Run,
  { format, content }: { format: string; content: Content },
): Promise<void> {
  const source = Readable.from(bytesOf(content), { objectMode: false })
  const compressed = source.pipe(endingWith(source, createZstdCompress()))
  let [number, buffered, bufferedBytes]: [number, Uint8Array[], number] = [0, [], 0]
  const store = async () => {
    await addPiece(db, run, { format, number: number++, content: Buffer.concat(buffered) })
    buffered = []
    bufferedBytes = 0
  }
  try {
    for await (const part of compressed as AsyncIterable<Uint8Array>) {
      buffered.push(part)
      bufferedBytes += part.length
      if (bufferedBytes >= pieceBytes) await store()
    }
    await store()
  } finally {
    source.destroy()
  }
}

/** The original file, in pieces; null when the export was removed since it was looked up. */
export async function openFile(db: Database, run: Run, format: string): Promise<Readable | null> {
  const first = await findPiece(db, { ...run, format, number: 0 })
  if (!first) return null
  const pieces = async function* () {
    for (let piece: typeof first | undefined = first, number = 1; piece; number++) {
      if (piece.content.length > 0) yield piece.content
      piece = await findPiece(db, { ...run, format, number })
    }
  }
  const compressed = Readable.from(iterateWaitingLonger(pieces()), { objectMode: false })
  return compressed.pipe(endingWith(compressed, createZstdDecompress()))
}

async function* bytesOf(content: Content): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    // An empty chunk would end the stream.
    if (bytes.length > 0) yield bytes
  }
}

/** Propagates errors of the source to the reader. */
function endingWith<Stream extends NodeJS.ReadWriteStream & { destroy(error: Error): unknown }>(
  source: Readable,
  stream: Stream,
): Stream {
  source.on('error', (error) => stream.destroy(error))
  return stream
}
