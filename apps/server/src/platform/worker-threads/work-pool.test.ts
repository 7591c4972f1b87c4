import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Isolate, startProcess, startThread, WorkMemoryError } from './isolate.ts'
import { WorkersBusyError, WorkPool, WorkTimeError } from './work-pool.ts'

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

  test('gives a call to the idle worker whose last call had the same key', async () => {
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

test('background work leaves workers free, and waits in order', async () => {
  const pool = new WorkPool({ ...limits, start: startThread, size: 2, reserved: 1, maxWaiting: 10 })
  onTestFinished(() => pool.stop())
  const ended: string[] = []
  const run = async (what: string, isBackground: boolean) => {
    await pool.run({ module, name: 'work', isBackground }, what)
    ended.push(what)
  }
  const background = ['first', 'second', 'third'].map((each) => run(each, true))
  expect(pool.isUrgent).toBe(false)
  const awaited = run('awaited', false)
  expect(pool.isUrgent).toBe(true)
  await expect.poll(() => pool.load).toEqual({ running: 2, waiting: 2 })
  await Promise.all([...background, awaited])
  expect(pool.isUrgent).toBe(false)
  expect(ended.filter((each) => each !== 'awaited')).toEqual(['first', 'second', 'third'])
  expect(ended.indexOf('awaited')).toBeLessThan(2)
})

test('does not assign calls to an idle worker that is about to end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const started: Isolate[] = []
  const start = (heap: { heapMb: number }) => {
    const worker = startProcess(heap)
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
