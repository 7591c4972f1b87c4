import { expect, test } from 'vitest'
import { severityCount, severityName } from './severity-names.ts'
import { severities } from './vocabulary.ts'

test('severities have the names of the interface; an unknown one is unrated', () => {
  expect(severities.map(severityName)).toEqual(['Critical', 'High', 'Medium', 'Low', 'None', 'Unrated'])
  expect(severityCount(2, 'NA')).toBe('2 unrated')
})
