import type { ScimPatch } from '@assay/contract/scim.ts'
import { describe, expect, test } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { groupAttributes } from './attributes.ts'
import { planMembers } from './plan-members.ts'

type Operations = ScimPatch['Operations']
const current = ['a', 'b', 'c']
const listOf = (...ids: string[]) => ids.map((value) => ({ value }))
const add = (...ids: string[]): Operations[number] => ({ op: 'add', path: 'members', value: listOf(...ids) })
const removeOne = (id: string): Operations[number] => ({ op: 'remove', path: `members[value eq "${id}"]` })
const removeAll: Operations[number] = { op: 'remove', path: 'members' }

const cases: Record<string, Operations> = {
  'some come': [add('d', 'E')],
  'one is added': [{ op: 'add', path: 'members', value: { value: 'd' } }],
  'an existing one is added': [add('a', 'A')],
  'one is removed by filter': [removeOne('b')],
  'one is removed by filter in upper case': [removeOne('B')],
  'some are removed by list': [{ op: 'remove', path: 'members', value: listOf('a', 'x') }],
  'all go': [removeAll],
  'all are removed and one is added': [removeAll, add('d')],
  'one is added and removed': [add('d'), removeOne('d')],
  'one is removed and added': [removeOne('a'), add('a')],
  'all are replaced': [{ op: 'replace', path: 'members', value: listOf('d', 'a') }],
  'all are replaced, and one is removed': [
    { op: 'replace', path: 'Members', value: listOf('d', 'a') },
    removeOne('a'),
  ],
  'a value without a path': [
    { op: 'replace', path: undefined, value: { displayName: 'New', members: listOf('b') } },
  ],
  'a value without a path is added': [
    { op: 'add', path: undefined, value: { members: listOf('d'), externalId: 'x' } },
  ],
  'no operation on members': [{ op: 'replace', path: 'displayName', value: 'New' }],
}

/** Applies the plan to the current members. */
function planned(operations: Operations): string[] {
  const { plan } = planMembers({ Operations: operations })!
  if (plan === null) return current
  const stay = plan.isReplaced ? [] : current.filter((id) => !plan.removed.has(id))
  return [...new Set([...stay, ...plan.added.keys()])].toSorted()
}

function patched(Operations: Operations): string[] {
  const { members = [] } = applyPatch(
    { displayName: 'G', members: listOf(...current) },
    { Operations },
    groupAttributes,
  )
  return [...new Set((members as { value: string }[]).map(({ value }) => value.toLowerCase()))].toSorted()
}

describe('a plan has the same result as patching all members', () => {
  test.each(Object.entries(cases))('%s', (_, operations) => {
    expect(planned(operations)).toEqual(patched(operations))
  })
})

test('operations on other attributes are returned separately', () => {
  const rename: Operations[number] = {
    op: 'replace',
    path: undefined,
    value: { displayName: 'New', members: listOf('b') },
  }
  const { others } = planMembers({ Operations: [rename, add('d')] })!
  expect(others).toEqual([{ op: 'replace', path: 'displayName', value: 'New' }])
})

test.each(['members[display eq "Ada"]', 'members[value ne "a"]', 'members[value eq "a"].display'])(
  "%s depends on the members' attributes",
  (path) => {
    expect(planMembers({ Operations: [{ op: 'remove', path }] })).toBeNull()
  },
)
