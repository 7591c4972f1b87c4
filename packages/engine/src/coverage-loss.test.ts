import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Covered, coversLess } from './coverage-loss.ts'

const before: Covered = {
  listed: 46,
  checked: 41,
  hiding: 5,
  files: ['package-lock.json', 'api/poetry.lock'],
  languages: ['nodejs', 'python'],
}

test.for<[string, Partial<Covered>, boolean]>([
  ['an empty inventory', { listed: 0, checked: 0, hiding: 0, files: ['package-lock.json'] }, true],
  ['an empty inventory of the same files', { listed: 0, checked: 0, hiding: 0 }, true],
  ['packages that lost their purl or version', { checked: 40, hiding: 6 }, true],
  ['a smaller folder', { listed: 20, checked: 20, hiding: 0, files: ['package-lock.json'] }, true],
  ['a language that is gone', { listed: 20, checked: 20, hiding: 0, languages: ['nodejs'] }, true],
  ['removed dependencies', { listed: 40, checked: 35 }, false],
  ['removed dependencies that were gaps', { listed: 40, checked: 40, hiding: 0 }, false],
  ['another dependency without a purl', { listed: 47, hiding: 6 }, false],
  ['a renamed document', { files: ['package-lock.json', 'backend/poetry.lock'] }, false],
  ['the same', {}, false],
])('%s: covers less: %2$s', ([, change, expected]) => {
  expect(coversLess({ ...before, ...change }, before)).toBe(expected)
})

const covered = fc.record({
  listed: fc.nat(50),
  checked: fc.nat(50),
  hiding: fc.nat(50),
  files: fc.array(fc.constantFrom('a', 'b', 'c')),
  languages: fc.array(fc.constantFrom('nodejs', 'python')),
})

test('of two scans, at most one covers less than the other', () => {
  fc.assert(fc.property(covered, covered, (a, b) => !(coversLess(a, b) && coversLess(b, a))))
})
