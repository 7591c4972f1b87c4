import { expect, test } from 'vitest'
import { giveWay } from './give-way.ts'

test('long work waits while a scan is awaited', async () => {
  const answers = [true, true, true, false]
  await giveWay(60_000, () => answers.shift()!)
  expect(answers).toEqual([])
})

test('endless scans do not stop long work', async () => {
  let asked = 0
  await giveWay(10, () => {
    asked++
    return true
  })
  expect(asked).toBeGreaterThan(1)
})

test('work that took no time does not wait', async () => {
  await giveWay(0, () => true)
})
