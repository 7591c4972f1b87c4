import { expect, test } from 'vitest'
import { arrive, beginAnswer, endAnswer, noArrivals } from './new-scans-model.ts'

const scan = (reportUuid: string) => ({
  projectUuid: 'p',
  branchUuid: 'b',
  branch: 'main',
  reportUuid,
  scannedAt: 1,
})
const told = (...reports: string[]) => ({ scans: reports.map(scan), omitted: 0 })
const shown = ({ scans }: typeof noArrivals) => [...scans.keys()]

test('a scan counts once, however often it is told', () => {
  expect(shown(arrive(arrive(noArrivals, told('a')), told('a', 'b')))).toEqual(['a', 'b'])
})

test('what has ended before an answer was asked for is in it, what ends meanwhile may not be', () => {
  const asked = beginAnswer(arrive(noArrivals, told('a')))
  expect(shown(endAnswer(arrive(asked, told('a', 'b')), true))).toEqual(['b'])
})

test('an answer that failed showed nothing', () => {
  const asked = beginAnswer(arrive(noArrivals, told('a')))
  expect(shown(endAnswer(asked, false))).toEqual(['a'])
})

test('scans that were not listed are known until the next answer', () => {
  const more = arrive(noArrivals, { ...told('a'), omitted: 3 })
  expect(more.isMore).toBe(true)
  expect(endAnswer(beginAnswer(more), true).isMore).toBe(false)
})
