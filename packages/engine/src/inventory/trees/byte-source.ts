/** Bytes with random access, such as those of a file handle. */
export interface ByteSource {
  size: number
  /** Bytes from start to before end; fewer if the source is shorter. */
  read(start: number, end: number): Promise<Uint8Array>
}

export type Chunks = AsyncIterable<Uint8Array>

export const memorySource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
})

/** A part of a source as one of its own: an archive within an archive. */
export const partOf = (source: ByteSource, start: number, size: number): ByteSource => ({
  size: Math.max(0, Math.min(size, source.size - start)),
  read: (from, to) => source.read(start + from, start + Math.min(to, size)),
})

const chunkBytes = 256 * 1024

export async function* chunksOf(source: ByteSource): Chunks {
  for (let at = 0; at < source.size; at += chunkBytes) {
    const chunk = await source.read(at, Math.min(at + chunkBytes, source.size))
    if (chunk.length === 0) return
    yield chunk
  }
}

/** For a decoder that takes only a stream of the web. */
export function streamOf(chunks: Chunks): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
