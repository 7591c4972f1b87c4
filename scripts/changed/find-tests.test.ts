import { expect, test } from 'vitest'
import { findTests } from './find-tests.ts'

const list = Array.from({ length: 50 }, (_, number) => ({
  from: 'app/routes.ts',
  to: `app/${number}/routes.ts`,
}))
const imports = [
  ...list,
  { from: 'app/1/routes.ts', to: 'app/1/store.ts' },
  { from: 'app/1/store.test.ts', to: 'app/1/store.ts' },
  { from: 'app/2/reads.ts', to: 'app/1/store.ts' },
  { from: 'app/2/shows.ts', to: 'app/2/reads.ts' },
  { from: 'app/2/shows.test.ts', to: 'app/2/shows.ts' },
  { from: 'app/far.ts', to: 'app/2/shows.ts' },
  { from: 'app/far.test.ts', to: 'app/far.ts' },
  { from: 'app/all.test.ts', to: 'app/routes.ts' },
]
const files = [...new Set(imports.flatMap(({ from, to }) => [from, to])), 'app/1/beside.test.ts']
const testsOf = (...changed: string[]) => findTests({ files, imports }, new Set(changed))

test('tests beside a changed file and those that import it over up to two others', () => {
  expect(testsOf('app/1/store.ts')).toEqual([
    'app/1/store.test.ts',
    'app/2/shows.test.ts',
    'app/1/beside.test.ts',
  ])
})

test('what puts the whole program together leads to no further tests, unless it is what changed', () => {
  expect(testsOf('app/7/routes.ts')).toEqual([])
  expect(testsOf('app/routes.ts')).toContain('app/all.test.ts')
})

test('a changed test is one of its own', () => {
  expect(testsOf('app/far.test.ts')).toContain('app/far.test.ts')
})
