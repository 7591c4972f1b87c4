import { EventEmitter, once } from 'node:events'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { type Clock, PgBoss, systemClock } from 'pg-boss'
import { connectionLimits, type Database } from '#platform/database/database.ts'
import { withTrace } from './job-traces.ts'
import { type Job, type JobContext, type JobKind, type Priority, priorities } from './job.ts'
import { createQueues } from './create-queues.ts'
import { consumeJobs } from './consume-jobs.ts'
import { type RunningWorker, wakeWorkers } from './wake-workers.ts'
import { consumeFailedJobs } from './consume-failed-jobs.ts'

export interface Queue {
  /** All kinds of jobs it handles. */
  readonly jobs: readonly Job[]
  /** Sends a job in the caller's transaction. Jobs are deduplicated by id, for at least an hour. */
  send<P extends object>(db: Database, job: JobKind<P>, payload: NoInfer<P>, id?: string): Promise<void>
  /** Sends a job that is run after those with an earlier turn, and before all that nobody waits for. */
  sendInTurn<P extends object>(
    db: Database,
    job: JobKind<P>,
    sent: { payload: NoInfer<P>; turn: number },
  ): Promise<void>
  /** Sends many jobs in one statement. */
  sendAll<P extends object>(db: Database, job: JobKind<P>, batch: Batch<NoInfer<P>>): Promise<void>
  /** Makes a job that failed and waits for its next attempt due now. Does nothing if no such job waits. */
  retryNow<P extends object>(db: Database, job: JobKind<P>, payload: NoInfer<P>): Promise<void>
  /** Processes jobs of this kind until the queue stops. */
  consume(job: Job, context: JobContext): Promise<void>
  /** Stores permanently failed jobs of all kinds until the queue stops. */
  consumeFailed(context: JobContext): Promise<void>
  /** Waits for the given time, or until this process has finished that job. */
  waitFor<P extends object>(job: JobKind<P>, payload: NoInfer<P>, ms: number): Promise<void>
  stop(): Promise<void>
}

interface Batch<P> {
  payloads: readonly P[]
  priority: Priority
}

/** Turns start again at 1 whenever nothing waits. */
const lastTurn = 1_000_000_000

interface QueueOptions {
  connection: pg.PoolConfig
  jobs: readonly Job[]
  log: { error(context: object, message: string): void }
  /** Defaults to a monotonic clock. */
  clock?: Clock
}

/** A connection without a response for this long is considered hung and replaced. */
const queryTimeoutMs = 60_000
/** Interval of checks for jobs of dead workers. */
export const superviseSeconds = 3

/** Monotonic: if the system clock was set back by a day, the next check would otherwise be a day late. */
const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Opens the queue, which has its own schema in the same database. */
export async function openQueue({
  connection,
  jobs,
  log,
  clock = steadyClock,
}: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    ...connection,
    ...connectionLimits,
    query_timeout: queryTimeoutMs,
    clock,
    schema: 'queue',
    application_name: 'assay queue',
    max: 4,
    useListenNotify: true,
    monitorIntervalSeconds: superviseSeconds,
    superviseIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 600,
    schedule: jobs.some(({ schedule }) => schedule),
  } as ConstructorParameters<typeof PgBoss>[0] & object)
  boss.on('error', (error) => log.error({ err: error }, 'The queue reported an error'))
  await boss.start()
  await createQueues(boss, jobs)
  const done = new EventEmitter().setMaxListeners(0)
  const onDone = (job: Job, payload: object) => void done.emit(eventOf(job, payload))
  const stopping = new AbortController()
  const workers: RunningWorker[] = []
  void wakeWorkers(boss, { workers, signal: stopping.signal, log })
  return {
    jobs,
    ...senders(boss),
    async consume(job, context) {
      await consumeJobs(boss, job, { context, onDone, workers, stopping: stopping.signal })
    },
    async consumeFailed(context) {
      await consumeFailedJobs(boss, jobs, { context, onDone, workers })
    },
    async waitFor(job, payload, ms) {
      const signal = AbortSignal.timeout(Math.ceil(ms))
      await once(done, eventOf(job, payload), { signal }).catch(() => undefined)
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

const senders = (boss: PgBoss): Pick<Queue, 'send' | 'sendInTurn' | 'sendAll' | 'retryNow'> => ({
  // oxlint-disable-next-line max-params -- the id is rarely given
  async send(db, job, payload, id) {
    const priority = priorities[job.priority]
    await boss.send(job.name, withTrace(payload), {
      priority,
      db: executor(db),
      ...groupOf(job, payload),
      ...(id !== undefined && { id }),
    })
  },
  async sendInTurn(db, job, { payload, turn }) {
    const priority = priorities.interactive + lastTurn - turn
    await boss.send(job.name, withTrace(payload), { priority, db: executor(db), ...groupOf(job, payload) })
  },
  async sendAll(db, job, { payloads, priority }) {
    const rows = payloads.map((data) => ({
      data: withTrace(data),
      priority: priorities[priority],
      ...groupOf(job, data),
    }))
    if (rows.length > 0) await boss.insert(job.name, rows, { db: executor(db) })
  },
  async retryNow(db, job, payload) {
    await sql`
      update queue.job set start_after = now()
      where name = ${job.name} and state = 'retry' and start_after > now()
        and data @> ${JSON.stringify(payload)}::jsonb`.execute(db)
  },
})

const groupOf = <P extends object>(job: JobKind<P>, payload: P) =>
  job.groupOf && { group: { id: job.groupOf(payload) } }

/** The database returns the members of a payload in its own order. */
const eventOf = ({ name }: Pick<JobKind, 'name'>, payload: object) =>
  [name, ...Object.values(payload).map(String).toSorted()].join(' ')

const executor = (db: Database) => ({
  executeSql: (text: string, values: unknown[] = []) =>
    db.executeQuery<object>(CompiledQuery.raw(text, values)),
})
