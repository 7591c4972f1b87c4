import { expect, test } from 'vitest'
import { isFiltered, orderOf, queryOf, severitiesOf } from './search.ts'

test('the call gets the filters that are set, and no others', () => {
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

test('what cannot be read is as if it were not there', () => {
  expect(severitiesOf({ severity: 'HIGH,WORST' })).toEqual(['HIGH'])
  expect(orderOf({ sort: 'color' })).toBe('priority')
  expect(queryOf({ fix: 'maybe', team: 'none' })).toEqual({ sort: 'priority' })
})

test('an order filters nothing', () => {
  expect(isFiltered({ sort: 'epss' })).toBe(false)
  expect(isFiltered({ exploited: 'only' })).toBe(true)
})
