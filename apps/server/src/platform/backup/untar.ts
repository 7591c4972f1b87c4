import { blockBytes, isZero, readHeader } from '@assay/engine/inventory/trees/tar-header.ts'
import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** What was written, as the server's own list of files has it. */
export interface WrittenFile {
  size: number
  sha256: string
}

/** Unpacks the archive of a base backup below the folder: files and folders alone, all private to their owner. */
export async function untar(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<Map<string, WrittenFile>> {
  const files = new Map<string, WrittenFile>()
  let current: OpenFile | null = null
  try {
    for await (const piece of inBlocks(archive)) {
      let rest: Uint8Array = piece
      while (rest.length > 0) {
        if (current === null) {
          const header = rest.subarray(0, blockBytes)
          rest = rest.subarray(blockBytes)
          if (!isZero(header)) current = await begin(header, folder)
        }
        if (current === null) continue
        const taken = await current.take(rest)
        rest = rest.subarray(taken)
        if (!current.isComplete) continue
        files.set(current.name, await current.close())
        current = null
      }
    }
    if (current !== null) throw new Error(`The archive ends within ${current.name}`)
    return files
  } finally {
    await current?.abort()
  }
}

/** In pieces whose length is a multiple of a block's. */
async function* inBlocks(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of archive) {
    const all: Buffer = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece])
    const whole = all.length - (all.length % blockBytes)
    rest = all.subarray(whole)
    if (whole > 0) yield all.subarray(0, whole)
  }
  if (rest.length > 0) throw new Error('The archive ends within a block')
}

async function begin(header: Uint8Array, folder: string): Promise<OpenFile | null> {
  const entry = readHeader(header)
  if (entry === null) throw new Error('The archive of the database is broken')
  const name = normalize(entry.name)
  if (name.startsWith('..') || name.startsWith('/')) throw new Error(`The archive names a file outside of it`)
  const path = join(folder, name)
  if (entry.type === '5') {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return null
  }
  if (entry.type !== '0' && entry.type !== '\0')
    throw new Error(`The archive has an unexpected entry ${name}`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return new OpenFile(name, entry.size, await open(path, 'wx', 0o600))
}

class OpenFile {
  readonly name: string
  readonly #size: number
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #left: number
  #padding: number

  constructor(name: string, size: number, file: FileHandle) {
    this.name = name
    this.#size = size
    this.#left = size
    this.#padding = (blockBytes - (size % blockBytes)) % blockBytes
    this.#file = file
  }

  get isComplete(): boolean {
    return this.#left === 0 && this.#padding === 0
  }

  /** Returns how many bytes were part of this file, with its padding. */
  async take(bytes: Uint8Array): Promise<number> {
    const content = bytes.subarray(0, this.#left)
    if (content.length > 0) {
      this.#hash.update(content)
      await this.#file.write(content)
      this.#left -= content.length
    }
    const padding = Math.min(this.#padding, bytes.length - content.length)
    if (this.#left === 0) this.#padding -= padding
    return content.length + (this.#left === 0 ? padding : 0)
  }

  async close(): Promise<WrittenFile> {
    await this.#file.close()
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }

  abort(): Promise<void> {
    return this.#file.close().catch(() => undefined)
  }
}
