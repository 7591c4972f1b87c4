import { expect, test } from 'vitest'
import { appliesToProject } from './project-pattern.ts'

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
  expect(appliesToProject({ pattern, tags: [] }, { url, tags: [] })).toBe(fits)
})

test('applies to a matching tag or pattern, and to every project without either', () => {
  const project = { url: 'https://example.org/a', tags: ['prod'] }
  expect(appliesToProject({ pattern: null, tags: ['prod', 'x'] }, project)).toBe(true)
  expect(appliesToProject({ pattern: null, tags: ['x'] }, project)).toBe(false)
  expect(appliesToProject({ pattern: 'nothing', tags: ['prod'] }, project)).toBe(true)
  expect(appliesToProject({ pattern: null, tags: [] }, project)).toBe(true)
})

test('takes linear time for patterns with many asterisks', () => {
  const pattern = `${'*a'.repeat(500)}b`
  expect(appliesToProject({ pattern, tags: [] }, { url: 'a'.repeat(100_000), tags: [] })).toBe(false)
})
