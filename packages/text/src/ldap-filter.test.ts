import { expect, test } from 'vitest'
import { escapeFilterValue } from './ldap-filter.ts'

test.each([
  ['ada', 'ada'],
  ['*', String.raw`\2a`],
  ['Lovelace (Ada)', String.raw`Lovelace \28Ada\29`],
  [String.raw`a\2a`, String.raw`a\5c2a`],
  ['a\0', String.raw`a\00`],
  ['Zoë', 'Zoë'],
])('%j is the value %j', (text, value) => {
  expect(escapeFilterValue(text)).toBe(value)
})
