import { expect, test } from 'vitest'
import { parseNames, printNames } from './names-model.ts'

test.each([
  ['', {}],
  ['  \n', {}],
  ['admins = Administrator', { admins: 'Administrator' }],
  [' a=B \n\ncn=x,dc=y = Team viewer', { a: 'B', 'cn=x,dc=y': 'Team viewer' }],
])('%j is read', (text, names) => {
  expect(parseNames(text)).toEqual(names)
  expect(parseNames(printNames(names))).toEqual(names)
})

test.each(['admins', '= Viewer', 'admins =', 'a = b\nc'])('%j does not map one name to another', (text) => {
  expect(parseNames(text)).toBeNull()
})
