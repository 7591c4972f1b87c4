import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Isolate, startProcess, startThread, WorkMemoryError } from './isolate.ts'
import { WorkersBusyError } from './turns.ts'
import { WorkPool, WorkTimeError } from './work-pool.ts'

const module = new URL('../../testing/worker-calls.ts', import.meta.url)
const limits = { cpuMs: 1_000, heapMb: 64 }

const errorName = ({ name }: Error) => name

describe.each([
  ['threads', startThread],
  ['processes', startProcess],
])('a pool of %s', (_, start) => {
  const one = new WorkPool({ ...limits, start, size: 1, maxWaiting: 2 })
  afterAll(() => one.stop())

  const run = (name: string, argument: unknown = null, endsAfter = false) =>
    one.run({ module, name, endsAfter }, argument)

  test('returns results and rethrows errors', async () => {
    expect(await run('echo', { a: [1, new Uint8Array([2])] })).toEqual({ a: [1, new Uint8Array([2])] })
    await expect(run('fail')).rejects.toThrow('on purpose')
    await expect(run('overflow', 0)).rejects.toThrow(RangeError)
  })

  // Some levels only exceed the stack of this thread, some also the worker's.
  test.each([600, 1_000, 1_200, 1_400, 1_600, 2_000, 5_000])(
    'fails only the call whose result is nested %i levels deep, if at all',
    async (levels) => {
      const deep = run('nest', levels).then(() => 'returned', errorName)
      expect(await deep).toMatch(/^(?:returned|Error|RangeError)$/)
      expect(await run('echo', 1)).toBe(1)
    },
  )

  test('reuses a worker for the next call unless it should end', async () => {
    const first = await run('workerNumber')
    expect(await run('workerNumber', null, true)).toBe(first)
    expect(await run('workerNumber')).not.toBe(first)
  })

  test.each(['spin', 'backtrack'])('ends a worker in which %s never ends', async (name) => {
    await expect(run(name)).rejects.toThrow(WorkTimeError)
    expect(await run('echo', 1)).toBe(1)
  })

  test('ends a worker that waits forever without using the processor', async () => {
    const patient = new WorkPool({ start, cpuMs: 60_000, wallMs: 3_000, heapMb: 64, size: 1, maxWaiting: 0 })
    onTestFinished(() => patient.stop())
    await expect(patient.run({ module, name: 'waitForever' }, null)).rejects.toThrow(WorkTimeError)
  })

  test('assigns calls with the same key to the same worker while it is free', async () => {
    const two = new WorkPool({ ...limits, start, size: 2, maxWaiting: 10 })
    onTestFinished(() => two.stop())
    const call = (name: string, key: string) => two.run({ module, name, key }, null)
    const [a, b] = await Promise.all([call('workerNumber', 'a'), call('workerNumber', 'b')])
    expect(a).not.toBe(b)
    for (const [key, number] of [
      ['a', a],
      ['a', a],
      ['b', b],
      ['a', a],
    ] as const)
      expect(await call('workerNumber', key)).toBe(number)
    void call('waitForever', 'b').catch(() => undefined)
    const free = call('work', 'a')
    const numbers: unknown[] = []
    const record = async (key: string) => numbers.push(key, await call('workerNumber', key))
    const waiting = [record('b'), record('a')]
    await free
    await Promise.all(waiting)
    expect(numbers).toEqual(['a', a, 'b', a])
  })

  test('runs as many calls as it has workers; more wait, and too many are rejected', async () => {
    const numbers = [1, 2, 3].map((number) => run('work', number))
    await expect(run('work', 4)).rejects.toThrow(WorkersBusyError)
    expect(await Promise.all(numbers)).toEqual([1, 2, 3])
  })
})

// A thread that exceeds its heap can end the whole process, so memory-intensive work runs in processes.
describe('a pool of processes', () => {
  // The time limit is too high to be reached before the memory limit.
  const three = new WorkPool({ ...limits, cpuMs: 60_000, start: startProcess, size: 3, maxWaiting: 0 })
  afterAll(() => three.stop())

  test.each(['hoardObjects', 'hoardText', 'hoardJson'])(
    'one that runs out of memory by %s fails alone, while others continue',
    async (name) => {
      const others = [three.run({ module, name: 'work' }, 20), three.run({ module, name: 'work' }, 21)]
      await expect(three.run({ module, name }, null)).rejects.toThrow(WorkMemoryError)
      expect(await Promise.all(others)).toEqual([20, 21])
      // Its turn is released.
      await expect.poll(() => three.run({ module, name: 'echo' }, 1).catch(() => null)).toBe(1)
    },
  )
})

test('a document-reading process has no settings and no secrets', async () => {
  const pool = new WorkPool({ ...limits, start: startProcess, size: 1, maxWaiting: 1 })
  expect(await pool.run({ module, name: 'environment' }, null)).toEqual([])
  await pool.stop()
})

test('does not assign calls to an idle worker that is about to end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const started: Isolate[] = []
  const start = (heapMb: number) => {
    const worker = startProcess(heapMb)
    started.push(worker)
    return worker
  }
  const pool = new WorkPool({ ...limits, start, size: 1, maxWaiting: 2 })
  onTestFinished(() => pool.stop())
  expect(await pool.run({ module, name: 'echo' }, 1)).toBe(1)
  vi.runAllTimers()
  expect(await pool.run({ module, name: 'echo' }, 2)).toBe(2)
  expect(started).toHaveLength(2)
})
