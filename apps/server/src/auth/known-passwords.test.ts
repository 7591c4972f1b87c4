import { expect, test } from 'vitest'
import { isKnownPassword } from './known-passwords.ts'

test.each([
  ['Password1234', true],
  ['aaaaaaaaaaaaaaaa', true],
  ['abababababab', true],
  ['34567890123456', true],
  ['abcdefghijklmno', true],
  ['zyxwvutsrqponm', true],
  ['me@example.org!', true],
  ['a password of some length', false],
  ['correct horse battery', false],
  ['8f2kq0vy1msz', false],
])('%j is known: %s', (password, isKnown) => {
  expect(isKnownPassword(password, 'me@example.org')).toBe(isKnown)
})
