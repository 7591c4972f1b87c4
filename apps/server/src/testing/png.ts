import { crc32 } from 'node:zlib'

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
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
