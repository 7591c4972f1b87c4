import { describe, expect, test } from 'vitest'
import {
  currentQuery,
  defaultWindow,
  lastDays,
  noCriteria,
  panelCriteria,
  storeCriteria,
  withoutWhitespace,
} from './criteria-model.ts'

const now = new Date('2026-05-20T23:30:00Z')

describe('defaultWindow', () => {
  test.each([
    ['2026-05-20T23:30:00Z', '2026-04-20', '2026-05-20'],
    ['2026-01-15T00:00:00Z', '2025-12-15', '2026-01-15'],
    ['2026-03-31T12:00:00Z', '2026-02-28', '2026-03-31'],
    ['2028-03-30T12:00:00Z', '2028-02-29', '2028-03-30'],
    ['2026-07-31T12:00:00Z', '2026-06-30', '2026-07-31'],
    ['2026-03-28T12:00:00Z', '2026-02-28', '2026-03-28'],
  ])('at %s, is from %s to %s', (moment, startDate, endDate) =>
    expect(defaultWindow(new Date(moment))).toEqual({ startDate, endDate }),
  )
})

test.each([
  [7, '2026-05-14'],
  [30, '2026-04-21'],
  [90, '2026-02-20'],
  [365, '2025-05-21'],
])('the last %i days begin at %s and end today', (days, startDate) =>
  expect(lastDays(days, now)).toEqual({ startDate, endDate: '2026-05-20' }),
)

describe('a URL without criteria', () => {
  const defaults = { startDate: '2026-04-20', endDate: '2026-05-20', branches: '@default', tags: '' }
  test('requests the default branches of the last month, without the cache', () =>
    expect(currentQuery({}, now)).toEqual({ ...defaults, cache: false }))
  test('shows the same criteria in the panel, with the checkbox on', () =>
    expect(panelCriteria({}, now)).toEqual({ ...defaults, cache: true }))
})

test('criteria in the URL take precedence over the defaults, and an empty team is ignored', () => {
  const stored = { startDate: '2026-01-01', branches: 'main', cache: true, tags: undefined, teamUUID: '' }
  expect(currentQuery(stored, now)).toEqual({
    startDate: '2026-01-01',
    endDate: '2026-05-20',
    branches: 'main',
    tags: '',
    cache: true,
  })
  expect(currentQuery({ teamUUID: 'a' }, now).teamUUID).toBe('a')
})

describe('storeCriteria', () => {
  const dates = { startDate: '2026-04-20', endDate: '2026-05-20' }
  test.each([
    [{ branches: '@default', tags: '', cache: true, teamUUID: '' }, { cache: true }],
    [{ branches: '', tags: '', cache: false }, { cache: false }],
    [
      { branches: 'main,dev*', tags: 'prod', cache: true, teamUUID: 'a' },
      { branches: 'main,dev*', tags: 'prod', cache: true, teamUUID: 'a' },
    ],
  ])('%o is stored as %o', (criteria, stored) =>
    expect(storeCriteria({ ...dates, ...criteria })).toEqual({ ...dates, ...stored }),
  )
  test('round-trips', () => {
    const criteria = { ...dates, branches: 'main', tags: 'a,b', cache: true, teamUUID: 'a' }
    expect(currentQuery(storeCriteria(criteria), now)).toEqual(criteria)
    expect(panelCriteria(storeCriteria({ ...criteria, cache: false }), now).cache).toBe(false)
  })
})

test('a reset clears all criteria', () => expect(Object.values(noCriteria)).toEqual(Array(8).fill(undefined)))

test.each([
  [' a b\tc\n', 'abc'],
  ['\u00a0main\u2003', 'main'],
  ['main', 'main'],
  ['  ', ''],
])('%o becomes %o', (typed, saved) => expect(withoutWhitespace(typed)).toBe(saved))
