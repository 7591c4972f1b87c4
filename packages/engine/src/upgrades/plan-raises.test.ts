import { expect, test } from 'vitest'
import { openIndex } from '../advisories/advisory-index.ts'
import { compileIndex } from '../advisories/compile-index.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Requirement } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { scanInventory } from '../scan.ts'
import { describeObstacles } from './describe-instruction.ts'
import { shellLine } from './instruct.ts'

interface Project {
  ecosystem?: EcosystemId
  lockfile?: string
  /** 'name version', and who asks with which range: ['app ^1', 'parent 1.0.0 ^1']; 'app' is the project itself. */
  locked: Record<string, string[]>
  /** Releases of each package, with what they require. null: what they require is unknown. */
  releases: Record<string, Record<string, Record<string, string> | null>>
  /** The version that fixes each vulnerable package. */
  fixed: Record<string, string>
  /** The version from which on another advisory affects a package. */
  introduced?: Record<string, string>
}

function planOf({
  ecosystem = 'npm',
  lockfile = 'package-lock.json',
  locked,
  releases,
  fixed,
  introduced = {},
}: Project) {
  const names = Object.keys(locked)
  const components = names.map((key): Component => {
    const [name = '', version = ''] = key.split(' ')
    const requirements = locked[key]!.map((asked): Requirement => {
      const words = asked.split(' ')
      const by = words[0] === 'app' ? null : names.indexOf(words.splice(0, 2).join(' '))
      const range = (by === null ? words.slice(1) : words).join(' ')
      return { file: lockfile, by, ...(range !== '' && { range }) }
    })
    return {
      ecosystem,
      name,
      version,
      purl: null,
      scope: 'runtime',
      isDirect: requirements.some(({ by }) => by === null),
      requiredBy: requirements.flatMap(({ by }) => by ?? []),
      requirements,
      licenses: [],
      locations: [lockfile],
    }
  })
  const releasesOf: ReleasesOf = (id, name) => {
    const known = releases[name]
    if (!known) return null
    const all = Object.entries(known).map(([version, requires]) => ({
      version,
      publishedAt: 0,
      ...(requires && { requires }),
    }))
    return { ecosystem: id, name, source: '', checkedAt: 0, releases: all }
  }
  const ranges = [
    ...Object.entries(fixed).map(([name, version]) => ({
      name,
      uuid: name,
      introduced: '0',
      fixed: version,
    })),
    ...Object.entries(introduced).map(([name, version]) => ({
      name,
      uuid: `${name}-new`,
      introduced: version,
    })),
  ]
  const advisories = ranges.map(({ name, uuid, ...range }) => ({
    facts: {
      advisoryUuid: uuid,
      cve: null,
      cves: [],
      publicId: name,
      severity: 'high' as const,
      cvss: null,
      publishedAt: 0,
      category: 'vulnerability' as const,
      knownExploited: false,
      epss: null,
    },
    recordId: name,
    affected: { ecosystem, name, suffix: '', ranges: [range], versions: [] },
  }))
  const index = openIndex(ecosystemById(ecosystem), compileIndex(ecosystemById(ecosystem), advisories))
  return scanInventory({
    inventory: { formats: [], files: [lockfile], root: null, components, issues: [] },
    issues: [],
    indexes: () => index,
    releasesOf,
    rules: {
      exclusions: [],
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 0, stability: 0, licensing: 0 },
    },
    open: [],
    now: 1,
  })
}

const adviceOf = (project: Project): string[] =>
  planOf(project).upgrades.map(({ displayName, to, instructions }) =>
    [`${displayName} ${to}`, shellLine(instructions), ...describeObstacles(instructions)]
      .filter((each) => each !== null)
      .join(' | '),
  )

const postcss = { '7.0.0': {}, '8.0.0': {}, '8.4.31': {} }

test('the nearest release of a direct dependency that allows the fix, and not one that keeps what is vulnerable', () => {
  expect(
    adviceOf({
      locked: { 'sanitize-html 2.0.0': ['app ^2.0.0'], 'postcss 7.0.0': ['sanitize-html 2.0.0 ^7.0.0'] },
      releases: {
        postcss,
        'sanitize-html': {
          '2.0.0': { postcss: '^7.0.0' },
          '2.1.0': { postcss: '8.0.0' },
          '2.2.0': null,
          '2.3.0': { postcss: '^8.0.0' },
          '3.0.0': {},
        },
      },
      fixed: { postcss: '8.4.31' },
    }),
  ).toEqual(['postcss 8.4.31 | npm install sanitize-html@2.3.0 | comes with sanitize-html 2.3.0'])
})

