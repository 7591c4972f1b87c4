import { expect, test } from 'vitest'
import { yieldToInteractive } from './yield-to-interactive.ts'

test('long work waits while a user waits for a scan', async () => {
  const results = [true, true, true, false]
  await yieldToInteractive(60_000, () => results.shift()!)
  expect(results).toEqual([])
})

test('endless scans do not stop long work', async () => {
  let calls = 0
  await yieldToInteractive(10, () => {
    calls++
    return true
  })
  expect(calls).toBeGreaterThan(1)
})

test('work that took no time does not wait', async () => {
  await yieldToInteractive(0, () => true)
})
