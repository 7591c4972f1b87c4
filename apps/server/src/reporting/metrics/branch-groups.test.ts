import { expect, test } from 'vitest'
import { BranchGroups } from './branch-groups.ts'
import type { BranchFacts } from './branch-facts.ts'

const branch = (at: number, facts: Partial<BranchFacts> = {}): BranchFacts => ({
  branchUuid: String(at),
  projectUUID: String(at),
  teamUuid: null,
  tagTexts: [],
  projectText: '',
  branchText: 'main',
  ...facts,
})

const sizes = (groups: BranchGroups<BranchFacts>) => [...groups.all()].map(({ rows }) => rows.size)

test('branches with the same team, tags and name share groups of at most 256', () => {
  const groups = new BranchGroups<BranchFacts>()
  for (let at = 0; at < 600; at++) groups.add(branch(at))
  groups.add(branch(600, { teamUuid: 'a' }))
  groups.add(branch(601, { tagTexts: ['web', 'api'] }))
  groups.add(branch(602, { tagTexts: ['web api'] }))
  groups.add(branch(603, { branchText: 'next' }))
  expect(sizes(groups)).toEqual([256, 256, 88, 1, 1, 1, 1])
})

test('a branch that changes returns to its group, and an empty group is removed', () => {
  const groups = new BranchGroups<BranchFacts>()
  const branches = Array.from({ length: 300 }, (_, at) => branch(at))
  for (const each of branches) groups.add(each)
  const summed = [...groups.all()].map((group) => group.derive({ kind: 'size' }, ({ size }) => size))
  const changed = branches.slice(0, 256).map((each) => {
    groups.remove(each)
    const next = { ...each }
    groups.add(next)
    return next
  })
  expect([summed, sizes(groups)]).toEqual([
    [256, 44],
    [256, 44],
  ])
  for (const each of changed) groups.remove(each)
  groups.remove(changed[0]!)
  expect(sizes(groups)).toEqual([44])
})

test('a derived value is computed once, and again after a change or for another query', () => {
  const groups = new BranchGroups<BranchFacts>()
  groups.add(branch(0))
  const [group] = groups.all()
  let computed = 0
  const count = (of?: string) =>
    group!.derive({ kind: 'size', ...(of !== undefined && { of }) }, ({ size }) => {
      computed++
      return size
    })
  expect([count(), count(), computed]).toEqual([1, 1, 1])
  expect([count('x'), count('x'), computed]).toEqual([1, 1, 2])
  groups.add(branch(1))
  expect([count('x'), computed]).toEqual([2, 3])
})
