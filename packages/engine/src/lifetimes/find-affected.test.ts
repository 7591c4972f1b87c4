import { factsOf } from '../advisories/testing/facts.ts'
import { expect, test } from 'vitest'
import type { Match } from '../advisories/advisory.ts'
import type { Component } from '../inventory.ts'
import { findAffected } from './find-affected.ts'
import { groupPackages } from './packages.ts'
import { componentOf } from '../testing/component.ts'

const libssl = (release: string, more: Partial<Component> = {}): Component =>
  componentOf({
    ecosystem: 'debian',
    name: 'libssl3',
    version: '3.0.9-1',
    isDirect: null,
    locations: [`${release}.json`],
    release,
    ...more,
  })

const matchOf = ({ release = '' }: Component): Match => ({
  facts: factsOf('u'),
  rating: null,
  evidence: [
    {
      recordId: release,
      packageName: 'openssl',
      order: 'dpkg',
      rule: { kind: 'version', version: '3.0.9-1' },
    },
  ],
  fixedVersions: [],
})

const find = (components: Component[], cleared: string[] = []) =>
  findAffected(groupPackages({ formats: [], files: [], root: null, components, issues: [] }).values(), {
    matchComponent: (component) => [matchOf(component)],
    assess: (of) =>
      of.every(({ release }) => cleared.includes(release!))
        ? { status: 'not_affected', justification: null, detail: '' }
        : null,
  })

test('a version in two releases is one affected version with the evidence of both', () => {
  const [finding, ...others] = find([libssl('12'), libssl('13', { isDirect: true }), libssl('12')])
  expect(others).toEqual([])
  expect(finding!.versions).toHaveLength(1)
  expect(finding!.versions[0]).toMatchObject({
    version: '3.0.9-1',
    release: '12',
    locations: ['12.json', '13.json'],
    isDirect: true,
    evidence: [{ recordId: '12' }, { recordId: '13' }],
  })
})

test('a version is cleared only if it is cleared in all its releases', () => {
  const vexOf = (cleared: string[]) =>
    find([libssl('12'), libssl('13')], cleared)[0]!.versions[0]!.vex?.status
  expect(vexOf(['12'])).toBeUndefined()
  expect(vexOf(['13'])).toBeUndefined()
  expect(vexOf(['12', '13'])).toBe('not_affected')
})

test('an affected version keeps the source package that was matched', () => {
  const source = { name: 'openssl', version: '3.0.9-1' }
  expect(find([libssl('12', { source })])[0]!.versions[0]).toMatchObject({ source, release: '12' })
})
