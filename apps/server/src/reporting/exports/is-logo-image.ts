import { constants, inflateSync } from 'node:zlib'

// A PDF's writer ends the process on broken pixels of a PNG, so they are looked at first.

const maxSide = 2000
const pngSignature = '89504e470d0a1a0a'
/** By color type: https://www.w3.org/TR/png-3/#6Colour-values */
const channels = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])
const palette = 3

/** Whether it is a PNG of 8 bits that is not interlaced, or a JPEG, of at most 2000 × 2000 pixels. */
export const isLogoImage = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8).toString('hex') === pngSignature ? isPng(bytes) : isJpeg(bytes)

function isPng(bytes: Buffer): boolean {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, color, , , interlace] = bytes.subarray(24, 29)
  const perPixel = channels.get(color!)
  if (!isSize(width, height) || depth !== 8 || perPixel === undefined || interlace !== 0) return false
  const chunks = chunksOf(bytes)
  if (color === palette && !chunks.some(({ type }) => type === 'PLTE')) return false
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content)
  return hasPixels(Buffer.concat(data), { row: width * perPixel + 1, height })
}

const isSize = (width: number, height: number) =>
  width > 0 && height > 0 && width <= maxSide && height <= maxSide

function chunksOf(bytes: Buffer): { type: string; content: Buffer }[] {
  const chunks = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

const filters = 5

/** Each row begins with the number of its filter. */
function hasPixels(data: Buffer, { row, height }: { row: number; height: number }): boolean {
  try {
    const pixels = inflateSync(data, { maxOutputLength: row * height, finishFlush: constants.Z_FINISH })
    if (pixels.length !== row * height) return false
    return Array.from({ length: height }, (_, index) => pixels[index * row]!).every((each) => each < filters)
  } catch {
    return false
  }
}

/** Its first frame: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.2.2 */
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
