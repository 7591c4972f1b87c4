import { expect, test } from 'vitest'
import { acceptedSubjectOf, isAcceptable, subjectOf } from './gaps-model.ts'

test.each([
  [{ component: { ecosystem: null, name: 'openssl', version: '3.0.0' }, where: 'a.json' }, 'openssl 3.0.0'],
  [{ component: { ecosystem: 'npm', name: 'left', version: '' }, where: 'a.json#/components/3' }, 'left'],
  [{ component: null, where: 'api/pom.xml' }, 'api/pom.xml'],
  [{ component: null, where: 'api/requirements.txt:12' }, 'api/requirements.txt'],
  [{ component: null, where: 'bom.json#/components/3' }, 'bom.json'],
])('a gap is named for people', (gap, name) => {
  expect(subjectOf(gap)).toBe(name)
})

test('an acceptance covers every version of a package, or the whole file', () => {
  expect(
    acceptedSubjectOf({ component: { ecosystem: 'npm', name: 'left', version: 'latest' }, where: 'a.json' }),
  ).toEqual({ package: { ecosystem: 'npm', name: 'left' } })
  expect(acceptedSubjectOf({ component: null, where: 'pom.xml:3' })).toEqual({ file: 'pom.xml' })
  const conda = { component: { ecosystem: null, kind: 'pkg:conda', name: 'a', version: '1' }, where: '' }
  expect(acceptedSubjectOf(conda)).toEqual({ package: { ecosystem: null, name: 'a' } })
  expect(acceptedSubjectOf(conda, 'kind')).toEqual({ kind: 'pkg:conda' })
})

test.each([
  ['version-missing', 'Pin the version.', true],
  ['advisories-outdated', 'Sync the advisories.', false],
  ['source-git', '', false],
])('a gap of the reason %s (%s) can be accepted: %s', (reason, action, expected) => {
  expect(isAcceptable({ reason, action })).toBe(expected)
})
