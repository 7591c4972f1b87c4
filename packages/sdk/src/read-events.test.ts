import { expect, test } from 'vitest'
import { z } from 'zod'
import { readEvents } from './read-events.ts'

/** Sends the bytes in chunks of this size. */
function bodyOf(text: string, size: number, onCancel = () => {}) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += size)))
    },
    cancel: onCancel,
  })
}

const stream = ': beat\n\ndata:{"n":"ü"}\n\nevent: x\ndata: {"n":\ndata: "b"}\r\n\r\ndata:{"n":"cut'

test.each([1, 2, 7, 1000])('reads events that arrive in chunks of %d bytes', async (size) => {
  const events = await Array.fromAsync(readEvents(bodyOf(stream, size), z.object({ n: z.string() })))
  expect(events).toEqual([{ n: 'ü' }, { n: 'b' }])
})

test('throws if an event does not match its schema', async () => {
  await expect(Array.fromAsync(readEvents(bodyOf('data:1\n\n', 9), z.string()))).rejects.toThrow(
    /invalid_type/,
  )
})

test('closes the connection when the loop is left', async () => {
  let isCancelled = false
  const body = bodyOf('data:1\n\n'.repeat(9), 8, () => (isCancelled = true))
  for await (const value of readEvents(body, z.number())) {
    expect(value).toBe(1)
    break
  }
  expect(isCancelled).toBe(true)
})