test('a dependent that its own dependents allow is updated, and the package after it if the range keeps it', () => {
  expect(
    adviceOf({
      locked: {
        'web 1.0.0': ['app ^1.0.0'],
        'parser 1.0.0': ['web 1.0.0 ^1.0.0'],
        'qs 6.5.1': ['parser 1.0.0 ~6.5.1'],
      },
      releases: {
        web: { '1.0.0': {} },
        parser: { '1.0.0': { qs: '~6.5.1' }, '1.1.0': { qs: '^6.5.1' } },
        qs: { '6.5.1': {}, '6.6.0': {} },
      },
      fixed: { qs: '6.6.0' },
    }),
  ).toEqual(['qs 6.6.0 | npm update parser && npm update qs | comes with parser 1.1.0'])
})

const chain: Project = {
  locked: {
    'web 1.0.0': ['app 1.0.0'],
    'parser 1.0.0': ['web 1.0.0 1.0.0'],
    'qs 1.0.0': ['parser 1.0.0 1.0.0'],
    'other 1.0.0': ['app 1.0.0'],
    'sent 1.0.0': ['web 1.0.0 1.0.0'],
  },
  releases: {
    web: {
      '1.0.0': {},
      '1.1.0': { parser: '1.1.0', sent: '1.0.0' },
      '1.2.0': { parser: '1.1.0', sent: '2.0.0' },
    },
    parser: { '1.0.0': {}, '1.1.0': { qs: '2.0.0' } },
    qs: { '1.0.0': {}, '2.0.0': {} },
    sent: { '1.0.0': {}, '2.0.0': {} },
  },
  fixed: { qs: '2.0.0', sent: '2.0.0' },
}

test('one release of a dependent serves all that it brings', () => {
  expect(adviceOf(chain)).toEqual([
    'qs 2.0.0 | npm install web@1.2.0 | comes with web 1.2.0 | comes with parser 1.1.0',
    'sent 2.0.0 | npm install web@1.2.0 | comes with web 1.2.0',
  ])
})

test('what is vulnerable itself goes to the release that others need as well', () => {
  const advice = adviceOf({ ...chain, fixed: { ...chain.fixed, web: '1.1.0' } })
  expect(advice.at(-1)).toBe('web 1.1.0 | npm install web@1.2.0 | comes with web 1.2.0')
})

test('no release that introduces a vulnerability, and none below the one that another upgrade needs', () => {
  const releases = { ...chain.releases, web: { ...chain.releases['web'], '1.3.0': { parser: '1.1.0' } } }
  const index = planOf({ ...chain, releases, fixed: { ...chain.fixed, parser: '1.1.1' } })
  const lines = index.upgrades.map(({ instructions }) => shellLine(instructions))
  expect(lines.join()).not.toContain('parser@')
})

test('without a release that allows it, an override; and ranges that would tell are asked for up to the project', () => {
  const releases = {
    ...chain.releases,
    parser: { '1.0.0': null, '1.1.0': null },
    web: { '1.0.0': null, '1.2.0': null },
  }
  const { upgrades, unknownRanges } = planOf({ ...chain, releases, fixed: { qs: '2.0.0' } })
  expect(upgrades.map(({ instructions }) => shellLine(instructions))).toEqual([
    "npm pkg set 'overrides[parser@1.0.0][qs@1.0.0]=2.0.0' && npm install",
  ])
  expect(unknownRanges).toEqual([
    { ecosystem: 'npm', name: 'parser' },
    { ecosystem: 'npm', name: 'web' },
  ])
})

test('what a raised dependent brings is named as its range takes it', () => {
  const releases = {
    ...chain.releases,
    web: { '1.0.0': {}, '1.1.0': { parser: '~1.1.0' } },
    parser: { '1.0.0': {}, '1.1.0': { qs: '2.0.0' }, '1.1.1': { qs: '2.0.0' }, '2.0.0': {} },
  }
  expect(adviceOf({ ...chain, releases, fixed: { qs: '2.0.0' } })).toEqual([
    'qs 2.0.0 | npm install web@1.1.0 | comes with web 1.1.0 | comes with parser 1.1.1',
  ])
})

