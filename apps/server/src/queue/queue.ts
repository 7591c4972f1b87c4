import { EventEmitter, once } from 'node:events'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'

/** Every kind of job and what it carries. */
export interface Jobs {
  'scan-build': { accountUuid: string; buildUuid: string }
  /** now: where the year ends, in epoch ms. */
  'load-demo': { accountUuid: string; memberUuid: string; now: number }
}
export type JobName = keyof Jobs

export interface Queue {
  /** Inside the caller's transaction: the job exists exactly when what it is about exists. */
  send<N extends JobName>(db: Database, name: N, job: Jobs[N]): Promise<void>
  /** Takes jobs until the queue stops. A thrown error tries again later; isLastTry tells when it will not. */
  work<N extends JobName>(name: N, handle: (job: Jobs[N], isLastTry: boolean) => Promise<void>): Promise<void>
  /** Waits so many ms, or until this process has done that very job. */
  pause<N extends JobName>(name: N, job: Jobs[N], ms: number): Promise<void>
  stop(): Promise<void>
}

const settings = {
  retryLimit: 3,
  retryDelay: 1,
  retryBackoff: true,
  /** A worker that died stops beating; its job is taken up again after this. */
  heartbeatSeconds: 15,
  expireInSeconds: 1800,
  deleteAfterSeconds: 86_400,
  notify: true,
}

const jobNames: readonly JobName[] = ['scan-build', 'load-demo']

const scansAtOnce = 2

interface QueueOptions {
  connection: pg.PoolConfig
  log: { error(context: object, message: string): void }
}

/** Opens the queue, which lives in the same database in a schema of its own. */
export async function openQueue({ connection, log }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    ...connection,
    schema: 'queue',
    application_name: 'assay queue',
    max: 4,
    useListenNotify: true,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    schedule: false,
  } as ConstructorParameters<typeof PgBoss>[0] & object)
  boss.on('error', (error) => log.error({ err: error }, 'The queue reported an error'))
  await boss.start()
  for (const name of jobNames) await boss.createQueue(name, settings)
  const done = new EventEmitter().setMaxListeners(0)
  return {
    async send(db, name, job) {
      await boss.send(name, job, { db: executor(db) })
    },
    async work(name, handle) {
      const options = {
        localConcurrency: scansAtOnce,
        includeMetadata: true,
        burstWhenBatchFull: true,
      } as const
      await boss.work(name, options, async ([job]) => {
        if (!job) return
        await handle(job.data as Jobs[typeof name], job.retryCount >= job.retryLimit)
        done.emit(eventOf(name, job.data as Jobs[typeof name]))
      })
    },
    async pause(name, job, ms) {
      const signal = AbortSignal.timeout(Math.ceil(ms))
      await once(done, eventOf(name, job), { signal }).catch(() => undefined)
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

/** The queue gives a job's members back in an order of its own. */
const eventOf = <N extends JobName>(name: N, job: Jobs[N]) =>
  [name, ...Object.values(job).map(String).toSorted()].join(' ')

const executor = (db: Database) => ({
  executeSql: (text: string, values: unknown[] = []) =>
    db.executeQuery<object>(CompiledQuery.raw(text, values)),
})
