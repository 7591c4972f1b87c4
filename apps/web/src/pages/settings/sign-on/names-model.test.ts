import { expect, test } from 'vitest'
import { parseNames, printNames } from './names-model.ts'

test.each([
  ['', {}],
  ['  \n', {}],
  ['admins = Administrator', { admins: 'Administrator' }],
  [' a=B \n\ncn=x,dc=y = Team viewer', { a: 'B', 'cn=x,dc=y': 'Team viewer' }],
])('%j is parsed', (text, names) => {
  expect(parseNames(text)).toEqual(names)
  expect(parseNames(printNames(names))).toEqual(names)
})

test.each(['admins', '= Viewer', 'admins =', 'a = b\nc'])('%j is not a mapping of names', (text) => {
  expect(parseNames(text)).toBeNull()
})
