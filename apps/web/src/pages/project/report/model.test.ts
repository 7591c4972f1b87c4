import type { Overview, ScanItem } from '@assay/contract/scans.ts'
import { describe, expect, test } from 'vitest'
import { fileNameOf, checkScores, neighbors, splitName, unreadFiles, webAddress } from './model.ts'
import { describeGap } from './scan-gap.ts'

const allMeasured = { security: true, stability: true, licensing: true }
const scan = (number: number, scores: Partial<ScanItem> = {}) =>
  ({
    uuid: `scan-${number}`,
    number,
    security: 50,
    stability: 80,
    licensing: 100,
    measured: allMeasured,
    ...scores,
  }) as ScanItem
const minimumScores = { security: 50, stability: 81, licensing: 95 }

describe('checkScores', () => {
  test('shows how far each score is below its minimum, and its change', () => {
    const [newest, before] = [
      scan(2, { security: 50, stability: 80 }),
      scan(1, { security: 70, stability: 80 }),
    ]
    const check = checkScores({ scan: newest, scans: [newest, before], minimumScores } as Overview)
    expect(check).toEqual([
      { area: 'security', score: 50, minimum: 50, margin: 0, change: -20, isMeasured: true },
      { area: 'stability', score: 80, minimum: 81, margin: -1, change: 0, isMeasured: true },
      { area: 'licensing', score: 100, minimum: 95, margin: 5, change: 0, isMeasured: true },
    ])
  })

  test('marks a score without a measure, which changes nothing, nor does one after it', () => {
    const unmeasured = scan(1, { measured: { ...allMeasured, licensing: false } })
    const newest = scan(2)
    const [, , licensing] = checkScores({ scan: newest, scans: [unmeasured], minimumScores } as Overview)
    expect(licensing).toMatchObject({ change: null, isMeasured: true })
    const [, , before] = checkScores({ scan: unmeasured, scans: [unmeasured], minimumScores } as Overview)
    expect(before).toMatchObject({ isMeasured: false })
  })

  test('shows no change for the first scan, or if the previous one is not listed', () => {
    for (const shown of [scan(1), scan(7)]) {
      const check = checkScores({ scan: shown, scans: [scan(9), shown], minimumScores } as Overview)
      expect(check.map(({ change }) => change)).toEqual([null, null, null])
    }
  })
})

test.each([
  [1, null, 'scan-2'],
  [2, 'scan-1', 'scan-3'],
  [3, 'scan-2', null],
])('beside scan %i stand %s and %s', (number, older, newer) => {
  const found = neighbors({ scan: scan(number), scans: [scan(3), scan(2), scan(1)] })
  expect([found.older?.uuid ?? null, found.newer?.uuid ?? null]).toEqual([older, newer])
})

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['github:org/repo', 'https://github.com/org/repo'],
  ['gitlab:group/sub/repo', 'https://gitlab.com/group/sub/repo'],
  ['bitbucket:org/repo', 'https://bitbucket.org/org/repo'],
  ['git@github.com:org/repo.git', 'https://github.com/org/repo'],
  ['ssh://git@git.example.com:2222/org/repo', 'https://git.example.com/org/repo'],
  ['docker:image', null],
  ['github:org', null],
  ['javascript:alert(1)', null],
  ['https://a b', null],
  ['', null],
])('the project %j is on the web at %j', (url, address) => expect(webAddress(url)).toBe(address))

test.each([
  ['github.com/org/repo', 'github.com/org/', 'repo'],
  ['repo', '', 'repo'],
  ['a/b/', 'a/', 'b/'],
  ['', '', ''],
])('%j is %j and %j', (name, front, tail) => expect(splitName(name)).toEqual({ front, tail }))

test('files are named by their content', () => {
  const of = {
    project: { name: 'github.com/org/repo' },
    branch: 'feature/a b',
    scan: { number: 3 },
  } as Overview
  expect(fileNameOf(of, 'cdx.json')).toBe('repo-feature-a-b-3.cdx.json')
})

test('files found but not read are counted once each; other issues are not', () => {
  const issue = { code: 'json-invalid', message: 'No JSON', where: 'bom.json' }
  const unread = { ...issue, isUnread: true as const }
  expect(unreadFiles({ issues: [issue, unread, unread, { ...unread, where: 'go.sum' }] })).toBe(2)
  expect(unreadFiles({ issues: [issue] })).toBe(0)
})

test('packages that could not be checked are a gap of the scan, but unread files are mentioned first', () => {
  const unread = { code: 'json-invalid', message: 'No JSON', where: 'bom.json', isUnread: true as const }
  const covered = { listed: 46, checked: 46, blocking: 0, coversLess: false }
  const partly = { ...covered, checked: 41, blocking: 5 }
  expect(describeGap({ issues: [], coverage: covered })).toBeNull()
  expect(describeGap({ issues: [], coverage: { ...partly, blocking: 0 } })).toBeNull()
  expect(describeGap({ issues: [], coverage: partly })?.title).toBe('41 of 46 packages checked')
  expect(describeGap({ issues: [unread], coverage: partly })?.title).toBe('Scan incomplete')
})
