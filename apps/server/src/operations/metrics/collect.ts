import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { AppContext } from '#context.ts'
import { listFeeds } from '#knowledge/advisories/feeds/feed-store.ts'
import { countJobs } from '#operations/jobs/store.ts'
import { readLastRuns } from '#platform/backup/store.ts'
import type { Consumer } from '#platform/outbox/consumer.ts'
import { watchProcess } from '#platform/telemetry/process-metrics.ts'
import { defineGauge, writeMetrics } from '#platform/telemetry/registry.ts'
import { readLoads } from '#platform/worker-threads/threads.ts'
import { countFailedJobs, readDatabaseFacts, readEventLags } from './store.ts'

const gauge = <L extends string>(name: string, help: string, ...labels: L[]) =>
  defineGauge({ name, help, labels })

const pool = gauge('assay_database_pool_connections', 'Connections of this process, by state.', 'state')
const threads = gauge(
  'assay_worker_calls',
  'Calls of worker threads and processes, by pool and state.',
  'pool',
  'state',
)
const isUp = gauge('assay_database_up', 'Whether the database answered this scrape.')
const bytes = gauge('assay_database_size_bytes', 'Size of the database.')
const connections = gauge(
  'assay_database_connections',
  'Connections of the database server, used and at most.',
  'state',
)
const transaction = gauge('assay_database_oldest_transaction_seconds', 'Age of the oldest transaction.')
const jobs = gauge('assay_jobs', 'Jobs by kind and state; the same in every process.', 'job', 'state')
const oldest = gauge(
  'assay_job_oldest_seconds',
  'Age of the oldest queued job by kind; the same in every process.',
  'job',
)
const failed = gauge(
  'assay_jobs_failed',
  'Jobs that ran out of attempts, by kind; the same in every process.',
  'job',
)
const lag = gauge('assay_event_lag_seconds', 'Age of the oldest unhandled event, by consumer.', 'consumer')
const feedAge = gauge('assay_feed_age_seconds', 'Time since a feed was read, by feed.', 'feed')
const feedFailures = gauge(
  'assay_feed_failures',
  'Failed reads of a feed since the last success, by feed.',
  'feed',
)
const backup = gauge(
  'assay_backup_last_success_timestamp_seconds',
  'When the last complete backup began; 0 for none.',
)
const disk = gauge('assay_disk_bytes', 'Disk of the data folder, by state.', 'state')

type Context = Pick<AppContext, 'config' | 'db' | 'queue'> & { pool: pg.Pool; consumers: readonly Consumer[] }

export interface Metrics {
  /** All metrics as text, also if the database does not answer. */
  read(): Promise<string>
  stop(): void
}

/** The database is asked at most this often, whatever scrapes. */
const cacheMs = 5_000
const timeoutMs = 3_000

export function openMetrics(context: Context): Metrics {
  const process = watchProcess()
  let asked = -Infinity
  return {
    async read() {
      process.read()
      readPool(context.pool)
      await readDisk(context.config.dataFolder)
      if (performance.now() - asked > cacheMs) {
        asked = performance.now()
        const answer = readDatabase(context).then(
          () => 1,
          () => 0,
        )
        isUp.set({}, await Promise.race([answer, sleep(timeoutMs, 0, { ref: false })]))
      }
      return writeMetrics()
    },
    stop: () => process.stop(),
  }
}

function readPool({ totalCount, idleCount, waitingCount }: pg.Pool): void {
  pool.set({ state: 'active' }, totalCount - idleCount)
  pool.set({ state: 'idle' }, idleCount)
  pool.set({ state: 'waiting' }, waitingCount)
  for (const { pool: name, size, running, waiting } of readLoads()) {
    threads.set({ pool: name, state: 'running' }, running)
    threads.set({ pool: name, state: 'waiting' }, waiting)
    threads.set({ pool: name, state: 'limit' }, size)
  }
}

async function readDisk(folder: string): Promise<void> {
  const found = await statfs(folder).catch(() => null)
  if (found === null) return
  disk.set({ state: 'free' }, found.bavail * found.bsize)
  disk.set({ state: 'total' }, found.blocks * found.bsize)
}

async function readDatabase({ db, queue, consumers }: Context): Promise<void> {
  const facts = await readDatabaseFacts(db)
  bytes.set({}, facts.bytes)
  connections.set({ state: 'used' }, facts.connections)
  connections.set({ state: 'limit' }, facts.maxConnections)
  transaction.set({}, facts.transactionSeconds)
  await readJobs({ db, queue })
  for (const { name, seconds } of await readEventLags(db, consumers)) lag.set({ consumer: name }, seconds)
  for (const { id, checkedAt, failures } of await listFeeds(db)) {
    if (checkedAt) feedAge.set({ feed: id }, (Date.now() - checkedAt.getTime()) / 1000)
    feedFailures.set({ feed: id }, failures)
  }
  const { success } = await readLastRuns(db)
  backup.set({}, success ? success.started_at.getTime() / 1000 : 0)
}

async function readJobs({ db, queue }: Pick<Context, 'db' | 'queue'>): Promise<void> {
  const names = queue.jobs.map(({ name }) => name)
  const counts = await countJobs(db, names)
  const failures = new Map((await countFailedJobs(db)).map(({ name, count }) => [name, count]))
  for (const job of names) {
    const { queued = 0, running = 0, oldestQueuedAt = null } = counts.get(job) ?? {}
    jobs.set({ job, state: 'queued' }, queued)
    jobs.set({ job, state: 'running' }, running)
    oldest.set({ job }, oldestQueuedAt === null ? 0 : Math.max(0, Date.now() - oldestQueuedAt) / 1000)
    failed.set({ job }, failures.get(job) ?? 0)
  }
}
