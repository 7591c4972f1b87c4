import { expect, test } from 'vitest'
import { sortBy, sortingOf, stateOf } from './search.ts'

test('invalid parameters are ignored', () => {
  expect(sortingOf({ sort: 'color' })).toEqual({ sort: 'name', direction: 'asc' })
  expect(stateOf({ state: 'lost' })).toBe('active')
})

test('the first click on a header sorts worst first, the second reverses the order', () => {
  const findings = sortingOf(sortBy('findings', sortingOf({})))
  expect(findings).toEqual({ sort: 'findings', direction: 'desc' })
  expect(sortingOf(sortBy('findings', findings))).toEqual({ sort: 'findings', direction: 'asc' })
  expect(sortingOf(sortBy('security', findings))).toEqual({ sort: 'security', direction: 'asc' })
  expect(sortBy('name', findings)).toEqual({ sort: undefined, direction: undefined })
})
