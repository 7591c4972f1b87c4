import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('what is at work at once never weighs more than the capacity, and all of it is done in order', async () => {
  const semaphore = new Semaphore(10)
  const weights = [4, 4, 4, 10, 25, 1, 9, 2, 8, 3]
  const begun: number[] = []
  let used = 0
  await Promise.all(
    weights.map((weight) =>
      semaphore.run(weight, async () => {
        begun.push(weight)
        used += Math.min(weight, 10)
        expect(used).toBeLessThanOrEqual(10)
        await new Promise((resolve) => setTimeout(resolve, 5))
        used -= Math.min(weight, 10)
      }),
    ),
  )
  expect(begun).toEqual(weights)
})

test('work that fails makes room', async () => {
  const semaphore = new Semaphore(1)
  await expect(semaphore.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await semaphore.run(1, async () => 'done')).toBe('done')
})

test('who waits too long leaves, and those behind move up', async () => {
  const semaphore = new Semaphore(10)
  const release = await semaphore.acquire(6)
  const left = new AbortController()
  const heavy = semaphore.acquire(10, left.signal)
  const light = semaphore.acquire(4, new AbortController().signal)
  left.abort(new Error('gone'))
  await expect(heavy).rejects.toThrow('gone')
  const releaseLight = await light
  await expect(semaphore.acquire(1, AbortSignal.abort(new Error('gone before')))).rejects.toThrow(
    'gone before',
  )
  // Twice is once.
  for (const each of [release, release, releaseLight]) each()
  const all = await semaphore.acquire(10)
  const next = semaphore.acquire(1, AbortSignal.timeout(1))
  await expect(next).rejects.toThrow('timeout')
  all()
})
