import { expect, test } from 'vitest'
import { ecosystemChoices } from './ecosystem-options.ts'

test.each([
  ['', ['maven', 'npm']],
  ['npm', ['maven', 'npm']],
  // As in links from other programs: /components/nodejs/lodash.
  ['nodejs', ['maven', 'nodejs']],
  ['pypi', ['maven', 'npm', 'pypi']],
  ['pascal', ['maven', 'npm', 'pascal']],
  ['other', ['maven', 'npm']],
])('with %j selected, offers each ecosystem once', (selected, values) => {
  const choices = ecosystemChoices(['npm', 'maven', 'npm', 'other'], selected)
  expect(choices.map(({ value }) => value)).toEqual(values)
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
})
