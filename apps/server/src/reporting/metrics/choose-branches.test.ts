import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BranchFacts } from './branch-facts.ts'
import { BranchGroups } from './branch-groups.ts'
import { branchesOf, canMatch } from './choose-branches.ts'

const branch = (projectText: string, at: number): BranchFacts => ({
  branchUuid: String(at),
  projectUUID: String(at),
  teamUuid: at % 2 === 0 ? null : 'team',
  tagTexts: [],
  projectText,
  branchText: 'main',
})

/** With few letters, so that texts repeat themselves and each other. */
const text = (options: fc.StringConstraints) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '\n'), ...options })

test('a search finds the branches whose text contains it, and none across two texts', () => {
  fc.assert(
    fc.property(
      fc.array(text({ maxLength: 6 }), { maxLength: 8 }),
      text({ minLength: 0, maxLength: 3 }),
      (texts, search) => {
        const groups = new BranchGroups<BranchFacts>()
        for (const [at, each] of texts.entries()) groups.add(branch(each, at))
        const all = [...groups.all()]
        const expected = all.flatMap(({ rows }) =>
          [...rows].filter((row) => row.projectText.includes(search)),
        )
        expect(branchesOf(all, search)).toEqual(expected)
        const missed = all.filter((group) => !canMatch(group, search)).flatMap(({ rows }) => [...rows])
        expect(missed.filter((row) => expected.includes(row))).toEqual([])
      },
    ),
    { numRuns: 1000 },
  )
})
