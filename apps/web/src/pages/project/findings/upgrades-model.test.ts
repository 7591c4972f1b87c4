import type { Finding } from '@assay/contract/findings.ts'
import { describe, expect, test } from 'vitest'
import { findingRow } from './findings-model.ts'
import { isExpandedAtFirst, groupByUpgrade, linesOf } from './upgrades-model.ts'

const fixTo = (version: string, step: 'patch' | 'minor' | 'major' = 'patch') => ({
  version,
  step,
  isKnownRelease: true,
})
const version = (of: Partial<Finding['versions'][number]> = {}) =>
  ({
    version: '1.0.0',
    isDirect: true,
    locations: [],
    evidence: [],
    paths: [],
    fixesThis: fixTo('1.0.1'),
    recommended: null,
    upgrade: of.recommended ?? (of.fixesThis === undefined ? fixTo('1.0.1') : of.fixesThis),
    ...of,
  }) as Finding['versions'][number]
const rowOf = (id: string, of: Partial<Finding> = {}) =>
  findingRow({
    advisoryUuid: id,
    displayId: id,
    cve: id,
    severity: 'HIGH',
    cvss: 7,
    ecosystem: 'npm',
    package: 'a',
    isKnownExploited: false,
    epss: null,
    exclusion: null,
    versions: [version()],
    ...of,
  } as Finding)
const brief = (groups: ReturnType<typeof groupByUpgrade>) =>
  groups.map(({ name, to, kind, rows }) => [kind, name, to, rows.map(({ id }) => id)])

describe('groupByUpgrade', () => {
  test('groups findings of one package and release under one upgrade, with the findings it closes', () => {
    const rows = [
      rowOf('1', { severity: 'CRITICAL', epss: 0.5, isKnownExploited: true }),
      rowOf('2', {
        versions: [version({ version: '0.9.0', recommended: fixTo('1.0.1', 'major'), isDirect: false })],
      }),
    ]
    expect(groupByUpgrade(rows)).toMatchObject([
      {
        kind: 'upgrade',
        to: '1.0.1',
        from: ['1.0.0', '0.9.0'],
        step: 'major',
        isDirect: true,
        closes: [
          { severity: 'CRITICAL', count: 1 },
          { severity: 'HIGH', count: 1 },
        ],
        knownExploited: 1,
        likelyExploited: 1,
        maxEpss: 0.5,
        shared: 0,
      },
    ])
  })

  test('prefers the release without known advisories over the one that only fixes this finding', () => {
    const rows = [rowOf('1', { versions: [version({ recommended: fixTo('2.0.0', 'major') })] })]
    expect(groupByUpgrade(rows)).toMatchObject([{ to: '2.0.0', step: 'major' }])
  })

  test('sorts known exploited first, then by severity; unfixable and excluded findings come last', () => {
    const none = [version({ fixesThis: null })]
    const exclusion = { uuid: 'x', reason: 'mitigated', description: '' } as Finding['exclusion']
    const rows = [
      rowOf('excluded', { package: 'e', exclusion, severity: 'CRITICAL' }),
      rowOf('unfixable', { package: 'd', versions: none, severity: 'CRITICAL' }),
      rowOf('high', { package: 'c' }),
      rowOf('critical', { package: 'b', severity: 'CRITICAL' }),
      rowOf('exploited', { package: 'z', severity: 'LOW', isKnownExploited: true }),
    ]
    expect(brief(groupByUpgrade(rows))).toEqual([
      ['upgrade', 'z', '1.0.1', ['exploited']],
      ['upgrade', 'b', '1.0.1', ['critical']],
      ['upgrade', 'c', '1.0.1', ['high']],
      ['unfixable', 'd', null, ['unfixable']],
      ['excluded', 'e', null, ['excluded']],
    ])
    expect(brief(groupByUpgrade(rows, true)).map(([, name]) => name)).toEqual(['c', 'b', 'z', 'd', 'e'])
  })

  test('a finding that needs two upgrades is listed under both, but neither alone closes it', () => {
    const versions = [version(), version({ version: '2.0.0', fixesThis: fixTo('2.0.1') })]
    expect(groupByUpgrade([rowOf('1', { versions })])).toMatchObject([
      { to: '1.0.1', from: ['1.0.0'], closes: [], shared: 1, rows: [{ id: '1' }] },
      { to: '2.0.1', from: ['2.0.0'], closes: [], shared: 1, rows: [{ id: '1' }] },
    ])
  })

  test('names the direct dependencies it is introduced through', () => {
    const paths = [
      ['b:1', 'a:1'],
      ['@x/c:1', 'b:1', 'a:1'],
    ]
    const rows = [rowOf('1', { versions: [version({ isDirect: false, paths })] })]
    expect(groupByUpgrade(rows)).toMatchObject([{ isDirect: false, through: ['b', '@x/c'] }])
  })
})

test('few findings are all expanded; with many, only upgrades are shown', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => rowOf(String(at)))
  const [few, many] = [groupByUpgrade(rows(30)), groupByUpgrade(rows(31))]
  expect([isExpandedAtFirst(few), isExpandedAtFirst(many)]).toEqual([true, false])
  const kinds = linesOf(few, () => true).map(({ kind }) => kind)
  expect(kinds).toEqual(['group', 'header', ...few[0]!.rows.map(() => 'finding')])
  expect(linesOf(many, () => false)).toMatchObject([{ kind: 'group' }])
})
