import type { FileHandle } from 'node:fs/promises'
import { callbackify, promisify } from 'node:util'
import { inflateRaw, inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'

export interface ZipEntry {
  name: string
  /** Uncompressed size as stated by the archive; read() throws if it is another. */
  bytes: number
  read(): Promise<ZipContent>
}

export interface ZipContent {
  content: Buffer
  /** As packed; null if the archive does not compress it. */
  deflated: Buffer | null
}

/**
 * The files of an archive, in the order of its directory. Archives of advisories have hundreds of thousands of small
 * entries, for which a stream each costs several times their content. Throws on a broken archive.
 */
export async function* readZip(handle: FileHandle): AsyncGenerator<ZipEntry> {
  const reader = new WindowReader(handle)
  const { size } = await handle.stat()
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false }
    fromRandomAccessReader(reader, size, options, (error, file) => (error ? reject(error) : resolve(file)))
  })
  for await (const entry of entriesOf(zip))
    yield {
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      read: () => readEntry(reader, entry),
    }
}

const compression = { none: 0, deflate: 8 }
/** Of zlib's buffer for output. */
const minChunkBytes = 64
/** Larger content is unpacked in another thread. */
const inlineBytes = 256 * 1024

async function readEntry(reader: WindowReader, entry: Entry): Promise<ZipContent> {
  const { fileName, compressedSize, uncompressedSize, compressionMethod } = entry
  if (entry.isEncrypted()) throw new Error(`${fileName} is encrypted`)
  if (compressionMethod !== compression.none && compressionMethod !== compression.deflate)
    throw new Error(`${fileName} is compressed by another method than deflate`)
  // Deflate adds five bytes to each block that it cannot make smaller.
  if (compressedSize > uncompressedSize * 1.01 + 1024)
    throw new Error(`${fileName} has more bytes than content`)
  const packed = await reader.bytes(await startOf(reader, entry), compressedSize)
  const deflated = compressionMethod === compression.none ? null : packed
  const content = deflated === null ? packed : await inflate(deflated, uncompressedSize)
  if (content.length !== uncompressedSize) throw new Error(`${fileName} has another size than stated`)
  return { content, deflated }
}

const localHeader = { signature: 0x04_03_4b_50, bytes: 30, nameLengthAt: 26, extraLengthAt: 28 }

/** Where the content begins: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7. */
async function startOf(reader: WindowReader, { relativeOffsetOfLocalHeader: at }: Entry): Promise<number> {
  const header = await reader.bytes(at, localHeader.bytes)
  if (header.readUInt32LE(0) !== localHeader.signature) throw new Error('a file has no local header')
  const { nameLengthAt, extraLengthAt } = localHeader
  return at + localHeader.bytes + header.readUInt16LE(nameLengthAt) + header.readUInt16LE(extraLengthAt)
}

function inflate(packed: Buffer, bytes: number): Buffer | Promise<Buffer> {
  // The limit of nothing would be none. The default buffer for output is many times a record.
  const options = { maxOutputLength: Math.max(1, bytes), chunkSize: Math.max(minChunkBytes, bytes) }
  return bytes <= inlineBytes ? inflateRawSync(packed, options) : promisify(inflateRaw)(packed, options)
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject)
      zip.readEntry()
    })
    zip.removeAllListeners()
    if (!entry) return
    yield entry
  }
}

const windowBytes = 1024 * 1024

interface Window {
  start: number
  bytes: Buffer
}

const slice = ({ start, bytes }: Window, position: number, length: number): Buffer =>
  bytes.subarray(position - start, position - start + length)

/** Reads a file by windows of 1 MB: one is at the directory of the archive, one at its entries. */
class WindowReader extends RandomAccessReader {
  readonly #handle: FileHandle
  #windows: Window[] = []

  constructor(handle: FileHandle) {
    super()
    this.#handle = handle
  }

  override read(
    ...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>
  ): void {
    const window = this.#find(position, length)
    if (window) {
      const copied = slice(window, position, length).copy(buffer, offset)
      return process.nextTick(callback, null, copied)
    }
    const copied = this.bytes(position, length).then((bytes) => void bytes.copy(buffer, offset))
    callbackify(() => copied)(callback)
  }

  /** A view that stays valid. Throws beyond the end of the file. */
  async bytes(position: number, length: number): Promise<Buffer> {
    return slice(this.#find(position, length) ?? (await this.#load(position, length)), position, length)
  }

  #find = (position: number, length: number): Window | undefined =>
    this.#windows.find(({ start, bytes }) => position >= start && position + length <= start + bytes.length)

  async #load(start: number, length: number): Promise<Window> {
    const buffer = Buffer.allocUnsafe(Math.max(length, windowBytes))
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, start)
    if (bytesRead < length) throw new Error('unexpected end of file')
    const window = { start, bytes: buffer.subarray(0, bytesRead) }
    this.#windows = [window, ...this.#windows.slice(0, 1)]
    return window
  }

  override _readStreamForRange(): never {
    throw new Error('Entries are read without streams')
  }
}
