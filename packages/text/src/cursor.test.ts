import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

test.each([[['a', '😀', '\uFFFF~~~???']], [{ a: 1, b: null }], [[]], [0]])(
  '%j is read as written',
  (position) => {
    const text = encodeCursor(position)
    expect(text).toMatch(/^[\w-]+$/)
    expect(text).toBe(Buffer.from(JSON.stringify(position)).toString('base64url'))
    expect(decodeCursor(text)).toEqual(position)
  },
)

test.each(['', 'x', '!', '😀', 'bm90IGpzb24', '_w'])('%j is no position', (text) => {
  expect(decodeCursor(text)).toBeUndefined()
})
