import { ScimPatch } from '@assay/contract/scim.ts'
import { describe, expect, test } from 'vitest'
import { watchPrototypes } from '#testing/prototypes.ts'
import { applyPatch } from './apply-patch.ts'
import { groupAttributes, userAttributes } from './attributes.ts'

const user = {
  userName: 'ann@example.org',
  name: { givenName: 'Ann', familyName: 'Smith' },
  emails: [{ value: 'ann@example.org', type: 'work', primary: true }],
  active: true,
}
const group = { displayName: 'Team', members: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }
const patched = (resource: Record<string, unknown>, ...Operations: object[]) =>
  applyPatch(resource, ScimPatch.parse({ Operations }), [...userAttributes, ...groupAttributes.slice(-1)])

describe('operations on a user', () => {
  test.each([
    ['with a path', { op: 'replace', path: 'active', value: false }, { active: false }],
    ['without a path', { op: 'replace', value: { active: false } }, { active: false }],
    ['with names in any case', { op: 'Replace', path: 'USERNAME', value: 'x' }, { userName: 'x' }],
    [
      'with the urn of the schema',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:name.givenName', value: 'Bo' },
      { name: { givenName: 'Bo', familyName: 'Smith' } },
    ],
    [
      'with a dotted name as a key',
      { op: 'add', value: { 'name.familyName': 'Lee', displayName: 'Ann Lee' } },
      { name: { givenName: 'Ann', familyName: 'Lee' }, displayName: 'Ann Lee' },
    ],
    [
      'on a sub-attribute, keeping the rest',
      { op: 'replace', path: 'name', value: { givenName: 'Bo' } },
      { name: { givenName: 'Bo', familyName: 'Smith' } },
    ],
    [
      'on the values matching a filter',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@example.org' },
      { emails: [{ value: 'new@example.org', type: 'work', primary: true }] },
    ],
    [
      'add a value described by a filter that matches nothing',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.org' },
      { emails: [...user.emails, { type: 'home', value: 'home@example.org' }] },
    ],
  ])('%s', (_name, operation, expected) => {
    expect(patched(user, operation)).toEqual({ ...user, ...expected })
  })

  test('remove an attribute', () => {
    expect(patched({ ...user, externalId: 'x' }, { op: 'remove', path: 'externalId' })).toEqual(user)
  })

  test('are applied in order and do not change the given resource', () => {
    const before = structuredClone(user)
    const after = patched(
      user,
      { op: 'add', path: 'active', value: false },
      { op: 'add', path: 'active', value: true },
    )
    expect([after, user]).toEqual([before, before])
  })
})

describe('operations on group members', () => {
  const idsAfter = (...operations: object[]) =>
    (patched(group, ...operations)['members'] as { value: string }[] | undefined)?.map(({ value }) => value)

  test.each([
    [
      'add each once',
      { op: 'add', path: 'members', value: [{ value: 'd' }, { value: 'A' }] },
      ['a', 'b', 'c', 'd'],
    ],
    ['replace', { op: 'replace', path: 'members', value: [{ value: 'd' }] }, ['d']],
    ['remove by filter', { op: 'Remove', path: 'members[value eq "b"]' }, ['a', 'c']],
    ['remove several', { op: 'remove', path: 'members[value eq "a" or value eq "c"]' }, ['b']],
    [
      'remove the listed values',
      { op: 'Remove', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
      ['c'],
    ],
    ['ignore unknown values', { op: 'remove', path: 'members[value eq "x"]' }, ['a', 'b', 'c']],
    ['without a path', { op: 'replace', value: { id: 'x', members: [{ value: 'a' }] } }, ['a']],
  ])('%s', (_name, operation, expected) => {
    expect(idsAfter(operation)).toEqual(expected)
  })
})

test.each([
  ['noTarget', { op: 'remove' }],
  ['noTarget', { op: 'replace', path: 'emails[type co "x"].value', value: 'y' }],
  ['invalidValue', { op: 'add', value: 'x' }],
  ['invalidValue', { op: 'replace', path: 'emails[type eq "work"]', value: 'x' }],
  ['invalidPath', { op: 'add', path: 'a..b', value: 'x' }],
  ['invalidPath', { op: 'add', path: 'userName.x', value: 'x' }],
  ['invalidFilter', { op: 'add', path: 'emails[type]', value: {} }],
])('%s: %j', (scimType, operation) => {
  expect(() => patched(user, operation)).toThrow(expect.objectContaining({ scimType }))
})

describe('names that could cause prototype pollution', () => {
  const changed = watchPrototypes()
  const keyed = (name: string, value: unknown) => ({ op: 'add', value: { [name]: value } })

  test.each([
    { op: 'add', path: '__proto__.name', value: 'x' },
    { op: 'add', path: '__PROTO__.name', value: 'x' },
    { op: 'add', path: 'constructor.prototype', value: { name: 'x' } },
    { op: 'add', path: 'name.__proto__', value: { polluted: true } },
    { op: 'remove', path: '__proto__.hasOwnProperty' },
    { op: 'add', path: 'emails[type eq "work"].__proto__', value: { polluted: true } },
    { op: 'add', path: 'emails[__proto__ eq "x"].value', value: 'x' },
    { op: 'add', path: 'emails[constructor eq "x"].value', value: 'x' },
    { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:__proto__.name', value: 'x' },
    keyed('__proto__', { polluted: true }),
    keyed('__proto__.polluted', true),
    keyed('name.constructor', { polluted: true }),
    keyed('emails[type eq "work"].prototype', { polluted: true }),
  ])('are rejected: %j', (operation) => {
    expect(() => patched(user, operation)).toThrow(expect.objectContaining({ status: 400 }))
    expect(() => patched(group, operation)).toThrow(expect.objectContaining({ status: 400 }))
    expect(changed()).toEqual([])
  })

  test('are rejected as sub-attributes', () => {
    const operation = { op: 'add', path: 'name', value: { ['__proto__']: { polluted: true } } }
    expect(() => patched(user, operation)).toThrow(expect.objectContaining({ status: 400 }))
    expect(changed()).toEqual([])
  })

  test('are ignored in list items, like all attributes outside the schema', () => {
    const item = { value: 'a@example.org', ['__proto__']: { polluted: true }, constructor: 1 }
    const after = patched(user, { op: 'replace', path: 'emails', value: [item] })
    expect(Object.keys((after['emails'] as object[])[0]!)).toEqual(['value'])
    expect(changed()).toEqual([])
  })
})

test('attributes outside the schema are ignored', () => {
  const path = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
  const operations = [
    { op: 'add', path, value: 'Sales' },
    { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
    { op: 'add', value: { title: 'Dr', 'name.middleName': 'X' } },
  ]
  expect(patched(user, ...operations)).toEqual(user)
})
