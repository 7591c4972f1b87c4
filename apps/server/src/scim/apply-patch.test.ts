import { ScimPatch } from '@assay/contract/scim.ts'
import { describe, expect, test } from 'vitest'
import { applyPatch } from './apply-patch.ts'

const user = {
  userName: 'ann@example.org',
  name: { givenName: 'Ann', familyName: 'Smith' },
  emails: [{ value: 'ann@example.org', type: 'work', primary: true }],
  active: true,
}
const group = { displayName: 'Team', members: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }
const patched = (resource: Record<string, unknown>, ...Operations: object[]) =>
  applyPatch(resource, ScimPatch.parse({ Operations }))

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
      'on a part of an object, the rest staying',
      { op: 'replace', path: 'name', value: { givenName: 'Bo' } },
      { name: { givenName: 'Bo', familyName: 'Smith' } },
    ],
    [
      'on the matches of a filter',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@example.org' },
      { emails: [{ value: 'new@example.org', type: 'work', primary: true }] },
    ],
    [
      'on what a filter describes and nothing is yet',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.org' },
      { emails: [...user.emails, { type: 'home', value: 'home@example.org' }] },
    ],
  ])('%s', (_name, operation, expected) => {
    expect(patched(user, operation)).toEqual({ ...user, ...expected })
  })

  test('remove an attribute', () => {
    expect(patched({ ...user, externalId: 'x' }, { op: 'remove', path: 'externalId' })).toEqual(user)
  })

  test('are done in turn, and leave the given resource as it is', () => {
    const before = structuredClone(user)
    const after = patched(
      user,
      { op: 'add', path: 'active', value: false },
      { op: 'add', path: 'active', value: true },
    )
    expect([after, user]).toEqual([before, before])
  })
})

describe('operations on the members of a group', () => {
  const idsAfter = (...operations: object[]) =>
    (patched(group, ...operations)['members'] as { value: string }[] | undefined)?.map(({ value }) => value)

  test.each([
    [
      'add, once each',
      { op: 'add', path: 'members', value: [{ value: 'd' }, { value: 'A' }] },
      ['a', 'b', 'c', 'd'],
    ],
    ['replace', { op: 'replace', path: 'members', value: [{ value: 'd' }] }, ['d']],
    ['remove by filter', { op: 'Remove', path: 'members[value eq "b"]' }, ['a', 'c']],
    ['remove by several', { op: 'remove', path: 'members[value eq "a" or value eq "c"]' }, ['b']],
    [
      'remove what the value lists',
      { op: 'Remove', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
      ['c'],
    ],
    ['remove nobody who is not there', { op: 'remove', path: 'members[value eq "x"]' }, ['a', 'b', 'c']],
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
])('%s: %j', (errorType, operation) => {
  expect(() => patched(user, operation)).toThrow(expect.objectContaining({ errorType }))
})
