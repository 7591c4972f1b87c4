import type { ByteSource, Chunks } from './byte-source.ts'

/** Reads forward. */
export interface ByteReader {
  /** Position of the next byte. */
  position(): number
  /** Fewer bytes only at the end. */
  take(length: number): Promise<Uint8Array>
  /** The next bytes, which stay next. */
  peek(length: number): Promise<Uint8Array>
  /** The number of bytes skipped: fewer only at the end. */
  skip(length: number): Promise<number>
}

/** As large as any file that is kept. */
const maxAtOnce = 256 * 1024 ** 2

/** Over a stream, whose bytes pass once. */
export function readerOfChunks(chunks: Chunks): ByteReader & { close(): Promise<void> } {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let position = 0
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) return false
      rest = next.value
    }
    return true
  }
  const advance = (length: number): Uint8Array => {
    const part = rest.subarray(0, length)
    rest = rest.subarray(part.length)
    position += part.length
    return part
  }
  return {
    position: () => position,
    async take(length) {
      if (rest.length >= length) return advance(length)
      // Not in parts that are joined afterwards, which would take twice the memory.
      const all = new Uint8Array(Math.min(length, maxAtOnce))
      let filled = 0
      while (filled < all.length && (await fill())) {
        const part = advance(all.length - filled)
        all.set(part, filled)
        filled += part.length
      }
      const isComplete = filled < all.length || all.length === length
      return isComplete ? all.subarray(0, filled) : concat([all, await this.take(length - filled)])
    },
    async peek(length) {
      while (rest.length < length) {
        const next = await iterator.next()
        if (next.done) break
        rest = concat([rest, next.value])
      }
      return rest.subarray(0, length)
    },
    async skip(length) {
      let missing = length
      while (missing > 0 && (await fill())) missing -= advance(missing).length
      return length - missing
    },
    async close() {
      await iterator.return?.()
    },
  }
}

/** With random access: what is skipped is not read. */
export function readerOfSource(source: ByteSource): ByteReader {
  let position = 0
  return {
    position: () => position,
    async take(length) {
      const bytes = await source.read(position, Math.min(source.size, position + length))
      position += bytes.length
      return bytes
    },
    peek: (length) => source.read(position, Math.min(source.size, position + length)),
    skip(length) {
      const skipped = Math.min(length, source.size - position)
      position += skipped
      return Promise.resolve(skipped)
    },
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
