import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('the total weight of running work never exceeds the capacity, and all of it runs in order', async () => {
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

test('failing work releases its share', async () => {
  const semaphore = new Semaphore(1)
  await expect(semaphore.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await semaphore.run(1, async () => 'done')).toBe('done')
})

test('waiting work that times out leaves the queue, and later work moves up', async () => {
  const semaphore = new Semaphore(10)
  const release = await semaphore.acquire(6)
  const aborter = new AbortController()
  const heavy = semaphore.acquire(10, aborter.signal)
  const light = semaphore.acquire(4, new AbortController().signal)
  aborter.abort(new Error('gone'))
  await expect(heavy).rejects.toThrow('gone')
  const releaseLight = await light
  await expect(semaphore.acquire(1, AbortSignal.abort(new Error('gone before')))).rejects.toThrow(
    'gone before',
  )
  // Releasing twice has no effect.
  for (const each of [release, release, releaseLight]) each()
  const all = await semaphore.acquire(10)
  const next = semaphore.acquire(1, AbortSignal.timeout(1))
  await expect(next).rejects.toThrow('timeout')
  all()
})
