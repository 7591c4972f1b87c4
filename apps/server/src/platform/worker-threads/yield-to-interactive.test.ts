import { expect, test } from 'vitest'
import { yieldToInteractive } from './yield-to-interactive.ts'

test('long work waits while a scan is awaited', async () => {
  const answers = [true, true, true, false]
  await yieldToInteractive(60_000, () => answers.shift()!)
  expect(answers).toEqual([])
})

test('endless scans do not stop long work', async () => {
  let asked = 0
  await yieldToInteractive(10, () => {
    asked++
    return true
  })
  expect(asked).toBeGreaterThan(1)
})

test('work that took no time does not wait', async () => {
  await yieldToInteractive(0, () => true)
})
