import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contextWords, isKnownPassword } from './known-passwords.ts'

test.each([
  ['Password1234', true],
  ['aaaaaaaaaaaaaaaa', true],
  ['abababababab', true],
  ['34567890123456', true],
  ['abcdefghijklmno', true],
  ['zyxwvutsrqponm', true],
  ['me@example.org!', true],
  // From the list.
  ['1qaz2wsx3edc', true],
  ['GHJCNJGFHJKM', true],
  // From the context.
  ['Assay-assay-2026', true],
  ['dashboard2026!', true],
  ['supplychain-1', true],
  ['Example-2026-x', true],
  ['example horses eat plums', false],
  ['a password of some length', false],
  ['correct horse battery', false],
  ['8f2kq0vy1msz', false],
])('%j is a common password: %s', (password, isKnown) => {
  expect(isKnownPassword(password, 'me@example.org')).toBe(isKnown)
})

test('the list contains 3000 distinct passwords that are otherwise allowed', () => {
  const lines = readFileSync(join(import.meta.dirname, 'known-passwords.txt'), 'utf8')
    .trim()
    .split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(3000)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.filter((line) => line.length < 12 || line !== line.toLowerCase())).toEqual([])
  expect(lines.filter((line) => !isKnownPassword(line, 'me@example.org'))).toEqual([])
})

test('the context words are those listed in docs/evidence/security.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../../docs/evidence/security.md'), 'utf8')
  const list = /\*\*Context words\*\*[^:]*: ([\w,\s]+)\./.exec(document)?.[1] ?? ''
  expect(list.split(/,\s+/)).toEqual(contextWords)
})
