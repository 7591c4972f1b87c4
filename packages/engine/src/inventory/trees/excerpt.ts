import type { ByteSource } from './byte-source.ts'

/** A range of a file that was kept, with its bytes. */
export interface Piece {
  start: number
  bytes: Uint8Array
}

/**
 * The ranges of a file that reading it needs: of a program, the few kilobytes that list its packages. What is read later
 * is the same, so the rest is not kept.
 */
export async function excerptOf(
  bytes: Uint8Array,
  read: (source: ByteSource) => Promise<unknown>,
): Promise<Piece[]> {
  const pieces: Piece[] = []
  await read({
    size: bytes.length,
    read(start, end) {
      const part = bytes.slice(start, Math.max(start, end))
      if (part.length > 0 && !covers(pieces, start, start + part.length)) pieces.push({ start, bytes: part })
      return Promise.resolve(part)
    },
  })
  return pieces
}

/** The bytes of a range; null if they were not kept. */
export function readPieces(pieces: readonly Piece[], start: number, end: number): Uint8Array | null {
  if (start >= end) return new Uint8Array()
  const piece = pieces.find((each) => start >= each.start && end <= each.start + each.bytes.length)
  return piece ? piece.bytes.subarray(start - piece.start, end - piece.start) : null
}

const covers = (pieces: readonly Piece[], start: number, end: number): boolean =>
  readPieces(pieces, start, end) !== null

export const bytesIn = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
