import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHashSlots } from './hash-slots.ts'

test('of 300 concurrent hashes, as many run and wait as allowed, and the others are rejected', async () => {
  const inSlot = createHashSlots({ slots: 2, maxWaiting: 30 })
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    await setTimeout(1)
    running--
  }
  const results = await Promise.allSettled(Array.from({ length: 300 }, () => inSlot(work)))
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 503, errorType: 'tooBusy', retryAfterSeconds: 5 })
})

test('a failing hash releases its slot', async () => {
  const inSlot = createHashSlots({ slots: 1, maxWaiting: 1 })
  const failing = inSlot(() => Promise.reject(new Error('No memory')))
  const next = inSlot(() => Promise.resolve('hashed'))
  await expect(failing).rejects.toThrow('No memory')
  expect(await next).toBe('hashed')
  expect(await inSlot(() => Promise.resolve('hashed'))).toBe('hashed')
})
