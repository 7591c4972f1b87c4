import type { LicenseUse } from '@assay/contract/license-use.ts'
import { expect, test } from 'vitest'
import { barsOf, isFiltered, keyOf, queryOf, wordsOf } from './model.ts'

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

test('bars part what is permitted from what violates a policy, and those that nobody knows', () => {
  expect(barsOf([use('MIT', 5), use('AGPL-3.0-only', 3, 2), use(null, 1)])).toMatchObject({
    permitted: [5, 1, 0],
    violating: [0, 2, 0],
    unknown: [0, 0, 1],
  })
})

test('a bar says what it draws', () => {
  expect(wordsOf(use('AGPL-3.0-only', 3, 2))).toBe('AGPL-3.0-only: 3 components, 2 in violation of a policy')
  expect(wordsOf(use(null, 1))).toBe('Unknown: 1 component')
})

test('one license is no picture, and many are the ten most used', () => {
  expect(barsOf([use('MIT', 5)])).toBeNull()
  const many = Array.from({ length: 30 }, (_, index) => use(`L${index}`, 100 - index))
  expect(barsOf(many)?.rows).toHaveLength(10)
})

test('the call gets the filters that are set', () => {
  expect(queryOf({})).toEqual({})
  expect(queryOf({ q: 'gpl', state: 'violated', tag: 'my tag', open: 'MIT' })).toEqual({
    text: 'gpl',
    state: 'violated',
    tags: 'mytag',
  })
  expect(isFiltered({ open: 'MIT' })).toBe(false)
  expect(keyOf(use(null, 1))).toBe('none')
})
