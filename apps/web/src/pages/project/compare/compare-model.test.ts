import type { Comparison, Overview, ScanItem } from '@assay/contract/scans.ts'
import { expect, test } from 'vitest'
import { comparable, comparedRows } from './compare-model.ts'

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
