import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise } from 'yauzl'

/** Maps a path in the archive to a file name; null to skip it. */
export type NameOf = (path: string) => string | null

const maxFiles = 20
const maxFileBytes = 256 * 1024
const maxUnpackedBytes = 128 * 1024 * 1024

export interface ArchiveLayout {
  nameOf: NameOf
  /** The tar.gz archive with the files inside the tar archive, as in gems: 'data.tar.gz'. */
  innerArchive?: string | undefined
}

/** Selected files of a zip, tar or tar.gz archive as text, by name; empty for anything else. */
export async function readArchive(
  bytes: Uint8Array,
  { nameOf, innerArchive }: ArchiveLayout,
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  try {
    const archive = innerArchive === undefined ? bytes : innerOf(bytes, innerArchive)
    const entries =
      archive[0] === 0x50 ? zipEntries(archive, nameOf) : tarEntries(await unpack(archive), { nameOf })
    for await (const [name, content] of entries) {
      files.set(name, Buffer.from(content).toString('utf8').replaceAll('\0', '').toWellFormed())
      if (files.size === maxFiles) break
    }
  } catch {
    // Archives are untrusted: use what could be read.
  }
  return files
}

function innerOf(bytes: Uint8Array, innerArchive: string): Uint8Array {
  const nameOf: NameOf = (path) => (path === innerArchive ? path : null)
  for (const [, content] of tarEntries(bytes, { nameOf, maxBytes: bytes.length })) return content
  return new Uint8Array()
}

type Content = [name: string, content: Uint8Array]

const unpack = (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes[0] === 0x1f ? promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes }) : Promise.resolve(bytes)

async function* zipEntries(bytes: Uint8Array, nameOf: NameOf): AsyncGenerator<Content> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const name = selectedName(entry, nameOf)
    if (name !== null) yield [name, await buffer(await zip.openReadStreamPromise(entry))]
  }
}

const selectedName = ({ fileName, uncompressedSize }: Entry, nameOf: NameOf) =>
  uncompressedSize > maxFileBytes ? null : nameOf(fileName)

const blockBytes = 512
const regularFile = new Set(['0', '\0', ''])

interface TarReading {
  nameOf: NameOf
  /** Larger files are skipped. */
  maxBytes?: number
}

/** https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
function* tarEntries(bytes: Uint8Array, { nameOf, maxBytes = maxFileBytes }: TarReading): Generator<Content> {
  for (let at = 0; at + blockBytes <= bytes.length;) {
    const field = (start: number, length: number) =>
      Buffer.from(bytes.subarray(at + start, at + start + length))
        .toString('utf8')
        .split('\0', 1)[0]!
    const path = [field(345, 155), field(0, 100)].filter((part) => part !== '').join('/')
    const size = Number.parseInt(field(124, 12).trim(), 8)
    if (path === '' || !Number.isSafeInteger(size) || size < 0) return
    const start = at + blockBytes
    const name = size <= maxBytes && regularFile.has(field(156, 1)) ? nameOf(path) : null
    if (name !== null) yield [name, bytes.subarray(start, start + size)]
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}
