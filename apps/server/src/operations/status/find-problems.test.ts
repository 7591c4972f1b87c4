import { expect, test } from 'vitest'
import { type Facts, findProblems } from './find-problems.ts'

const now = Date.UTC(2026, 4, 31)
const hourMs = 3_600_000
const process = {
  host: 'a',
  version: '1.0.0',
  roles: ['web' as const, 'worker' as const],
  startedAt: now,
  seenAt: now,
  isAlive: true,
}
const backup = { destination: '/backups', lastAt: now, lastReason: null, succeededAt: now, bytes: 1 }
const database = { bytes: 1e9, growthPerDay: 1e6, connections: 10, maxConnections: 100, tables: [] }
const healthy: Facts = {
  processes: [process],
  database,
  disk: { freeBytes: 50e9, totalBytes: 100e9, daysLeft: 50_000 },
  events: [{ consumer: 'notifications', seconds: 0 }],
  backup,
  statements: null,
  waitedMinutes: 0,
  failedJobs: [],
  failingFeeds: [],
  transactionMinutes: 0,
}

test.each<[string, Partial<Facts>, unknown[]]>([
  ['nothing', {}, []],
  ['a disk that cannot be read', { disk: null }, []],
  ['no process', { processes: [] }, [['noWorker', [], null]]],
  ['only web', { processes: [{ ...process, roles: ['web'] }] }, [['noWorker', [], null]]],
  [
    'a worker that ended without a word',
    { processes: [process, { ...process, host: 'b', isAlive: false }] },
    [['processLost', ['b'], 1]],
  ],
  [
    'two versions',
    { processes: [process, { ...process, version: '0.9.0' }] },
    [['versionsDiffer', ['0.9.0', '1.0.0'], null]],
  ],
  [
    'a lost process of another version',
    { processes: [process, { ...process, version: '0.9.0', isAlive: false }] },
    [['processLost', ['a'], 1]],
  ],
  ['a job that waits', { waitedMinutes: 7.5 }, [['jobsWaiting', [], 7]]],
  ['a job that waits for a moment', { waitedMinutes: 4.9 }, []],
  ['failed jobs', { failedJobs: [{ name: 'send-email', count: 3 }] }, [['jobsFailed', ['send-email'], 3]]],
  [
    'a consumer that is late',
    { events: [{ consumer: 'notifications', seconds: 1800 }] },
    [['eventsLate', ['notifications'], 30]],
  ],
  ['a feed that fails', { failingFeeds: ['npm'] }, [['feedsFailing', ['npm'], 1]]],
  ['a transaction of 11 minutes', { transactionMinutes: 11 }, [['transactionLong', [], 11]]],
  ['connections that run out', { database: { ...database, connections: 90 } }, [['connectionsUsed', [], 90]]],
  [
    'a disk with 5 of 100 GB',
    { disk: { freeBytes: 5e9, totalBytes: 100e9, daysLeft: 3 } },
    [['diskLow', [], 5]],
  ],
  [
    'a disk that is full in 20 days',
    { disk: { freeBytes: 50e9, totalBytes: 100e9, daysLeft: 20 } },
    [['diskForecast', [], 20]],
  ],
  [
    'no backups',
    { backup: { ...backup, destination: null, succeededAt: null } },
    [['backupMissing', [], null]],
  ],
  ['backups by hand', { backup: { ...backup, destination: null, succeededAt: now - 9e9 } }, []],
  ['a backup that is due', { backup: { ...backup, succeededAt: null } }, [['backupOld', [], null]]],
  [
    'a backup of three days ago',
    { backup: { ...backup, succeededAt: now - 73 * hourMs } },
    [['backupOld', [], 3]],
  ],
  ['a backup that failed', { backup: { ...backup, lastReason: 'full' } }, [['backupFailed', [], null]]],
])('%s', (_, facts, expected) => {
  const found = findProblems({ ...healthy, ...facts }, now)
  expect(found.map(({ kind, names, count }) => [kind, names, count])).toEqual(expected)
})

test('the most urgent comes first', () => {
  const facts = { ...healthy, processes: [], failedJobs: [{ name: 'x', count: 1 }], failingFeeds: ['npm'] }
  expect(findProblems(facts, now).map(({ kind }) => kind)).toEqual(['noWorker', 'feedsFailing', 'jobsFailed'])
})
