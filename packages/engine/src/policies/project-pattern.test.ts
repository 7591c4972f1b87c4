import { expect, test } from 'vitest'
import { reachesProject } from './project-pattern.ts'

test.each([
  ['https://example.org/a', 'https://example.org/a', true],
  ['https://example.org/a', 'https://example.org/ab', false],
  ['*', 'anything', true],
  ['*', '', true],
  ['*example.org*', 'https://EXAMPLE.org/a', true],
  ['https://example.org/*', 'https://example.org/', true],
  ['https://example.org/*/api', 'https://example.org/team/api', true],
  ['https://example.org/*/api', 'https://example.org/api', false],
  ['*a*a', 'a', false],
  ['*a*a', 'aa', true],
  ['a*a', 'a', false],
  ['', 'a', false],
])('the pattern %j matches %j: %s', (pattern, url, fits) => {
  expect(reachesProject({ pattern, tags: [] }, { url, tags: [] })).toBe(fits)
})

test('applies to a matching tag or pattern, and to every project without either', () => {
  const project = { url: 'https://example.org/a', tags: ['prod'] }
  expect(reachesProject({ pattern: null, tags: ['prod', 'x'] }, project)).toBe(true)
  expect(reachesProject({ pattern: null, tags: ['x'] }, project)).toBe(false)
  expect(reachesProject({ pattern: 'nothing', tags: ['prod'] }, project)).toBe(true)
  expect(reachesProject({ pattern: null, tags: [] }, project)).toBe(true)
})

test('takes linear time for patterns with many asterisks', () => {
  const pattern = `${'*a'.repeat(500)}b`
  expect(reachesProject({ pattern, tags: [] }, { url: 'a'.repeat(100_000), tags: [] })).toBe(false)
})
