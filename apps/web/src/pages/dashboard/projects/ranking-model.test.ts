import type { RankedProject } from '@assay/contract/metrics.ts'
import { expect, test } from 'vitest'
import { describeCauses, rankedEntries } from './ranking-model.ts'

const project = (nameTail: string, branches = 1, deltaSecurityScore = 0): RankedProject => ({
  projectUUID: nameTail,
  projectUrl: `https://example.com/${nameTail}`,
  projectBranch: 'main',
  nameFront: 'example.com/',
  nameTail,
  branches,
  closedWithoutFix: 0,
  openedWithoutChange: 0,
  totalScans: 2,
  vulnerabilityCount: 1,
  vulnerabilitiesIdentified: 1,
  vulnerabilitiesAddressed: 0,
  securityScore: 50,
  measured: { security: true, stability: true, licensing: true },
  coversLess: false,
  coverage: { listed: 5, checked: 5, blocking: 0, coversLess: false },
  lastScanned: 0,
  deltaSecurityScore,
  deltaVulns: -1,
  performanceScore: 1,
})
const numbered = (names: string[]) =>
  rankedEntries(names.map((name) => project(name))).map(({ place, tail }) => `${place} ${tail}`)

test.each([
  [[], []],
  [['a'], ['1 a']],
  [
    ['c', 'b', 'a'],
    ['1 c', '2 b', '3 a'],
  ],
  [
    ['a', 'b', 'c', 'd', 'e'],
    ['1 a', '2 b', '3 c'],
  ],
])('%o are ranked as %o: by position, at most three', (names, shown) =>
  expect(numbered(names)).toEqual(shown),
)

test('equal scores keep their order and have separate ranks', () => {
  const tied = [project('b', 1, 5), project('a', 1, 5)]
  expect(rankedEntries(tied).map(({ place, tail }) => [place, tail])).toEqual([
    [1, 'b'],
    [2, 'a'],
  ])
})

test.each([
  [1, null],
  [2, 'main'],
])('with %d branches, the branch shown next to the name is %o', (branches, branch) =>
  expect(rankedEntries([project('a', branches)])[0]!.branch).toBe(branch),
)

test.each([
  ['increase', { closedWithoutFix: 2, openedWithoutChange: 0 }, '2 closed without a fix'],
  ['increase', { closedWithoutFix: 0, openedWithoutChange: 5 }, null],
  ['decrease', { closedWithoutFix: 0, openedWithoutChange: 5 }, '5 new without a change of dependencies'],
  ['decrease', { closedWithoutFix: 2, openedWithoutChange: 0 }, null],
] as const)('an %s not made by the project says so: %j, %s', (direction, causes, text) =>
  expect(describeCauses(direction, causes)).toBe(text),
)
