import { expect, test } from 'vitest'
import { z } from 'zod'
import { streamItems } from './item-stream.ts'
import { maxTextLength, writeJson } from './json-stream.ts'

const wide = 'x'.repeat(1000)
const perBatch = 100

/** Counts read batches. */
function source(batches: number) {
  const read = { batches: 0, isClosed: false }
  async function* rows(): AsyncGenerator<number[]> {
    try {
      for (; read.batches < batches; read.batches++)
        yield Array.from({ length: perBatch }, (_, index) => index + read.batches * perBatch)
    } finally {
      read.isClosed = true
    }
  }
  return { read, items: streamItems(rows(), (number) => ({ number, wide })) }
}

const whole = (batches: number) =>
  JSON.stringify(Array.from({ length: batches * perBatch }, (_, number) => ({ number, wide })))

test.each([0, 1, 3])('%i batches are sent as one text', async (batches) => {
  expect(await writeJson(source(batches).items, null)).toBe(whole(batches))
})

test('a long list is read on demand, and no further after the client disconnects', async () => {
  const { read, items } = source(1000)
  const pieces = await writeJson(items, null)
  if (typeof pieces === 'string') throw new Error('It is no text')
  const atFirst = read.batches
  expect(atFirst * perBatch * wide.length).toBeLessThan(2 * maxTextLength)
  let received = 0
  for await (const _piece of pieces) if (++received === 5) break
  expect(read.batches - atFirst).toBeLessThanOrEqual(5)
  expect(read.isClosed).toBe(true)
})

test('its chunks form the same JSON', async () => {
  const pieces = await writeJson(
    source(50).items,
    z.array(z.object({ number: z.number(), wide: z.string() })),
  )
  let text = ''
  for await (const piece of pieces) text += piece
  expect(text).toBe(whole(50))
})

test('each item must match its schema if there is one', async () => {
  await expect(writeJson(source(1).items, z.array(z.object({ number: z.string() })))).rejects.toThrow(
    'number',
  )
})
