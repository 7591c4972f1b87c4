import type { Finding } from '@assay/contract/findings.ts'
import { describe, expect, test } from 'vitest'
import { countSeverities, filterFindings, findingRow, sortFindings } from './findings-model.ts'

const none = { latestPatch: null, latestMinor: null, latestMajor: null }
const version = (of: Partial<Finding['versions'][number]> = {}) => ({
  version: '1.0.0',
  isDirect: true,
  locations: [],
  evidence: [],
  paths: [['a:1.0.0']],
  fixesThis: null,
  recommended: null,
  upgrade: null,
  safeVersions: none,
  ...of,
})
const finding = (of: Partial<Finding>): Finding => ({
  advisoryUuid: 'aaaaaaaa-0000',
  displayId: 'GHSA-1',
  cve: null,
  cves: [],
  severity: 'HIGH',
  cvss: 7,
  ecosystem: 'npm',
  package: 'a',
  fixedVersions: [],
  category: 'vulnerability',
  recordIds: ['GHSA-1'],
  summary: 'Bad thing',
  cwes: [],
  isKnownExploited: false,
  epss: null,
  versions: [version()],
  exclusion: null,
  lifetime: { introducedAt: 5 } as Finding['lifetime'],
  ...of,
})
const fixTo = (to: string, step: 'patch' | 'minor' | 'major') => ({ version: to, step, isKnownRelease: true })
const exclusion = { uuid: 'x', reason: 'mitigated', description: '' }

describe('a row', () => {
  test('shows the display ID', () => {
    expect(findingRow(finding({ displayId: 'CVE-2020-1' })).id).toBe('CVE-2020-1')
    expect(findingRow(finding({})).id).toBe('GHSA-1')
  })

  test('shows the shortest path and the number of others', () => {
    const paths = [
      ['b:1', 'c:1', 'a:1'],
      ['b:1', 'a:1'],
    ]
    const row = findingRow(finding({ versions: [version({ paths, isDirect: false })] }))
    expect([row.via, row.otherPaths, row.isDirect]).toEqual([['b@1'], 1, false])
  })

  test.each([
    [[true, false], true],
    [[false, null], false],
    [[null, null], null],
    [[], null],
  ])('whose versions are direct dependencies %j is %j', (flags, expected) => {
    const versions = flags.map((isDirect) => version({ isDirect }))
    expect(findingRow(finding({ versions })).isDirect).toBe(expected)
  })

  test('lists the fixes of all its versions without duplicates', () => {
    const [near, far] = [fixTo('1.3.0', 'minor'), fixTo('2.0.0', 'major')]
    const versions = [
      version({ fixesThis: near, recommended: far }),
      version({ fixesThis: near, recommended: far }),
      version({ fixesThis: far }),
    ]
    expect(findingRow(finding({ versions }))).toMatchObject({ fixes: [near, far], recommended: [far] })
  })
})

const rows = [
  finding({ cve: 'CVE-2020-10', package: 'lodash', severity: 'LOW', cvss: 2 }),
  finding({ cve: 'CVE-2020-9', package: 'axios', severity: 'CRITICAL', cvss: 9, isKnownExploited: true }),
  finding({
    cve: 'CVE-2021-1',
    package: 'ws',
    severity: 'CRITICAL',
    cvss: 9.8,
    exclusion,
    lifetime: null,
    versions: [version({ isDirect: false, paths: [['top:1', 'ws:1']] })],
  }),
  finding({
    cve: 'CVE-2022-1',
    package: 'qs',
    severity: 'NA',
    cvss: null,
    versions: [version({ fixesThis: fixTo('1.0.1', 'patch') })],
  }),
].map(findingRow)
const names = (list: typeof rows) => list.map((row) => row.finding.package)

test.each([
  [{}, ['lodash', 'axios', 'ws', 'qs']],
  [{ q: 'LODASH' }, ['lodash']],
  [{ q: 'top' }, ['ws']],
  [{ q: 'ghsa-1 bad' }, ['lodash', 'axios', 'ws', 'qs']],
  [{ q: '2020-9 qs' }, []],
  [{ severity: 'CRITICAL,LOW' }, ['lodash', 'axios', 'ws']],
  [{ show: 'exploited' as const }, ['axios']],
  [{ show: 'excluded' as const }, ['ws']],
  [{ show: 'fixable' as const }, ['qs']],
  [{ show: 'direct' as const, severity: 'LOW' }, ['lodash']],
])('%j matches %j', (filters, expected) => expect(names(filterFindings(rows, filters))).toEqual(expected))

test('severity counts omit excluded findings and start with the most severe', () => {
  expect(countSeverities(rows)).toEqual([
    { severity: 'CRITICAL', count: 1 },
    { severity: 'LOW', count: 1 },
    { severity: 'NA', count: 1 },
  ])
})

test.each([
  [{}, ['axios', 'lodash', 'qs', 'ws']],
  [{ sort: 'unheard of' }, ['axios', 'lodash', 'qs', 'ws']],
  [{ direction: 'desc' as const }, ['qs', 'lodash', 'axios', 'ws']],
  [{ sort: 'id' }, ['axios', 'lodash', 'qs', 'ws']],
  [{ sort: 'package', direction: 'desc' as const }, ['qs', 'lodash', 'axios', 'ws']],
  [{ sort: 'fix' }, ['qs', 'axios', 'lodash', 'ws']],
])('%j sorts as %j, excluded findings last', (order, expected) =>
  expect(names(sortFindings(rows, order))).toEqual(expected),
)
