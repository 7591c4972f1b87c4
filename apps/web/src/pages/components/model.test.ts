import type { Dependency } from '@assay/contract/insights.ts'
import { describe, expect, test } from 'vitest'
import { isFiltered, nextSort, queryOf, requirementOf, sortDependencies, wantedOf } from './model.ts'
import { shownColumns } from '../../widgets/lists/list-table.tsx'
import { columns } from './columns.tsx'

describe('the search text may contain a version range', () => {
  test.each([
    ['log4j-core', 'log4j-core', ''],
    ['log4j-core <2.17.1', 'log4j-core', '<2.17.1'],
    ['log4j-core < 2.17.1', 'log4j-core', '< 2.17.1'],
    ['log4j-core<2.17.1', 'log4j-core', '<2.17.1'],
    ['  lodash  >=4 <4.17.21 ', 'lodash', '>=4 <4.17.21'],
    ['lodash =4.17.4', 'lodash', '=4.17.4'],
    ['lodash [4.0,4.17.21)', 'lodash', '[4.0,4.17.21)'],
    ['lodash@4.17.4', 'lodash', '4.17.4'],
    ['@babel/core', '@babel/core', ''],
    ['@babel/core@7.1.0', '@babel/core', '7.1.0'],
    ['<2.0', '', '<2.0'],
    ['two words', 'two words', ''],
    ['a=b', 'a=b', ''],
    ['', '', ''],
  ])('%j', (q, name, range) => expect(wantedOf({ q })).toEqual({ name, range, isRange: true }))

  test('the range in the search text takes precedence over the range field', () => {
    expect(wantedOf({ q: 'a', version: '<1' })).toMatchObject({ name: 'a', range: '<1' })
    expect(wantedOf({ q: 'a <2', version: '<1' })).toMatchObject({ name: 'a', range: '<2' })
  })

  test.each(['a <', 'a <<1', 'a [1,', 'a >=1 x'])('%j has no valid range', (q) =>
    expect(wantedOf({ q }).isRange).toBe(false),
  )
})

test('the request contains only the filters that are set', () => {
  expect(queryOf({})).toEqual({})
  expect(queryOf({ open: 'npm a 1', sort: 'projects' })).toEqual({})
  expect(queryOf({ q: 'a <2', show: 'vulnerable,outdated', tag: 'my tag', relation: 'direct' })).toEqual({
    name: 'a',
    version: '<2',
    vulnerable: 'true',
    outdated: 'true',
    tags: 'mytag',
    relation: 'direct',
  })
})

test('an open row and a sort order are not filters', () => {
  expect(isFiltered({ open: 'npm a 1', sort: 'age', direction: 'asc' })).toBe(false)
  expect(isFiltered({ license: 'MIT' })).toBe(true)
})

const row = (name: string, facts: Partial<Dependency> = {}): Dependency => ({
  ecosystem: 'npm',
  language: 'nodejs',
  name,
  version: '1.0.0',
  purl: null,
  webUrl: null,
  projects: 1,
  branches: 1,
  directBranches: 0,
  transitiveBranches: 0,
  scopes: [],
  licenses: [],
  releasedAt: null,
  libyears: null,
  latestPatch: null,
  latestMinor: null,
  latestMajor: null,
  warnings: [],
  openFindings: 0,
  vulnerabilities: [],
  fix: null,
  ...facts,
})

test('release columns are omitted if they are empty in every row', () => {
  const wide = { isNarrow: false, isMedium: false }
  const { name, age, libyears } = columns
  const shown = (...rows: Dependency[]) =>
    shownColumns({ name: name!, age: age!, libyears: libyears! }, rows, wide).map(([id]) => id)
  expect(shown(row('a'))).toEqual(['name'])
  expect(shown(row('a'), row('b', { releasedAt: 5 }))).toEqual(['name', 'age'])
  expect(shown(row('a'), row('b', { libyears: 0 }))).toEqual(['name', 'libyears'])
})

test('narrow and medium pages have fewer columns', () => {
  const ids = (width: { isNarrow: boolean; isMedium: boolean }) =>
    shownColumns(columns, [row('a', { releasedAt: 5, libyears: 0 })], width).map(([id]) => id)
  expect(ids({ isNarrow: false, isMedium: false })).toEqual(Object.keys(columns))
  expect(ids({ isNarrow: false, isMedium: true })).toEqual([
    'name',
    'projects',
    'required',
    'vulnerabilities',
    'fix',
    'age',
  ])
  expect(ids({ isNarrow: true, isMedium: true })).toEqual(['name', 'projects', 'vulnerabilities'])
})

describe('sorted', () => {
  const rows = [
    row('a', { projects: 2, releasedAt: 5, vulnerabilities: [{ severity: 'HIGH', count: 9 }] }),
    row('b', { projects: 7, libyears: 3, vulnerabilities: [{ severity: 'CRITICAL', count: 1 }] }),
    row('c', { projects: 2, branches: 4, releasedAt: 1, libyears: 0 }),
  ]
  const names = (sort: Parameters<typeof nextSort>[0], direction: 'asc' | 'desc') =>
    sortDependencies(rows, { sort, direction })
      .map(({ name }) => name)
      .join('')

  test.each([
    ['name', 'asc', 'abc'],
    ['name', 'desc', 'cba'],
    ['projects', 'desc', 'bca'],
    ['vulnerabilities', 'desc', 'bac'],
    ['vulnerabilities', 'asc', 'cab'],
    ['age', 'desc', 'cab'],
    ['age', 'asc', 'acb'],
    ['libyears', 'desc', 'bca'],
    ['libyears', 'asc', 'cba'],
  ] as const)('by %s, %s: %s; what is not known is last', (sort, direction, order) =>
    expect(names(sort, direction)).toBe(order),
  )

  test('the first click on a column sorts descending, names ascending; the next one reverses it', () => {
    const byName = { sort: 'name', direction: 'asc' } as const
    expect(nextSort('projects', byName)).toEqual({ sort: 'projects', direction: 'desc' })
    expect(nextSort('projects', { sort: 'projects', direction: 'desc' })).toMatchObject({ direction: 'asc' })
    expect(nextSort('name', { sort: 'age', direction: 'desc' })).toEqual(byName)
  })
})

test.each([
  [1, 1, 'both'],
  [2, 0, 'direct'],
  [0, 2, 'transitive'],
  [0, 0, 'unknown'],
] as const)('%i direct and %i transitive branches: %s', (directBranches, transitiveBranches, word) =>
  expect(requirementOf(row('a', { directBranches, transitiveBranches }))).toBe(word),
)
