import { deflateRawSync } from 'node:zlib'

/** Entries of a test's archive: a text is a file, null a folder, { link } a symbolic link, { hardlink } a second name. */
export type Parts = readonly (readonly [path: string, content: Content])[]
export type Content = string | Uint8Array | null | { link: string } | { hardlink: string } | RawEntry

/** Any header. */
export interface RawEntry {
  type: string
  bytes?: string | Uint8Array
  /** Claimed instead of the real one. */
  size?: number
  linkName?: string
}

const encoder = new TextEncoder()
export const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? encoder.encode(content) : content

/** A tar archive with both blocks of its end. */
export function makeTar(parts: Parts): Uint8Array {
  const blocks = parts.flatMap(([path, content]) => tarEntry(path, rawOf(content)))
  return concatBytes([...blocks, new Uint8Array(1024)])
}

function rawOf(content: Content): RawEntry {
  if (content === null) return { type: '5' }
  if (typeof content === 'string' || content instanceof Uint8Array) return { type: '0', bytes: content }
  if ('link' in content) return { type: '2', linkName: content.link }
  if ('hardlink' in content) return { type: '1', linkName: content.hardlink }
  return content
}

export function tarEntry(path: string, { type, bytes = '', size, linkName = '' }: RawEntry): Uint8Array[] {
  const body = bytesOf(bytes)
  const name = bytesOf(path)
  if (name.length > 100)
    return [
      ...tarEntry('././@LongLink', { type: 'L', bytes: `${path}\0` }),
      ...tarEntry(path.slice(0, 90), { type, bytes, linkName }),
    ]
  const header = new Uint8Array(512)
  header.set(name, 0)
  header.set(bytesOf('0000755\0'), 100)
  header.set(bytesOf(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`), 124)
  header.set(bytesOf(type), 156)
  header.set(bytesOf(linkName.slice(0, 100)), 157)
  header.set(bytesOf('ustar\u000000'), 257)
  header.fill(0x20, 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
  return [header, body, new Uint8Array((512 - (body.length % 512)) % 512)]
}

/** A zip archive; files are deflated. */
export function makeZip(
  parts: readonly (readonly [name: string, content: string | Uint8Array])[],
): Uint8Array {
  const locals: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const body = bytesOf(content)
    const packed = new Uint8Array(deflateRawSync(body))
    const fields = [
      [20, 2],
      [0x800, 2],
      [8, 2],
      [0, 4],
      [0, 4],
      [packed.length, 4],
      [body.length, 4],
      [bytesOf(name).length, 2],
      [0, 2],
    ] as const
    const local = concatBytes([little([[0x04034b50, 4], ...fields]), bytesOf(name), packed])
    directory.push(
      little([[0x02014b50, 4], [20, 2], ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      bytesOf(name),
    )
    locals.push(local)
    offset += local.length
  }
  const central = concatBytes(directory)
  const end = little([
    [0x06054b50, 4],
    [0, 4],
    [parts.length, 2],
    [parts.length, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  ])
  return concatBytes([...locals, central, end])
}

/** Numbers of so many bytes, the lowest first. */
export const little = (numbers: readonly (readonly [value: number, bytes: number])[]): Uint8Array =>
  new Uint8Array(
    numbers.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256),
    ),
  )

export const concatBytes = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
