import { expect, test } from 'vitest'
import { isFiltered, orderOf, queryOf, severitiesOf } from './search.ts'

test('the request contains only the filters that are set', () => {
  expect(queryOf({})).toEqual({ sort: 'priority' })
  expect(
    queryOf({ q: 'log4j', severity: 'HIGH,CRITICAL', exploited: 'only', fix: 'none', tag: 'my tag' }),
  ).toEqual({
    sort: 'priority',
    text: 'log4j',
    severity: 'CRITICAL,HIGH',
    exploited: 'true',
    fixable: 'false',
    tags: 'mytag',
  })
})

test('invalid parameters are ignored', () => {
  expect(severitiesOf({ severity: 'HIGH,WORST' })).toEqual(['HIGH'])
  expect(orderOf({ sort: 'color' })).toBe('priority')
  expect(queryOf({ fix: 'maybe', team: 'none' })).toEqual({ sort: 'priority' })
})

test('a sort order is not a filter', () => {
  expect(isFiltered({ sort: 'epss' })).toBe(false)
  expect(isFiltered({ exploited: 'only' })).toBe(true)
})
