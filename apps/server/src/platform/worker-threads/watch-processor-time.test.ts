import { expect, test } from 'vitest'
import type { Isolate } from './isolate.ts'
import { watchProcessorTime } from './watch-processor-time.ts'

test('a worker that uses no processor time is noticed by wall time, also by default', async () => {
  const idle = { cpuMs: () => Promise.resolve(0) } as Isolate
  await new Promise<void>((resolve) => watchProcessorTime(idle, { cpuMs: 10 }, resolve))
})

test('calls back once, and not after it was stopped', async () => {
  let used = 0
  const busy = { cpuMs: () => Promise.resolve((used += 1_000)) } as Isolate
  const calls: string[] = []
  watchProcessorTime(busy, { cpuMs: 1_500 }, () => calls.push('watched'))
  watchProcessorTime(busy, { cpuMs: 1_500 }, () => calls.push('stopped'))()
  await expect.poll(() => calls).not.toEqual([])
  const before = used
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(used).toBe(before)
  expect(calls).toEqual(['watched'])
})
