import type { Chunks } from './byte-source.ts'

/** Decoders and hashes, which the engine does not bring along. */
export interface Codecs {
  /** All members of a gzip stream. */
  gunzip(chunks: Chunks): Chunks
  /** All streams of an xz file. */
  unxz(chunks: Chunks): Chunks
  /** Exactly one frame. */
  unzstdFrame(chunks: Chunks): Chunks
  /** Fails if the result is larger than maxBytes. */
  inflateRaw(bytes: Uint8Array, maxBytes: number): Uint8Array
  hash(algorithm: 'sha256' | 'sha512'): Hash
}

export interface Hash {
  update(bytes: Uint8Array): void
  hex(): string
}
