import type { SiteProblem } from '@assay/contract/installation-status.ts'
import { formatBytes, formatNumber, locale } from '../language/format.ts'

const names = new Intl.ListFormat(locale, { type: 'conjunction' })

interface Found {
  names: readonly string[]
  count: number | null
}
interface Words {
  title: (found: Found) => string
  /** What to do. */
  advice: string
}

const count = ({ count: number }: Found) => formatNumber(number ?? 0)
const list = ({ names: all }: Found) => names.format(all)

/** Status page, for the operator. */
export const installation = {
  title: 'Installation',
  attention: 'What needs attention',
  fine: 'Nothing needs attention.',
  failed: 'Failed to load the state of the installation.',
  notMeasured: 'Not measured yet',
  problems: {
    diskLow: {
      title: (found) => `${count(found)}% of the disk are free`,
      advice: 'Enlarge the disk or make room. The embedded database stops when nothing is left.',
    },
    noWorker: {
      title: () => 'No worker is running',
      advice:
        'Start a process whose ASSAY_ROLES include worker. Uploads are accepted and wait; nothing is lost.',
    },
    jobsWaiting: {
      title: (found) => `A job has been waiting for ${count(found)} minutes`,
      advice: 'Start another worker, or see its log if one is running.',
    },
    connectionsUsed: {
      title: (found) => `${count(found)}% of the database’s connections are in use`,
      advice: 'Raise max_connections, run fewer processes, or put PgBouncer in front.',
    },
    processLost: {
      title: (found) => `A process ended without shutting down: ${list(found)}`,
      advice:
        'See its log, and the system’s for a process that ran out of memory. Its work is taken over by others.',
    },
    versionsDiffer: {
      title: (found) => `Processes have different versions: ${list(found)}`,
      advice: 'Complete the upgrade. During one, neighboring versions run side by side.',
    },
    eventsLate: {
      title: (found) => `Events have been waiting for ${count(found)} minutes: ${list(found)}`,
      advice: 'A worker must be running; its log says what the consumer fails with.',
    },
    transactionLong: {
      title: (found) => `A transaction has been open for ${count(found)} minutes`,
      advice: 'pg_stat_activity shows whose it is. Those of Assay end after ten minutes.',
    },
    backupFailed: {
      title: () => 'The last backup failed',
      advice: 'The reason is below. Correct it, then run assay-server backup.',
    },
    backupOld: {
      title: ({ count: days }) =>
        days === null
          ? 'No backup has been made yet'
          : days === 1
            ? 'The last backup is over a day old'
            : `The last backup is ${formatNumber(days)} days old`,
      advice: 'Run assay-server backup. If it fails again, the page Jobs has the reason.',
    },
    backupMissing: {
      title: () => 'There are no backups',
      advice:
        'Set ASSAY_BACKUP_TO to a folder or bucket on another machine, or back up the database yourself.',
    },
    feedsFailing: {
      title: (found) => `Feeds cannot be read: ${list(found)}`,
      advice:
        'The reason is above, at the feed. Check proxy and mirror; without internet access, import an archive.',
    },
    jobsFailed: {
      title: (found) =>
        found.count === 1 ? '1 job failed for good' : `${count(found)} jobs failed for good`,
      advice: 'The page Jobs has the reason of each. Correct it, then retry them.',
    },
    diskForecast: {
      title: ({ count: days }) =>
        days === 1
          ? 'The disk will be full in 1 day'
          : `The disk will be full in ${formatNumber(days ?? 0)} days`,
      advice: 'Enlarge the disk, or shorten how long data is kept.',
    },
  } as Record<SiteProblem, Words>,
  processes: {
    title: 'Processes',
    columns: { host: 'Host', version: 'Version', roles: 'Roles', started: 'Started', seen: 'Last seen' },
    lost: 'Lost',
    none: 'No process has reported yet.',
  },
  database: {
    title: 'Database and disk',
    columns: { name: 'What', value: 'State' },
    size: 'Size of the database',
    growth: 'Growth a day',
    disk: 'Free on the data folder’s disk',
    diskOf: (free: number, total: number) => `${formatBytes(free)} of ${formatBytes(total)}`,
    full: 'Full at this rate',
    daysLeft: (days: number) => (days === 1 ? 'in 1 day' : `in ${formatNumber(days)} days`),
    notForecast: 'No forecast: the database does not grow, or is elsewhere',
    connections: 'Connections',
    connectionsOf: (used: number, most: number) => `${formatNumber(used)} of ${formatNumber(most)}`,
    backup: 'Last backup',
    backupFailed: (reason: string) => `The last attempt failed: ${reason}`,
    noBackup: 'None',
    events: 'Oldest event that is not handled',
    noEvents: 'None',
    age: (seconds: number) =>
      seconds < 120
        ? `${formatNumber(Math.round(seconds))} s`
        : `${formatNumber(Math.round(seconds / 60))} min`,
  },
  tables: {
    title: 'Largest tables',
    columns: { name: 'Table', size: 'Size with indexes', rows: 'Rows (estimate)' },
  },
  statements: {
    title: 'Slowest statements',
    lead: 'Statements of the database that took most time in total',
    absent: 'Not measured: the database lacks the extension pg_stat_statements, or Assay may not read it.',
    none: 'None yet.',
    columns: { text: 'Statement', calls: 'Calls', mean: 'Mean', total: 'Total' },
    ms: (ms: number) => `${formatNumber(Math.round(ms * 10) / 10)} ms`,
    total: (ms: number) => `${formatNumber(Math.round(ms / 1000))} s`,
  },
}
