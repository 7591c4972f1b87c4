import { dayMs } from '@assay/engine/time.ts'
import type { FixUpgrade } from '@assay/contract/fixes.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { expect, test } from 'vitest'
import { closedBy, isFiltered, keyOf, queryOf, snoozeEnd, relationOf } from './model.ts'
import { FixesSearch } from './search.ts'

test('the request contains the filters of the URL, with trimmed names', () => {
  const search = FixesSearch.parse({
    project: 'my shop',
    severity: 'HIGH',
    snoozed: true,
    open: 'x',
    teamUUID: 'no',
  })
  expect(queryOf(search)).toEqual({ project: 'myshop', severity: 'HIGH', snoozed: 'true' })
  expect([isFiltered(search), isFiltered({ open: 'x', snoozed: true })]).toEqual([true, false])
})

test('an upgrade without a release has its own key', () => {
  const upgrade = { ecosystem: 'npm', packageName: 'a', to: null } as FixUpgrade
  expect(keyOf(upgrade)).not.toBe(keyOf({ ...upgrade, to: '1' }))
})

test('a snooze lasts whole days', () => {
  expect(snoozeEnd('week', 1000)).toBe(1000 + 7 * dayMs)
})

test.each([
  [{ directBranches: 1, transitiveBranches: 2, through: ['a'] }, 'direct'],
  [{ directBranches: 0, transitiveBranches: 2, through: ['a'] }, 'through'],
  [{ directBranches: 0, transitiveBranches: 2, through: [] }, 'transitive'],
  [{ directBranches: 0, transitiveBranches: 0, through: [] }, null],
])('%j is introduced: %s', (upgrade, way) => {
  expect(relationOf(upgrade as unknown as FixUpgrade)).toBe(way)
})

test('on a branch, an upgrade covers the open findings of its package with that fix', () => {
  const finding = (cve: string, to: string | null, more: Partial<Finding> = {}) =>
    ({
      cve,
      ecosystem: 'npm',
      package: 'lodash',
      exclusion: null,
      versions: [
        { version: '1', recommended: null, fixesThis: null, upgrade: to === null ? null : { version: to } },
      ],
      ...more,
    }) as Finding
  const exclusion = { uuid: 'x', reason: 'mitigated', description: '' } as Finding['exclusion']
  const findings = [
    finding('its own', '2'),
    finding('another release', '3'),
    finding('another package', '2', { package: 'async' }),
    finding('excluded', '2', { exclusion }),
    finding('without a fix', null),
  ]
  const named = (to: string | null) =>
    closedBy({ ecosystem: 'npm', name: 'lodash', to }, findings).map(({ cve }) => cve)
  expect([named('2'), named(null)]).toEqual([['its own'], ['without a fix']])
})
