import { constants, crc32, inflateSync } from 'node:zlib'

// The writer of PDFs ends the process on broken pixels of a PNG, and never returns from some of its chunks. So it is
// given a PNG that contains only what was checked.

const maxSide = 2000
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** By color type: https://www.w3.org/TR/png-3/#6Colour-values */
const channels = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])
const palette = 3
/** The bytes of a transparent color by color type. */
const transparentBytes = new Map([
  [0, 2],
  [2, 6],
])

/** A non-interlaced 8-bit PNG or a JPEG of at most 2000 × 2000 pixels; null for anything else. */
export const logoImage = (bytes: Buffer): Buffer | null => {
  if (bytes.subarray(0, signature.length).equals(signature)) return readPng(bytes)
  return isJpeg(bytes) ? bytes : null
}

function readPng(bytes: Buffer): Buffer | null {
  const chunks = chunksOf(bytes)
  const contentOf = (type: string) => chunks.find((each) => each.type === type)?.content ?? Buffer.alloc(0)
  const header = contentOf('IHDR')
  if (header.length !== 13) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, color, , , interlace] = header.subarray(8)
  const perPixel = channels.get(color!)
  if (!isSize(width, height) || depth !== 8 || perPixel === undefined || interlace !== 0) return null
  const colors = color === palette ? contentOf('PLTE') : Buffer.alloc(0)
  if (color === palette && !isPalette(colors)) return null
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content))
  if (!hasPixels(data, { row: width * perPixel + 1, height })) return null
  const transparent = contentOf('tRNS')
  const isTransparent =
    color === palette ? isAlpha(transparent, colors) : transparent.length === transparentBytes.get(color!)
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    ...(color === palette ? [chunkOf('PLTE', colors)] : []),
    ...(isTransparent ? [chunkOf('tRNS', transparent)] : []),
    chunkOf('IDAT', data),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

const isSize = (width: number, height: number) =>
  width > 0 && height > 0 && width <= maxSide && height <= maxSide

const isPalette = ({ length }: Buffer) => length > 0 && length <= 768 && length % 3 === 0
const isAlpha = ({ length }: Buffer, colors: Buffer) => length > 0 && length <= colors.length / 3

/** Up to its end, without trailing bytes. */
function chunksOf(bytes: Buffer): { type: string; content: Buffer }[] {
  const chunks = []
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') break
    chunks.push({ type, content: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** With its length and checksum. */
export function chunkOf(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

const filters = 5

/** Each row starts with the number of its filter. */
function hasPixels(data: Buffer, { row, height }: { row: number; height: number }): boolean {
  try {
    const pixels = inflateSync(data, { maxOutputLength: row * height, finishFlush: constants.Z_FINISH })
    if (pixels.length !== row * height) return false
    return Array.from({ length: height }, (_, index) => pixels[index * row]!).every((each) => each < filters)
  } catch {
    return false
  }
}

/** The first frame: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.2.2 */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return false
  for (let at = 2; at + 10 <= bytes.length;) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xff_c0 || marker > 0xff_fe) return false
    if (marker <= 0xff_c2)
      return (
        isSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)) && [1, 3, 4].includes(bytes[at + 9]!)
      )
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}
