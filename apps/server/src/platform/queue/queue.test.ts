import { dayMs, minuteMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { z } from 'zod'
import { type FreshDatabase, freshDatabase } from '#testing/fresh-database.ts'
import { defineJob, type Job, type JobContext } from './job.ts'
import { openQueue, type Queue } from './queue.ts'

const Numbered = z.object({ number: z.int() })
type Numbered = z.infer<typeof Numbered>

const queues: Queue[] = []
const database = forAllTests(freshDatabase)
beforeAll(() => {
  context = contextOf(database)
})
afterAll(async () => {
  for (const queue of queues) await queue.stop()
})

const log = { error: () => undefined }
/** A separate database per queue. */
const contextOf = ({ db }: FreshDatabase) => ({ log, db }) as unknown as JobContext
let context: JobContext

/** A unique kind of job per test. */
const jobOf = (name: string, job: Partial<Job<Numbered>> & Pick<Job<Numbered>, 'run'>) =>
  defineJob({
    name,
    payload: Numbered,
    priority: 'interactive',
    concurrency: 1,
    timeoutSeconds: 60,
    retry: { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 },
    ...job,
  })

const open = async (job: Job) => {
  const queue = await openQueue({ connection: database.connection, jobs: [job], log })
  queues.push(queue)
  return queue
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => ({ number }))

describe('a queue', () => {
  test('processes a burst without pauses between jobs', async () => {
    const done: number[] = []
    const job = jobOf('burst', { run: (_, { number }) => Promise.resolve(void done.push(number)) })
    const queue = await open(job)
    // A burst sends one notification: workers that sleep between jobs would take minutes.
    await queue.sendAll(database.db, job, { payloads: numbers(200), priority: 'rescan' })
    await queue.consume(job, context)
    await expect.poll(() => done.length).toBe(200)
    expect(new Set(done).size).toBe(200)
  })

  test('recovers jobs of a dead worker, also after the clock was set back', async () => {
    const done: number[] = []
    const job = jobOf('clock', { run: (_, { number }) => Promise.resolve(void done.push(number)) })
    const queue = await open(job)
    await queue.send(database.db, job, { number: 1 })
    await sql`update queue.job_common set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
      where name = 'clock'`.execute(database.db)
    const systemNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => systemNow() - dayMs)
    try {
      await queue.consume(job, context)
      await expect.poll(() => done).toEqual([1])
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('runs interactive jobs before thousands of rescans', async () => {
    const done: number[] = []
    const job = jobOf('priorities', { run: (_, { number }) => Promise.resolve(void done.push(number)) })
    const queue = await open(job)
    await queue.sendAll(database.db, job, { payloads: numbers(100), priority: 'refresh' })
    await queue.sendAll(database.db, job, { payloads: numbers(10_000), priority: 'rescan' })
    await queue.send(database.db, job, { number: -1 })
    await queue.consume(job, context)
    await expect.poll(() => done.length).toBeGreaterThan(0)
    expect(done[0]).toBe(-1)
  })

  test('reserves a worker for interactive jobs', async () => {
    const blocked = Promise.withResolvers<void>()
    const started: number[] = []
    const job = jobOf('reserved', {
      concurrency: 2,
      reserved: 1,
      async run(_, { number }) {
        started.push(number)
        if (number >= 0) await blocked.promise
      },
    })
    const queue = await open(job)
    await queue.consume(job, context)
    await queue.sendAll(database.db, job, { payloads: numbers(50), priority: 'rescan' })
    await expect.poll(() => started.length).toBe(2)
    await queue.send(database.db, job, { number: -1 })
    await queue.waitFor(job, { number: -1 }, 10_000)
    expect(started).toHaveLength(3)
    expect(started[2]).toBe(-1)
    blocked.resolve()
  })

  test('runs those that nobody waits for together, and alone what is left or fails', async () => {
    const [together, alone]: [number[][], number[]] = [[], []]
    const job = jobOf('together', {
      retry: { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 },
      together: {
        size: 10,
        run(_, payloads) {
          const all = payloads.map(({ number }) => number)
          together.push(all)
          if (all.includes(13)) return Promise.reject(new Error('Broken'))
          return Promise.resolve(payloads.filter(({ number }) => number % 5 === 0))
        },
      },
      run(_, { number }) {
        alone.push(number)
        return number === 13 ? Promise.reject(new Error('Broken')) : Promise.resolve()
      },
    })
    const queue = await open(job)
    await queue.sendAll(database.db, job, { payloads: numbers(10), priority: 'rescan' })
    await queue.consume(job, context)
    await expect.poll(() => alone.toSorted((a, b) => a - b)).toEqual([0, 5])
    // In no order: they were sent at the same moment.
    expect(together.map((each) => each.toSorted((a, b) => a - b))).toEqual([
      numbers(10).map(({ number }) => number),
    ])
    await queue.sendAll(database.db, job, { payloads: [{ number: 12 }, { number: 13 }], priority: 'rescan' })
    // Each has its own result: only the one that failed is repeated.
    await expect.poll(() => alone.slice(2).toSorted((a, b) => a - b)).toEqual([12, 13, 13])
    await queue.send(database.db, job, { number: 1 })
    await expect.poll(() => alone).toContain(1)
  })

  test('retries after an error and finally reports that it gave up', async () => {
    const attempts: number[] = []
    const abandoned: number[] = []
    const job = jobOf('failing', {
      run(_, { number }) {
        attempts.push(number)
        return Promise.reject(new Error('Broken'))
      },
      onExhausted: (_, { number }) => Promise.resolve(void abandoned.push(number)),
    })
    const queue = await open(job)
    await queue.consume(job, context)
    await queue.consumeFailed(context)
    await queue.send(database.db, job, { number: 7 })
    await expect.poll(() => abandoned).toEqual([7])
    expect(attempts).toEqual([7, 7])
  })

  test('runs retries when they are due, not when workers poll every minute', async () => {
    const attempts: number[] = []
    const job = jobOf('retried', {
      retry: { limit: 3, delaySeconds: 1, maxDelaySeconds: 1 },
      run(_, { number }) {
        attempts.push(number)
        return attempts.length > 3 ? Promise.resolve() : Promise.reject(new Error('Broken'))
      },
    })
    const queue = await open(job)
    await queue.consume(job, context)
    await queue.send(database.db, job, { number: 7 })
    await expect.poll(() => attempts).toEqual([7, 7, 7, 7])
  })

  test('gives up on a payload it does not understand', async () => {
    const run: unknown[] = []
    const job = jobOf('misread', {
      retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
      run: (_, payload) => Promise.resolve(void run.push(payload)),
    })
    const queue = await open(job)
    await queue.consume(job, context)
    await queue.send(database.db, job, { number: 'x' as unknown as number })
    await queue.send(database.db, job, { number: 1 })
    await expect.poll(() => run).toEqual([{ number: 1 }])
  })
})

describe('a schedule', () => {
  test('runs its job on time, once across all servers', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.drop())
    const clock = new TestClock(Date.UTC(2026, 0, 1, 7, 59, 30))
    const ran: { server: number; number: number }[] = []
    const openServer = async (server: number) => {
      const job = jobOf('scheduled', {
        schedule: { cron: '0 8,9 * * *', payload: { number: 42 } },
        run: (_, { number }) => Promise.resolve(void ran.push({ server, number })),
      })
      const queue = await openQueue({ connection: own.connection, jobs: [job], log, clock })
      onTestFinished(() => queue.stop())
      await queue.consume(job, context)
    }
    await openServer(1)
    await openServer(2)
    await clock.tick(minuteMs / 3)
    expect(ran).toEqual([])

    // Both servers check for due jobs at 8:00.
    await clock.tick(2 * minuteMs)
    await expect.poll(() => ran.map(({ number }) => number)).toEqual([42])

    await clock.setTime(Date.UTC(2026, 0, 1, 8, 59, 55))
    await clock.tick(minuteMs)
    await expect.poll(() => ran.length).toBe(2)
  })

  test('that was removed from a job ends with the next start', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.drop())
    const schedule = { cron: '0 8 * * *', payload: { number: 42 } }
    const run = () => Promise.resolve()
    // Another schedule keeps the clock running.
    const other = jobOf('other', { run, schedule })
    const clock = new TestClock(Date.UTC(2026, 0, 1, 7, 59, 50))
    const start = (job: Job) => openQueue({ connection: own.connection, jobs: [job, other], log, clock })
    const before = await start(jobOf('scheduled', { run, schedule }))
    await before.stop()
    const queue = await start(jobOf('scheduled', { run }))
    await clock.tick(minuteMs)
    await queue.stop()
    const { rows } = await sql<{ name: string; count: number }>`
      select name, count(*)::int as count from queue.job where name in ('scheduled', 'other') group by name`.execute(
      own.db,
    )
    expect(rows.map(({ name }) => name)).toEqual(['other'])
  })
})
