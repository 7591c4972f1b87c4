import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngOf } from '#testing/png.ts'
import { chunkOf, logoImage } from './logo-image.ts'

const pixels = { width: 2, height: 1, color: 6, data: deflateSync(Buffer.alloc(9)) }
const jpeg = Buffer.from('ffd8ffe000044a46ffc0000b080010001001011100ffd9', 'hex')

test.each([
  ['RGB with alpha', pngOf(pixels)],
  ['a JPEG', jpeg],
])('%s is accepted', (_what, bytes) => expect(logoImage(bytes)).toEqual(bytes))

test.each([
  ['text', Buffer.from('logo')],
  ['nothing', Buffer.alloc(0)],
  ['the beginning of a PNG', pngOf(pixels).subarray(0, 30)],
  ['a PNG whose pixels are not a zlib stream', pngOf({ ...pixels, data: Buffer.from('broken') })],
  ['a PNG with too few pixels', pngOf({ ...pixels, height: 2 })],
  ['a PNG with too many pixels', pngOf({ ...pixels, data: deflateSync(Buffer.alloc(100)) })],
  ['a PNG with an unknown filter', pngOf({ ...pixels, data: deflateSync(Buffer.alloc(9, 9)) })],
  ['a palette PNG without a palette', pngOf({ ...pixels, color: 3, data: deflateSync(Buffer.alloc(3)) })],
  ['a PNG of 50,000 pixels a side', pngOf({ ...pixels, width: 50_000, height: 50_000 })],
  ['a JPEG without a frame', jpeg.subarray(0, 8)],
  ['a JPEG without pixels', Buffer.from(jpeg.toString('hex').replace('00100010', '00000000'), 'hex')],
])('%s is rejected', (_what, bytes) => expect(logoImage(bytes)).toBeNull())

/** PDFKit reads the last header, goes back by a negative length and stops at the first IEND. */
const header = (side: number) => {
  const content = Buffer.from('00000000000000000806000000', 'hex')
  content.writeUInt32BE(side, 0)
  content.writeUInt32BE(side, 4)
  return chunkOf('IHDR', content)
}
const end = chunkOf('IEND', Buffer.alloc(0))
const good = pngOf(pixels)
const parts = { start: good.subarray(0, 33), rest: good.subarray(33) }

test.each([
  ['a second header', Buffer.concat([parts.start, header(60_000), parts.rest])],
  [
    'a chunk of a negative length',
    Buffer.concat([good.subarray(0, -12), Buffer.from('fffffff474655374', 'hex'), Buffer.alloc(8)]),
  ],
  ['an unnecessary palette', Buffer.concat([parts.start, chunkOf('PLTE', Buffer.alloc(3)), parts.rest])],
  ['a text', Buffer.concat([parts.start, chunkOf('tEXt', Buffer.alloc(1000)), parts.rest])],
  ['anything after its end', Buffer.concat([good, header(60_000), end])],
])('of a PNG with %s, only the pixels are used', (_what, bytes) => expect(logoImage(bytes)).toEqual(good))

test('pixels after the end do not count', () => {
  expect(logoImage(Buffer.concat([parts.start, end, parts.rest]))).toBeNull()
})

test('a palette keeps its colors and their transparency', () => {
  const bytes = Buffer.concat([
    pngOf({ ...pixels, color: 3, data: deflateSync(Buffer.alloc(3)) }).subarray(0, 33),
    chunkOf('PLTE', Buffer.alloc(6, 7)),
    chunkOf('tRNS', Buffer.from([0, 255])),
    chunkOf('IDAT', deflateSync(Buffer.alloc(3))),
    end,
  ])
  expect(logoImage(bytes)).toEqual(bytes)
})
