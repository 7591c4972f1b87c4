import type { AdvisoryFeed, FeedStatus } from '@assay/contract/advisory-databases.ts'
import { expect, test } from 'vitest'
import { syncView as viewAt } from './sync-model.ts'

const feed = (name: string, more: Partial<AdvisoryFeed> = {}): AdvisoryFeed => ({
  id: name.toLowerCase(),
  name,
  source: 'https://example.org',
  checkedAt: 100,
  fullAt: 100,
  nextAt: 1000,
  error: null,
  failures: 0,
  ...more,
})
const sync: FeedStatus['sync'] = {
  uuid: null,
  state: 'idle',
  current: '',
  read: 0,
  expected: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: [],
  reason: null,
  startedAt: null,
  finishedAt: null,
}
const status = (feeds: AdvisoryFeed[], more: Partial<FeedStatus> = {}): FeedStatus => ({
  source: 'https://example.org',
  ecosystems: 'in-use',
  maySync: true,
  feeds,
  sync,
  ...more,
})

const syncView = (status: FeedStatus) => viewAt(status, 0)

test('the message depends on the settings and on the data read', () => {
  expect(syncView(status([], { source: null })).lead).toBe('off')
  expect(syncView(status([])).lead).toBe('waiting')
  expect(syncView(status([feed('npm', { checkedAt: null })])).lead).toBe('never')
  expect(syncView(status([feed('npm'), feed('Go', { checkedAt: 200, nextAt: 900 })]))).toMatchObject({
    lead: 'synced',
    lastAt: 200,
    nextAt: 900,
    failures: [],
  })
})

test('feeds that fail for the same reason share a line', () => {
  const error = 'example.org cannot be reached'
  const feeds = [
    feed('npm', { error, nextAt: 500 }),
    feed('Go', { error, checkedAt: 50 }),
    feed('EPSS', { error: 'Something else', checkedAt: null }),
    feed('PyPI'),
  ]
  expect(syncView(status(feeds)).failures).toEqual([
    { error, names: ['npm', 'Go'], lastSuccessAt: 50, nextAt: 500 },
    { error: 'Something else', names: ['EPSS'], lastSuccessAt: null, nextAt: 1000 },
  ])
})

test.each([
  ['queued', true],
  ['running', true],
  ['failed', false],
] as const)('a sync that is %s runs: %s', (state, isRunning) => {
  expect(syncView(status([], { sync: { ...sync, state } })).isRunning).toBe(isRunning)
})

test('an overdue sync is shown as due now', () => {
  const error = 'example.org cannot be reached'
  const feeds = [feed('npm', { error, nextAt: 500 }), feed('Go', { error })]
  expect(viewAt(status(feeds), 700)).toMatchObject({ nextAt: 700, failures: [{ nextAt: 700 }] })
  expect(viewAt(status(feeds), 400)).toMatchObject({ nextAt: 500, failures: [{ nextAt: 500 }] })
})
