import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel, limitTo } from './in-parallel.ts'

const items = Array.from({ length: 50 }, (_, at) => at)

test('all are done, several but not all at once, and results have the order of the items', async () => {
  let [running, most] = [0, 0]
  const done: number[] = []
  const results = await inParallel(
    items,
    async (item) => {
      most = Math.max(most, ++running)
      await sleep(item % 3)
      running--
      return item * 2
    },
    (count) => void done.push(count),
  )
  expect(results).toEqual(items.map((item) => item * 2))
  expect(done).toEqual(items.map((at) => at + 1))
  expect(most).toBe(8)
})

test('after a failure nothing new is started', async () => {
  const started: number[] = []
  const run = async (item: number) => {
    started.push(item)
    await sleep(1)
    if (item === 3) throw new Error('no')
  }
  await expect(inParallel(items, run)).rejects.toThrow('no')
  await sleep(20)
  expect(started.length).toBeLessThan(items.length / 2)
})

test('a task that fails frees its place', async () => {
  const limit = limitTo(1)
  await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limit(async () => 'next')).toBe('next')
})
