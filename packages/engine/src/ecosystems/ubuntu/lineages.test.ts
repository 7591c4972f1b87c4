import { expect, test } from 'vitest'
import { findFixes } from '../../advisories/find-fixes.ts'
import { clusteredIndexOf } from '../../advisories/testing/osv-documents.ts'
import { ubuntu } from './index.ts'

function indexOf(...fixes: [suffix: string, fixed: string | null][]) {
  const affected = fixes.map(([suffix, fixed]) => ({
    package: { ecosystem: `Ubuntu:${suffix}`, name: 'a' },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, ...(fixed === null ? [] : [{ fixed }])] }],
  }))
  return clusteredIndexOf(ubuntu, [{ id: 'UBUNTU-CVE-2020-0001', upstream: ['CVE-2020-0001'], affected }])
}

const plain: [string, string] = ['20.04:LTS', '1.0-1ubuntu1.5']
const pro: [string, string] = ['Pro:20.04:LTS', '1.0-1ubuntu1.2+esm2']
const fips: [string, string] = ['Pro:FIPS-updates:20.04:LTS', '1.0-1ubuntu1.fips.3']

test.for<[string, [string, string | null][], string[] | null]>([
  // The fix of Pro is none for those without it.
  ['1.0-1ubuntu1.1', [['20.04:LTS', null], pro], []],
  ['1.0-1ubuntu1.1', [pro], []],
  ['1.0-1ubuntu1.1', [['20.04:LTS', '1.0-1ubuntu1.2+esm2']], []],
  ['1.0-1ubuntu1.1', [plain, pro], [plain[1]]],
  ['1.0-1ubuntu1.5', [plain, ['Pro:20.04:LTS', '1.0-1ubuntu1.5+esm1']], null],
  // Builds of Pro are compared with the fixes of Pro, although the usual one is higher.
  ['1.0-1ubuntu1.2+esm2', [plain, pro], null],
  ['1.0-1ubuntu1.2+esm1', [plain, pro], [pro[1]]],
  ['1.0-1ubuntu1.2+esm1', [plain], []],
  ['1.0-1ubuntu1.2~esm1', [['Pro:20.04:LTS', '1.0-1ubuntu1.2~esm2']], ['1.0-1ubuntu1.2~esm2']],
  ['1.0-1ubuntu1.fips.2', [plain, pro, fips], [fips[1]]],
  ['1.0-1ubuntu1.fips.3', [plain, pro, fips], null],
  ['1.0-1ubuntu1+Fips1', [['Pro:FIPS:20.04:LTS', '1.0-1ubuntu1+Fips2'], plain], ['1.0-1ubuntu1+Fips2']],
  ['1.0-1ubuntu1.1', [fips], null],
])('%s of %j is fixed by %j', ([version, fixes, expected]) => {
  const index = indexOf(...fixes)
  const [match] = index.match('a', version, '20.04')
  expect(match?.fixedVersions ?? null).toEqual(expected)
  const { recommended } = findFixes({
    ecosystem: ubuntu,
    index,
    name: 'a',
    version,
    release: '20.04',
    releases: null,
  })
  expect(recommended?.version ?? null).toBe(expected?.[0] ?? null)
})
