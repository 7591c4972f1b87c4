import { factsOf } from '../advisories/testing/facts.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Match } from '../advisories/advisory.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory } from '../inventory.ts'
import { compareFindings } from './compare-findings.ts'
import { isCounted } from './counts.ts'
import { findAffected } from './find-affected.ts'
import { findingKey } from '../keys.ts'
import type { FoundFinding, OpenFinding } from './finding.ts'
import { groupPackages } from './packages.ts'

/** Advisories: 'name version advisory' per affected version. */
type Advisories = Set<string>
interface World {
  inventory: Inventory
  advisories: Advisories
  excluded: Set<string>
  /** Advisories suppressed by a statement in the document. */
  cleared: Set<string>
}

const names = ['a', 'b', 'c']
const versions = ['1.0.0', '1.1.0', '2.0.0']
const advisoryUuids = ['x', 'y']
const files = ['package-lock.json', 'web/package-lock.json']

const component: fc.Arbitrary<Component> = fc.record({
  ecosystem: fc.constantFrom('npm' as const, 'pypi' as const, null),
  // 'A' is another spelling of 'a' if names are case-insensitive.
  name: fc.constantFrom(...names, 'A'),
  version: fc.constantFrom(...versions, '', 'latest'),
  purl: fc.constant(null),
  scope: fc.constant('compile' as const),
  isDirect: fc.constantFrom(true, false, null),
  requiredBy: fc.constant([]),
  licenses: fc.constant([]),
  locations: fc.subarray(files, { minLength: 1 }),
})
const inventory: fc.Arbitrary<Inventory> = fc.record({
  formats: fc.constant([]),
  files: fc.subarray(files),
  root: fc.constant(null),
  components: fc.array(component, { maxLength: 8 }),
  issues: fc.constant([]),
})
const rules = names.flatMap((name) =>
  versions.flatMap((version) => advisoryUuids.map((uuid) => `${name} ${version} ${uuid}`)),
)
const world: fc.Arbitrary<World> = fc.record({
  inventory,
  advisories: fc.subarray(rules).map((chosen) => new Set(chosen)),
  excluded: fc.subarray(advisoryUuids).map((chosen) => new Set(chosen)),
  cleared: fc.subarray(advisoryUuids).map((chosen) => new Set(chosen)),
})

function find({ inventory, advisories, excluded, cleared }: World): FoundFinding[] {
  const findings = findAffected(groupPackages(inventory).values(), {
    matchComponent: ({ ecosystem, name, version }) => {
      const normalized = ecosystemById(ecosystem!).normalizeName(name)
      return advisoryUuids.filter((uuid) => advisories.has(`${normalized} ${version} ${uuid}`)).map(matchOf)
    },
    assess: (_, { facts }) =>
      cleared.has(facts.advisoryUuid) ? { status: 'not_affected', justification: null, detail: '' } : null,
  })
  return findings.map((each) => ({ ...each, exclusionUuid: excluded.has(each.advisoryUuid) ? 'e' : null }))
}

const matchOf = (advisoryUuid: string): Match => ({
  facts: factsOf(advisoryUuid),
  rating: null,
  evidence: [],
  fixedVersions: [],
})

function scan(state: World, open: OpenFinding[], now: number) {
  const found = find(state)
  const comparison = compareFindings({
    open,
    found,
    inventory: state.inventory,
    now,
    stillAffects: ({ packageName, advisoryUuid }, { version }) =>
      state.advisories.has(`${packageName} ${version} ${advisoryUuid}`),
  })
  return { found, comparison, open: openAfter(comparison, now) }
}

function openAfter({ continued, opened }: ReturnType<typeof compareFindings>, now: number): OpenFinding[] {
  const kept = continued.map(({ finding, found }) => ({ ...finding, versions: found.versions }))
  const begun = opened.map((found) => ({ ...found, uuid: `${findingKey(found)} ${now}`, introducedAt: now }))
  return [...kept, ...begun]
}

const sorted = (findings: readonly FoundFinding[] | readonly OpenFinding[]) => findings.map(findingKey).sort()

test('every open or found finding is continued, ended or opened exactly once', () => {
  fc.assert(
    fc.property(world, world, (before, after) => {
      const { open } = scan(before, [], 1)
      const { comparison, found } = scan(after, open, 2)
      const { continued, ended, opened } = comparison
      const continuing = continued.map(({ finding }) => finding)
      expect(sorted([...continuing, ...ended.map(({ finding }) => finding)])).toEqual(sorted(open))
      const counted = found.filter(isCounted)
      expect(sorted([...continued.map((each) => each.found), ...opened])).toEqual(sorted(counted))
    }),
  )
})

test('an unchanged rescan opens nothing, ends nothing and adds no versions', () => {
  fc.assert(
    fc.property(world, (state) => {
      const first = scan(state, [], 1)
      const { comparison, open } = scan(state, first.open, 2)
      expect([comparison.opened, comparison.ended]).toEqual([[], []])
      expect(comparison.continued.filter(({ hasNewVersions }) => hasNewVersions)).toEqual([])
      expect(open).toEqual(first.open)
    }),
  )
})

test('the order of components and open findings makes no difference', () => {
  const shuffled = fc.tuple(world, world).chain(([before, after]) => {
    const { open } = scan(before, [], 1)
    const { components } = after.inventory
    const all = { minLength: components.length, maxLength: components.length }
    return fc.record({
      after: fc.constant(after),
      open: fc.constant(open),
      components: fc.shuffledSubarray(components, all),
      openShuffled: fc.shuffledSubarray(open, { minLength: open.length, maxLength: open.length }),
    })
  })
  fc.assert(
    fc.property(shuffled, ({ after, open, components, openShuffled }) => {
      const other = { ...after, inventory: { ...after.inventory, components } }
      expect(scan(other, openShuffled, 2)).toEqual(scan(after, open, 2))
    }),
  )
})

test('only addressed findings have a fix, and unchanged ones are never addressed', () => {
  fc.assert(
    fc.property(world, world, (before, after) => {
      const { open } = scan(before, [], 1)
      for (const { finding, kind, fixedBy, daysToFix } of scan(after, open, 2).comparison.ended) {
        const isAddressed = kind === 'upgraded' || kind === 'removed'
        expect([fixedBy !== null, daysToFix !== null]).toEqual([isAddressed, isAddressed])
        const present = after.inventory.components.filter(
          ({ ecosystem, name }) => ecosystem === finding.ecosystem && name === finding.packageName,
        )
        const isUnchanged = finding.versions.every(({ version }) =>
          present.some((each) => each.version === version),
        )
        if (isUnchanged) expect(['advisory-changed', 'excluded']).toContain(kind)
      }
    }),
  )
})
