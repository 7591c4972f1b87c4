import {
  type FoundProblem,
  type InstallationStatus,
  type SiteProblem,
  siteProblems,
} from '@assay/contract/installation-status.ts'

export interface Facts extends Omit<InstallationStatus, 'problems'> {
  /** Minutes that the oldest job has waited for which a person waits. */
  waitedMinutes: number
  failedJobs: readonly { name: string; count: number }[]
  failingFeeds: readonly string[]
  transactionMinutes: number
}

const hourMs = 3_600_000
const [maxWaitMinutes, maxLagSeconds, maxTransactionMinutes] = [5, 600, 10]
/** A backup a day, and time to take it. */
const maxBackupAgeHours = 30
const [minFreeShare, minFreeBytes, minDaysLeft] = [0.1, 2e9, 30]

/** What needs a person, most urgent first. */
export function findProblems(facts: Facts, now: number): FoundProblem[] {
  const found = new Map<SiteProblem, Omit<FoundProblem, 'kind'>>()
  const add = (kind: SiteProblem, count: number | null = null, names: readonly string[] = []) =>
    void found.set(kind, { names: [...names].slice(0, 20), count: count === null ? null : Math.floor(count) })
  checkProcesses(facts, add)
  checkWork(facts, add)
  checkStorage(facts, add)
  checkBackups(facts.backup, now, add)
  return siteProblems.flatMap((kind) => {
    const problem = found.get(kind)
    return problem ? [{ kind, ...problem }] : []
  })
}

type Add = (kind: SiteProblem, count?: number | null, names?: readonly string[]) => void

function checkProcesses({ processes }: Facts, add: Add): void {
  const alive = processes.filter(({ isAlive }) => isAlive)
  const lost = processes.filter(({ isAlive }) => !isAlive)
  if (!alive.some(({ roles }) => roles.includes('worker'))) add('noWorker')
  if (lost.length > 0) add('processLost', lost.length, [...new Set(lost.map(({ host }) => host))])
  const versions = [...new Set(alive.map(({ version }) => version))].toSorted()
  if (versions.length > 1) add('versionsDiffer', null, versions)
}

function checkWork(facts: Facts, add: Add): void {
  const { waitedMinutes, failedJobs, failingFeeds, events, transactionMinutes } = facts
  if (waitedMinutes >= maxWaitMinutes) add('jobsWaiting', waitedMinutes)
  const failed = failedJobs.reduce((sum, { count }) => sum + count, 0)
  if (failed > 0)
    add(
      'jobsFailed',
      failed,
      failedJobs.map(({ name }) => name),
    )
  if (failingFeeds.length > 0) add('feedsFailing', failingFeeds.length, failingFeeds)
  const late = events.filter(({ seconds }) => seconds > maxLagSeconds)
  if (late.length > 0)
    add(
      'eventsLate',
      Math.max(...late.map(({ seconds }) => seconds)) / 60,
      late.map(({ consumer }) => consumer),
    )
  if (transactionMinutes >= maxTransactionMinutes) add('transactionLong', transactionMinutes)
}

function checkStorage({ disk, database: { connections, maxConnections } }: Facts, add: Add): void {
  if (connections > maxConnections * 0.8) add('connectionsUsed', (connections / maxConnections) * 100)
  if (!disk) return
  const { freeBytes, totalBytes, daysLeft } = disk
  if (freeBytes < minFreeBytes || freeBytes < totalBytes * minFreeShare)
    add('diskLow', (freeBytes / totalBytes) * 100)
  else if (daysLeft !== null && daysLeft < minDaysLeft) add('diskForecast', daysLeft)
}

function checkBackups(
  { destination, lastReason, succeededAt }: Facts['backup'],
  now: number,
  add: Add,
): void {
  if (lastReason !== null) add('backupFailed')
  if (destination === null) {
    if (succeededAt === null) add('backupMissing')
    return
  }
  if (succeededAt === null) add('backupOld')
  else if (now - succeededAt > maxBackupAgeHours * hourMs)
    add('backupOld', (now - succeededAt) / (24 * hourMs))
}
