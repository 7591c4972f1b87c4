import type { ScimPatch } from '@assay/contract/scim.ts'
import { describe, expect, test } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { groupAttributes } from './attributes.ts'
import { planMembers } from './plan-members.ts'

type Operations = ScimPatch['Operations']
const held = ['a', 'b', 'c']
const listOf = (...ids: string[]) => ids.map((value) => ({ value }))
const add = (...ids: string[]): Operations[number] => ({ op: 'add', path: 'members', value: listOf(...ids) })
const removeOne = (id: string): Operations[number] => ({ op: 'remove', path: `members[value eq "${id}"]` })
const removeAll: Operations[number] = { op: 'remove', path: 'members' }

const cases: Record<string, Operations> = {
  'some come': [add('d', 'E')],
  'one comes by itself': [{ op: 'add', path: 'members', value: { value: 'd' } }],
  'one who is there comes again': [add('a', 'A')],
  'one goes by a filter': [removeOne('b')],
  'one goes by a filter in capitals': [removeOne('B')],
  'some go by a list': [{ op: 'remove', path: 'members', value: listOf('a', 'x') }],
  'all go': [removeAll],
  'all go and one comes': [removeAll, add('d')],
  'one comes and goes': [add('d'), removeOne('d')],
  'one goes and comes': [removeOne('a'), add('a')],
  'others take their place': [{ op: 'replace', path: 'members', value: listOf('d', 'a') }],
  'others take their place, and one of them goes': [
    { op: 'replace', path: 'Members', value: listOf('d', 'a') },
    removeOne('a'),
  ],
  'a value without a path': [
    { op: 'replace', path: undefined, value: { displayName: 'New', members: listOf('b') } },
  ],
  'a value without a path adds': [
    { op: 'add', path: undefined, value: { members: listOf('d'), externalId: 'x' } },
  ],
  'nothing of members': [{ op: 'replace', path: 'displayName', value: 'New' }],
}

/** What the plan makes of those who are there. */
function planned(operations: Operations): string[] {
  const { plan } = planMembers({ Operations: operations })!
  if (plan === null) return held
  const stay = plan.isReplaced ? [] : held.filter((id) => !plan.removed.has(id))
  return [...new Set([...stay, ...plan.added.keys()])].toSorted()
}

function patched(Operations: Operations): string[] {
  const { members = [] } = applyPatch(
    { displayName: 'G', members: listOf(...held) },
    { Operations },
    groupAttributes,
  )
  return [...new Set((members as { value: string }[]).map(({ value }) => value.toLowerCase()))].toSorted()
}

describe('the members that a plan leaves are those of a patch of all', () => {
  test.each(Object.entries(cases))('%s', (_, operations) => {
    expect(planned(operations)).toEqual(patched(operations))
  })
})

test('what is not about members is left for the others', () => {
  const rename: Operations[number] = {
    op: 'replace',
    path: undefined,
    value: { displayName: 'New', members: listOf('b') },
  }
  const { others } = planMembers({ Operations: [rename, add('d')] })!
  expect(others).toEqual([{ op: 'replace', path: 'displayName', value: 'New' }])
})

test.each(['members[display eq "Ada"]', 'members[value ne "a"]', 'members[value eq "a"].display'])(
  '%s depends on who they are',
  (path) => {
    expect(planMembers({ Operations: [{ op: 'remove', path }] })).toBeNull()
  },
)
