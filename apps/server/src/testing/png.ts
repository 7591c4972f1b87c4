import { chunkOf } from '#reporting/exports/logo-image.ts'

interface Png {
  width: number
  height: number
  /** Color type; 6: red, green, blue and alpha. */
  color: number
  /** A zlib stream of rows, each preceded by its filter number. */
  data: Buffer
}

/** A PNG with 8 bits per channel. `data` is not validated. */
export function pngOf({ width, height, color, data }: Png): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, color, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', data),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}
