import type { InstallationStatus } from '@assay/contract/installation-status.ts'
import { statfs } from 'node:fs/promises'
import type { AppContext } from '#context.ts'
import { listFeeds } from '#knowledge/advisories/feeds/feed-store.ts'
import { countFailedJobs, readDatabaseFacts } from '#operations/metrics/store.ts'
import { listQueuedWork } from '#operations/queued-work-store.ts'
import { readLastRuns } from '#platform/backup/store.ts'
import { findProblems } from './find-problems.ts'
import { aliveMs } from './heartbeat.ts'
import { listProcesses } from './process-store.ts'
import { listLargestTables, listSizes } from './size-store.ts'
import { listConsumerLags, listStatements } from './statement-store.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'queue'>

/** Everything that an operator looks at, and what is wrong with it. */
export async function readStatus({ config, db, queue }: Context): Promise<InstallationStatus> {
  const now = Date.now()
  const processes = await listProcesses(db)
  const facts = await readDatabaseFacts(db)
  const growthPerDay = growthOf(await listSizes(db))
  const work = await listQueuedWork(db, null, queue.jobs)
  const status = {
    processes: processes.map((each) => ({ ...each, isAlive: now - each.seenAt < aliveMs })),
    database: {
      bytes: facts.bytes,
      connections: facts.connections,
      maxConnections: facts.maxConnections,
      growthPerDay,
      tables: await listLargestTables(db),
    },
    disk: await readDisk(config, growthPerDay),
    events: await listConsumerLags(db),
    backup: await readBackup({ config, db }),
    // Without the permission to read them, they are as absent.
    statements: await listStatements(db).catch(() => null),
  }
  const problems = findProblems(
    {
      ...status,
      waitedMinutes: waitedMinutes(work, now),
      failedJobs: await countFailedJobs(db),
      failingFeeds: (await listFeeds(db)).filter(({ failures }) => failures > 0).map(({ id }) => id),
      transactionMinutes: facts.transactionSeconds / 60,
    },
    now,
  )
  return { problems, ...status }
}

/** Jobs that a person waits for, while none of their kind runs. */
function waitedMinutes(work: Awaited<ReturnType<typeof listQueuedWork>>, now: number): number {
  const oldest = work
    .filter(({ priority, running }) => priority === 'interactive' && running === 0)
    .flatMap(({ oldestQueuedAt }) => oldestQueuedAt ?? [])
  return (now - Math.min(now, ...oldest)) / 60_000
}

/** Between the first and the last day that were measured. */
function growthOf(sizes: readonly { age: number; bytes: number }[]): number | null {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last || first.age === last.age) return null
  return (last.bytes - first.bytes) / (first.age - last.age)
}

/** The embedded database grows on this disk; one of the operator's own has another. */
async function readDisk(
  { dataFolder, databaseUrl }: Context['config'],
  growthPerDay: number | null,
): Promise<InstallationStatus['disk']> {
  const found = await statfs(dataFolder).catch(() => null)
  if (found === null) return null
  const freeBytes = found.bavail * found.bsize
  const isForecast = databaseUrl === undefined && growthPerDay !== null && growthPerDay > 0
  return {
    freeBytes,
    totalBytes: found.blocks * found.bsize,
    daysLeft: isForecast ? Math.floor(freeBytes / growthPerDay) : null,
  }
}

async function readBackup({
  config,
  db,
}: Pick<Context, 'config' | 'db'>): Promise<InstallationStatus['backup']> {
  const { last, success } = await readLastRuns(db)
  return {
    destination: config.backup.to ?? null,
    lastAt: last?.started_at.getTime() ?? null,
    lastReason: last?.reason ?? null,
    succeededAt: success?.started_at.getTime() ?? null,
    bytes: success?.bytes ?? null,
  }
}
