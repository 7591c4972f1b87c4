import type { LicenseUse } from '@assay/contract/license-use.ts'
import { expect, test } from 'vitest'
import { barsOf, isFiltered, keyOf, meaningOf, queryOf, barLabelOf } from './model.ts'

const use = (id: string | null, components: number, violatingComponents = 0): LicenseUse => ({
  license: id === null ? null : { id, name: id, uri: '' },
  projects: 1,
  branches: 1,
  components,
  sources: [],
  violatingComponents,
  violatingProjects: Math.min(violatingComponents, 1),
  policies: [],
})

test('bars separate permitted, violating and unknown licenses', () => {
  expect(barsOf([use('MIT', 5), use('AGPL-3.0-only', 3, 2), use(null, 1)])).toMatchObject({
    permitted: [5, 1, 0],
    violating: [0, 2, 0],
    unknown: [0, 0, 1],
  })
})

test('a bar has a text alternative', () => {
  expect(barLabelOf(use('AGPL-3.0-only', 3, 2))).toBe(
    'AGPL-3.0-only: 3 components, 2 in violation of a policy',
  )
  expect(barLabelOf(use(null, 1))).toBe('No license found: 1 component')
})

test('a license with an exception counts as an SPDX license', () => {
  expect(meaningOf(use('GPL-2.0-only WITH Classpath-exception-2.0', 1))).toBeNull()
  expect(meaningOf(use('LicenseRef-own', 1))).toBe('not an SPDX license')
  expect(
    meaningOf({ license: { id: 'MIT', name: 'MIT License', uri: 'https://spdx.org/licenses/MIT' } }),
  ).toBe('MIT License')
})

test('a single license has no chart; many licenses show the ten most used', () => {
  expect(barsOf([use('MIT', 5)])).toBeNull()
  const many = Array.from({ length: 30 }, (_, index) => use(`L${index}`, 100 - index))
  expect(barsOf(many)?.rows).toHaveLength(10)
})

test('the request contains the filters that are set', () => {
  expect(queryOf({})).toEqual({})
  expect(queryOf({ q: 'gpl', state: 'violated', tag: 'my tag', open: 'MIT' })).toEqual({
    text: 'gpl',
    state: 'violated',
    tags: 'mytag',
  })
  expect(isFiltered({ open: 'MIT' })).toBe(false)
  expect(keyOf(use(null, 1))).toBe('none')
})
