import type { Comparison, Overview, ScanItem } from '@assay/contract/scans.ts'
import type { ProjectVersion } from '@assay/contract/versions.ts'
import { expect, test } from 'vitest'
import {
  changeKinds,
  comparable,
  comparedRows,
  countChanges,
  licensesOf,
  shownKinds,
  yearsBehind,
} from './compare-model.ts'

test('differences are sorted by severity, then by package', () => {
  const found = (severity: string, cvss: number | null, name: string) => ({
    advisoryUuid: 'aaaaaaaa-0000',
    cve: null,
    severity,
    cvss,
    displayId: 'GHSA-1',
    ecosystem: 'npm',
    package: name,
  })
  const introduced = [
    found('LOW', 2, 'z'),
    found('HIGH', 7, 'b'),
    found('HIGH', 8, 'c'),
    found('HIGH', 7, 'a'),
  ]
  const rows = comparedRows({ introduced } as unknown as Comparison, 'introduced')
  expect(rows.map(({ finding }) => finding.package).join('')).toBe('cabz')
  expect(rows[0]).toMatchObject({ id: 'GHSA-1', key: 'aaaaaaaa-0000.npm.c' })
})

const scan = (number: number) => ({ uuid: `scan-${number}`, number, timestamp: number }) as ScanItem
const branches = [
  { name: 'next', reportUuid: 'of-next', timestamp: 9 },
  { name: 'main', reportUuid: 'scan-2', timestamp: 2 },
] as Overview['branches']

test.each([
  ['the scans of the branch, then the last of others', 2, ['scan-2', 'scan-1', 'of-next']],
  ['the one that is shown too, however old', 0, ['scan-2', 'scan-1', 'scan-0', 'of-next']],
])('compared can be %s', (_, shown, expected) => {
  const overview = { branch: 'main', branches, scan: scan(shown), scans: [scan(2), scan(1)] }
  expect(comparable(overview as Overview).map(({ uuid }) => uuid)).toEqual(expected)
})

test("all scans of the base's branch can be compared, too", () => {
  const overview = { branch: 'main', branches, scan: scan(2), scans: [scan(2)] } as Overview
  const base = {
    branch: 'next',
    scans: [
      { ...scan(4), uuid: 'of-next' },
      { ...scan(3), uuid: 'older' },
    ],
  }
  expect(comparable(overview, base).map(({ uuid }) => uuid)).toEqual(['scan-2', 'of-next', 'older'])
})

test('a scan with a published version is listed as that version', () => {
  const overview = {
    branch: 'main',
    branches: [],
    scan: scan(2),
    scans: [scan(2), scan(1)],
  } as unknown as Overview
  const versions = [{ reportUuid: 'scan-1', branch: 'main', name: '1.0', scannedAt: 1 } as ProjectVersion]
  const choices = comparable(overview, undefined, versions)
  expect(choices.map(({ uuid, version }) => [uuid, version])).toEqual([
    ['scan-1', '1.0'],
    ['scan-2', undefined],
  ])
})

const nothing = { components: [], introduced: [], fixed: [], dropped: [], unchanged: [] }
const compared = (lists: object) => ({ ...nothing, ...lists }) as unknown as Comparison

test('changes are counted by kind; unchanged findings are no difference', () => {
  const upgraded = { kind: 'upgraded' }
  const changes = countChanges(compared({ components: [upgraded, upgraded], fixed: [{}] }))
  expect(changes).toMatchObject({ counts: { upgraded: 2, added: 0, fixed: 1 }, isSame: false })
  expect(countChanges(compared({ unchanged: [{}] })).isSame).toBe(true)
  expect(countChanges(compared({ dropped: [{}] })).isSame).toBe(false)
})

test.each([
  [undefined, changeKinds],
  ['unknown', changeKinds],
  ['fixed,upgraded,unknown', ['upgraded', 'fixed']],
])('%s shows %j', (parameter, expected) => {
  expect(shownKinds(parameter)).toEqual(expected)
})

test('versions are summed up by their licenses and by the one that is the most behind', () => {
  const versions = [
    { version: '1', licenses: ['MIT', 'ISC'], libyears: 0.5 },
    { version: '2', licenses: ['MIT'], libyears: null },
    { version: '3', licenses: [], libyears: 2 },
  ]
  expect([licensesOf(versions), yearsBehind(versions)]).toEqual([['MIT', 'ISC'], 2])
  expect(yearsBehind(versions.slice(1, 2))).toBeNull()
})
