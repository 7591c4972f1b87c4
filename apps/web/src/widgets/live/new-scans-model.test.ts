import { expect, test } from 'vitest'
import { addScans, beginRequest, endRequest, noEndedScans } from './new-scans-model.ts'

const scan = (reportUuid: string) => ({
  projectUuid: 'p',
  branchUuid: 'b',
  branch: 'main',
  reportUuid,
  scannedAt: 1,
})
const event = (...reports: string[]) => ({ scans: reports.map(scan), omitted: 0 })
const shown = ({ scans }: typeof noEndedScans) => [...scans.keys()]

test('a scan reported several times counts once', () => {
  expect(shown(addScans(addScans(noEndedScans, event('a')), event('a', 'b')))).toEqual(['a', 'b'])
})

test('a response includes scans that ended before the request; those that end during it may be missing', () => {
  const requested = beginRequest(addScans(noEndedScans, event('a')))
  expect(shown(endRequest(addScans(requested, event('a', 'b')), true))).toEqual(['b'])
})

test('a failed response shows nothing', () => {
  const requested = beginRequest(addScans(noEndedScans, event('a')))
  expect(shown(endRequest(requested, false))).toEqual(['a'])
})

test('unlisted scans are remembered until the next response', () => {
  const more = addScans(noEndedScans, { ...event('a'), omitted: 3 })
  expect(more.isMore).toBe(true)
  expect(endRequest(beginRequest(more), true).isMore).toBe(false)
})