test.each<[string, Project, string[]]>([
  [
    'uv: sets a version that is not the newest which the package above allows',
    {
      ecosystem: 'pypi',
      lockfile: 'uv.lock',
      locked: { 'requests 2.0.0': ['app ==2.0.0'], 'urllib3 1.0.0': ['requests 2.0.0 <2'] },
      releases: {
        requests: { '2.0.0': { urllib3: '<2' }, '2.1.0': { urllib3: '<4' } },
        urllib3: { '1.0.0': {}, '2.0.0': {}, '3.0.0': {} },
      },
      fixed: { urllib3: '2.0.0' },
      introduced: { urllib3: '3.0.0' },
    },
    [
      "urllib3 2.0.0 | uv add 'requests>=2.1.0' --upgrade-package requests==2.1.0 && uv lock --upgrade-package urllib3==2.0.0 | comes with requests 2.1.0",
    ],
  ],
  [
    'Mix: a package above, where its requirement does not allow the fix',
    {
      ecosystem: 'hex',
      lockfile: 'mix.lock',
      locked: { 'phoenix 1.0.0': ['app ~> 1.0'], 'plug 1.0.0': ['phoenix 1.0.0 ~> 1.0.0'] },
      releases: {
        phoenix: { '1.0.0': { plug: '~> 1.0.0' }, '1.1.0': { plug: '~> 1.1' } },
        plug: { '1.0.0': {}, '1.1.0': {} },
      },
      fixed: { plug: '1.1.0' },
    },
    ['plug 1.1.0 | mix deps.update phoenix | comes with phoenix 1.1.0'],
  ],
  [
    'NuGet: takes the lowest of a range, so only a release that asks for the fix brings it',
    {
      ecosystem: 'nuget',
      lockfile: 'packages.lock.json',
      locked: {
        'Parent 1.0.0': ['app [1.0.0, )'],
        'Victim 1.0.0': ['Parent 1.0.0 [1.0.0, 2.0.0)'],
      },
      releases: {
        parent: {
          '1.0.0': { victim: '[1.0.0, 2.0.0)' },
          '1.1.0': { victim: '[1.0.0, )' },
          '1.2.0': { victim: '[2.0.0, )' },
        },
        victim: { '1.0.0': {}, '2.0.0': {}, '3.0.0': {} },
      },
      fixed: { victim: '2.0.0' },
    },
    ['Victim 2.0.0 | dotnet add package Parent --version 1.2.0 | comes with Parent 1.2.0'],
  ],
  [
    'NuGet: nothing above allows it',
    {
      ecosystem: 'nuget',
      lockfile: 'packages.lock.json',
      locked: { 'Parent 1.0.0': ['app [1.0.0, )'], 'Victim 1.0.0': ['Parent 1.0.0 [1.0.0, 2.0.0)'] },
      releases: {
        parent: { '1.0.0': { victim: '[1.0.0, 2.0.0)' } },
        victim: { '1.0.0': {}, '2.0.0': {} },
      },
      fixed: { victim: '2.0.0' },
    },
    ['Victim 2.0.0 | Parent 1.0.0 does not allow it, and no release of Parent is known that does'],
  ],
])('%s', (_, project, expected) => {
  expect(adviceOf(project)).toEqual(expected)
})

test('a cycle ends', () => {
  const locked = { 'a 1.0.0': ['b 1.0.0 1.0.0'], 'b 1.0.0': ['a 1.0.0 1.0.0'] }
  const releases = {
    a: { '1.0.0': {}, '2.0.0': {} },
    b: { '1.0.0': { a: '1.0.0' }, '2.0.0': { a: '2.0.0' } },
  }
  expect(planOf({ locked, releases, fixed: { a: '2.0.0' } }).upgrades).toHaveLength(1)
})

test('Cargo and uv list no ranges: those of the releases count, and are asked for', () => {
  const unknown = { time: { '0.1.0': {}, '0.2.0': {} }, clock: { '1.0.0': null, '1.1.0': null } }
  const uv = { ecosystem: 'pypi', lockfile: 'uv.lock', fixed: { time: '0.2.0' } } as const
  const asked = planOf({
    ...uv,
    locked: { 'clock 1.0.0': ['app'], 'time 0.1.0': ['clock 1.0.0'] },
    releases: unknown,
  })
  expect(asked.unknownRanges).toEqual([{ ecosystem: 'pypi', name: 'clock' }])
  const releases = {
    time: { '0.1.0': {}, '0.2.0': {} },
    clock: { '1.0.0': { time: '^0.1' }, '1.1.0': { time: '^0.2' } },
  }
  const locked = { 'clock 1.0.0': ['app'], 'time 0.1.0': ['clock 1.0.0'] }
  expect(
    adviceOf({ ecosystem: 'crates.io', lockfile: 'Cargo.lock', locked, releases, fixed: { time: '0.2.0' } }),
  ).toEqual(['time 0.2.0 | cargo update -p clock@1.0.0 --precise 1.1.0 | comes with clock 1.1.0'])
})
