import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isLogoImage } from './is-logo-image.ts'
import { pngOf } from '#testing/png.ts'

const pixels = { width: 2, height: 1, color: 6, data: deflateSync(Buffer.alloc(9)) }
const jpeg = Buffer.from('ffd8ffe000044a46ffc0000b080010001001011100ffd9', 'hex')

test.each([
  ['RGB with alpha', pngOf(pixels)],
  ['a JPEG', jpeg],
])('%s is taken', (_what, bytes) => expect(isLogoImage(bytes)).toBe(true))

test.each([
  ['text', Buffer.from('logo')],
  ['nothing', Buffer.alloc(0)],
  ['the beginning of a PNG', pngOf(pixels).subarray(0, 30)],
  ['a PNG whose pixels are no zlib stream', pngOf({ ...pixels, data: Buffer.from('broken') })],
  ['a PNG with too few pixels', pngOf({ ...pixels, height: 2 })],
  ['a PNG with too many pixels', pngOf({ ...pixels, data: deflateSync(Buffer.alloc(100)) })],
  ['a PNG with a filter that there is not', pngOf({ ...pixels, data: deflateSync(Buffer.alloc(9, 9)) })],
  ['a PNG of a palette without one', pngOf({ ...pixels, color: 3, data: deflateSync(Buffer.alloc(3)) })],
  ['a PNG of 50,000 pixels a side', pngOf({ ...pixels, width: 50_000, height: 50_000 })],
  ['a JPEG without a frame', jpeg.subarray(0, 8)],
  ['a JPEG without pixels', Buffer.from(jpeg.toString('hex').replace('00100010', '00000000'), 'hex')],
])('%s is refused', (_what, bytes) => expect(isLogoImage(bytes)).toBe(false))
