import { expect, test } from 'vitest'
import { arrive, beginAnswer, endAnswer, noArrivals } from './new-scans-model.ts'

const scan = (reportUuid: string) => ({
  projectUuid: 'p',
  branchUuid: 'b',
  branch: 'main',
  reportUuid,
  scannedAt: 1,
})
const event = (...reports: string[]) => ({ scans: reports.map(scan), omitted: 0 })
const shown = ({ scans }: typeof noArrivals) => [...scans.keys()]

test('a scan counts once, however often it is reported', () => {
  expect(shown(arrive(arrive(noArrivals, event('a')), event('a', 'b')))).toEqual(['a', 'b'])
})

test('a response includes scans that ended before the request; those that end meanwhile may be missing', () => {
  const asked = beginAnswer(arrive(noArrivals, event('a')))
  expect(shown(endAnswer(arrive(asked, event('a', 'b')), true))).toEqual(['b'])
})

test('a failed response shows nothing', () => {
  const asked = beginAnswer(arrive(noArrivals, event('a')))
  expect(shown(endAnswer(asked, false))).toEqual(['a'])
})

test('unlisted scans are remembered until the next response', () => {
  const more = arrive(noArrivals, { ...event('a'), omitted: 3 })
  expect(more.isMore).toBe(true)
  expect(endAnswer(beginAnswer(more), true).isMore).toBe(false)
})
