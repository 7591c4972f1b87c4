import { describe, expect, it } from 'vitest'
import { fixtureFiles, treeOf } from '../../testing/fixture-files.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { bunLock } from './bun-lock.ts'
import { bunLockb } from './bun-lockb.ts'
import { pnpmLock } from './pnpm-lock.ts'
import { yarnLock } from './yarn-lock.ts'

/** The same project with two workspaces, locked by each package manager. */
const shop = [
  '@types/ms 2.1.0 test direct',
  'ansi-styles 3.2.1 runtime < chalk',
  'ansi-styles 4.3.0 runtime direct',
  'chalk 2.4.2 runtime direct',
  'color-convert 1.9.3 runtime < ansi-styles',
  'color-convert 2.0.1 runtime < ansi-styles',
  'color-name 1.1.3 runtime < color-convert',
  'color-name 1.1.4 runtime < color-convert',
  'debug 4.4.3 runtime direct',
  'escape-string-regexp 1.0.5 runtime < chalk',
  'fsevents 2.3.3 runtime direct optional',
  'has-flag 3.0.0 runtime < supports-color',
  'left-pad 1.3.0 runtime direct',
  'minimist 1.2.8 test direct < mkdirp',
  'mkdirp 0.5.6 test direct',
  'ms 2.0.0 runtime direct',
  'ms 2.1.3 runtime < debug',
  'supports-color 5.5.0 runtime < chalk',
]

describe('yarn.lock', () => {
  it('v1: leaves open whether a workspace requires a package that another requires', () => {
    const result = readFixture(yarnLock, 'v1/yarn.lock')
    const isOpen = (line: string) => !line.includes('direct')
    const expected = shop.map((line) => (isOpen(line) ? line.replace('runtime', 'runtime ?') : line))
    // The manifest of the workspace with this dev dependency is not read.
    const minimist = (line: string) => line.replace('minimist 1.2.8 test', 'minimist 1.2.8 runtime')
    expect(listed(result).toSorted()).toEqual(expected.map(minimist))
    expect(issuesOf(result)).toEqual([])
    expect(result.inventory).toMatchObject({
      formats: ['yarn.lock 1'],
      root: { name: 'shop', version: '1.2.0' },
    })
    expect(result.inventory?.components[0]?.hashes).toEqual([
      { algorithm: 'sha512', value: expect.stringMatching(/^GsCCIZ.*==$/) },
    ])
  })

  it('v1: takes direct dependencies from a package.json without workspaces', () => {
    const lock = 'a@^1:\n  version "1.0.0"\n  dependencies:\n    b "^1"\n\nb@^1:\n  version "1.0.1"\n'
    const bytes = (text: string) => new TextEncoder().encode(text)
    const files = [
      { path: 'web/yarn.lock', bytes: bytes(lock) },
      { path: 'web/package.json', bytes: bytes('{"dependencies":{"a":"^1"}}') },
    ]
    expect(listed(yarnLock.read(files[0]!, treeOf(files)))).toEqual([
      'a 1.0.0 runtime direct',
      'b 1.0.1 runtime < a',
    ])
    expect(listed(yarnLock.read(files[0]!))).toEqual(['a 1.0.0 runtime direct', 'b 1.0.1 runtime ? < a'])
  })

  it('Berry: lists the dependencies of workspaces', () => {
    const result = readFixture(yarnLock, 'berry/yarn.lock')
    // Yarn itself adds these to build fsevents.
    const added = (line: string) => line.includes('optional') && !line.includes('direct')
    const lines = listed(result).toSorted()
    const minimist = (line: string) => line.replace('minimist 1.2.8 test', 'minimist 1.2.8 runtime')
    expect(lines.filter((line) => !added(line))).toEqual(shop.map(minimist))
    expect(lines.filter(added)).toHaveLength(20)
    expect(lines).toContain('node-gyp 13.1.0 runtime optional < fsevents')
    expect(issuesOf(result)).toEqual([])
    expect(result.inventory?.formats).toEqual(['yarn.lock 8'])
  })

  it('Berry: reads patches, Git repositories and tarball URLs, and skips links', () => {
    const entry = (key: string, resolution: string) =>
      `"${key}":\n  version: 1.0.0\n  resolution: "${resolution}"\n`
    const text = [
      '__metadata:\n  version: 6\n',
      entry('a@patch:a@^1#./a.patch', 'a@patch:a@npm%3A1.0.0#./a.patch::version=1.0.0&hash=0'),
      entry('b@https://github.com/x/b.git', 'b@https://github.com/x/b.git#commit=0'),
      entry('c@https://example.org/c.tgz', 'c@https://example.org/c.tgz'),
      entry('d@link:../d', 'd@link:../d::locator=shop%40workspace%3A.'),
      entry('e@npm:f@^1', 'f@npm:1.0.0'),
    ].join('\n')
    const result = readText(yarnLock, 'yarn.lock', text)
    expect(listed(result).map((line) => line.split(' ', 1)[0])).toEqual(['a', 'b', 'c', 'f'])
    expect(result.inventory?.issues.map(({ message }) => /from (.*):/.exec(message)?.[1])).toEqual([
      'a Git repository',
      'an address',
    ])
  })

  it('reports malformed lines and unknown references', () => {
    const text = '# yarn lockfile v1\nstray\na@1:\n  version "1.0.0"\n  dependencies:\n    gone "^1"\n'
    expect(issuesOf(readText(yarnLock, 'yarn.lock', text))).toEqual([
      'line-unusable yarn.lock:2',
      'reference-unknown yarn.lock:3',
    ])
    expect(issuesOf(readText(yarnLock, 'yarn.lock', 'some text'))).toEqual(['document-unknown yarn.lock'])
  })
})

describe('pnpm-lock.yaml', () => {
  it.each(['5.4', '6.0', '9.0'])('reads version %s', (version) => {
    const result = readFixture(pnpmLock, `${version}.yaml`)
    expect(listed(result).toSorted()).toEqual(shop)
    expect(issuesOf(result)).toEqual([])
    expect(result.inventory?.formats).toEqual([`pnpm-lock ${version}`])
  })

  it('reads version 5.3 with peers, hosts and repositories in its keys and without importers', () => {
    const old = `lockfileVersion: 5.3
dependencies:
  '@a/b': 1.0.0_react@17.0.2
devDependencies:
  c: github.com/x/c/0123
  gone: 1.0.0
packages:
  /@a/b/1.0.0_react@17.0.2: {resolution: {integrity: sha512-AA==}, deprecated: use d, dependencies: {d: 2.0.0}}
  registry.example.org/d/2.0.0: {resolution: {integrity: sha512-AA==}}
  github.com/x/c/0123: {resolution: {tarball: 'https://codeload.github.com/x/c/tar.gz/0123'}, name: c, version: 3.0.0}
`
    const result = readText(pnpmLock, 'pnpm-lock.yaml', old)
    expect(listed(result)).toEqual(['@a/b 1.0.0 runtime direct', 'd 2.0.0 runtime', 'c 3.0.0 test direct'])
    expect(result.inventory?.components[0]).toMatchObject({ deprecated: 'use d' })
    expect(issuesOf(result)).toEqual([
      'source-unverified pnpm-lock.yaml#/packages/github.com~1x~1c~10123',
      'reference-unknown pnpm-lock.yaml#/packages/~1@a~1b~11.0.0_react@17.0.2',
      'reference-unknown pnpm-lock.yaml#/importers/.',
    ])
  })

  it('merges the snapshots of one version', () => {
    const text = `lockfileVersion: '9.0'
importers:
  .: {dependencies: {a: {specifier: ^1, version: 1.0.0(p@1.0.0)}, b: {specifier: ^1, version: 1.0.0(p@2.0.0)}}}
packages:
  a@1.0.0: {resolution: {integrity: sha512-AA==}}
  p@1.0.0: {resolution: {integrity: sha512-AA==}}
  p@2.0.0: {resolution: {integrity: sha512-AA==}}
  b@1.0.0: {resolution: {integrity: sha512-AA==}}
snapshots:
  a@1.0.0(p@1.0.0): {dependencies: {p: 1.0.0}}
  a@1.0.0(p@2.0.0): {dependencies: {p: 2.0.0}}
  b@1.0.0(p@2.0.0): {dependencies: {a: 1.0.0(p@2.0.0)}, optionalDependencies: {p: 2.0.0}}
  p@1.0.0: {}
  p@2.0.0: {}
`
    expect(listed(readText(pnpmLock, 'pnpm-lock.yaml', text))).toEqual([
      'a 1.0.0 runtime direct < b',
      'b 1.0.0 runtime direct',
      'p 1.0.0 runtime < a',
      'p 2.0.0 runtime < a b',
    ])
  })
})

describe('bun.lock', () => {
  it('resolves packages by their install path', () => {
    const result = readFixture(bunLock, 'bun.lock')
    expect(listed(result).toSorted()).toEqual(shop)
    expect(issuesOf(result)).toEqual([])
    expect(result.inventory).toMatchObject({ formats: ['bun.lock 1'], root: { name: 'shop' } })
  })

  it('accepts comments and trailing commas, and reports packages without a version', () => {
    const text = `{ // "not": this
      "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "a": "x/a" /* , */ , }, }, },
      "packages": { "a": ["a@github:x/a#0123", { "dependencies": { "b": "^1", }, }, "x-a-0123"],
        "b": ["b@1.0.0", "", {}, "sha512-AA=="], }, }`
    const result = readText(bunLock, 'bun.lock', text)
    expect(listed(result)).toEqual(['a runtime direct', 'b 1.0.0 runtime < a'])
    expect(issuesOf(result)).toEqual(['version-missing bun.lock#/packages/a'])
  })
})

describe('bun.lockb', () => {
  const fixtures = fixtureFiles('bun-lockb')

  it.each([
    ['2', 'v2/bun.lockb'],
    ['3', 'v3/bun.lockb'],
  ])('%s: lists what bun.lock does', (version, path) => {
    const result = readFixture(bunLockb, path)
    expect(listed(result).toSorted()).toEqual(shop)
    expect(issuesOf(result)).toEqual([])
    expect(result.inventory).toMatchObject({ formats: [`bun.lockb ${version}`], root: { name: 'shop' } })
    const text = readFixture(bunLock, 'bun.lock').inventory!
    const facts = (inventory: typeof text) =>
      inventory.components
        .map(({ name, version: locked, hashes, requirements }) => ({
          locked: `${name}@${locked}`,
          hashes,
          asked: requirements?.map(({ range, group, member }) => [range, group, member].join(' ')).toSorted(),
        }))
        .toSorted((a, b) => (a.locked < b.locked ? -1 : 1))
    const withoutMembers = (all: ReturnType<typeof facts>) =>
      JSON.stringify(all).replaceAll(/packages\/|@shop\//g, '')
    expect(withoutMembers(facts(result.inventory!))).toBe(withoutMembers(facts(text)))
  })

  it('is rejected if it is of another format, cut off, or leads out of the file', () => {
    const bytes = new Uint8Array(fixtures[0]!.bytes)
    const reasonOf = (changed: Uint8Array) =>
      bunLockb.read({ path: 'bun.lockb', bytes: changed }).issues?.[0]?.message
    const at = (position: number, value: number) => {
      const changed = bytes.slice()
      changed[position] = value
      return changed
    }
    expect(reasonOf(at(42, 9))).toMatch(/format 9/)
    expect(reasonOf(bytes.slice(0, 600))).toMatch(/broken/)
    expect(reasonOf(at(91, 1))).toMatch(/broken/)
    expect(reasonOf(at(0, 0))).toMatch(/not a valid binary Bun lockfile/)
  })
})

it('lists the packages of both documents in a pnpm-lock.yaml', () => {
  const result = readFixture(pnpmLock, 'two-documents.yaml')
  expect(listed(result)).toEqual([
    'pnpm-plugin-x 1.0.2 test direct',
    'pnpm 11.0.3 test direct',
    'semver 7.7.3 runtime direct < pnpm',
    'ms 2.1.3 test direct',
  ])
  expect(issuesOf(result)).toEqual([])
  expect(result.inventory?.formats).toEqual(['pnpm-lock 9.0'])
})

/** As Bun writes it for a project whose framework is a folder outside of it. */
const withFolder = {
  lockfileVersion: 1,
  workspaces: {
    '': {
      name: 'app',
      dependencies: { framework: 'file:../deps/framework', debug: '4.3.4', store: '1.2.0' },
      devDependencies: { rimraf: '2.7.1' },
    },
  },
  packages: {
    chalk: ['chalk@2.4.2', '', { dependencies: { 'supports-color': '^5.3.0' } }, 'sha512-AA=='],
    debug: [
      'debug@4.3.4',
      '',
      {
        dependencies: { ms: '2.1.2' },
        peerDependencies: { 'supports-color': '*' },
        optionalPeers: ['supports-color'],
      },
      'sha512-AA==',
    ],
    framework: [
      'framework@file:../deps/framework',
      {
        dependencies: { ms: '2.1.3' },
        devDependencies: { chalk: '2.4.2', mkdirp: '0.5.6' },
        peerDependencies: { 'is-odd': '3.0.1' },
      },
    ],
    'is-odd': ['is-odd@3.0.1', '', {}, 'sha512-AA=='],
    minimist: ['minimist@1.2.8', '', {}, 'sha512-AA=='],
    mkdirp: ['mkdirp@0.5.6', '', { dependencies: { minimist: '^1.2.6' } }, 'sha512-AA=='],
    ms: ['ms@2.1.2', '', {}, 'sha512-AA=='],
    react: ['react@18.3.1', '', {}, 'sha512-AA=='],
    rimraf: ['rimraf@2.7.1', '', { dependencies: { once: '^1.3.0' } }, 'sha512-AA=='],
    once: ['once@1.4.0', '', {}, 'sha512-AA=='],
    store: ['store@1.2.0', '', { peerDependencies: { react: '^18.0.0' } }, 'sha512-AA=='],
    'supports-color': ['supports-color@5.5.0', '', {}, 'sha512-AA=='],
    'framework/ms': ['ms@2.1.3', '', {}, 'sha512-AA=='],
    'gone/once': ['once@1.3.3', '', {}, 'sha512-AA=='],
  },
}

describe('bun.lock', () => {
  const read = (lock: unknown) => readText(bunLock, 'bun.lock', JSON.stringify(lock))

  it('follows peers, and what a folder requires for its own development', () => {
    expect(listed(read(withFolder)).toSorted()).toEqual([
      'chalk 2.4.2 test < framework',
      'debug 4.3.4 runtime direct',
      'framework runtime direct',
      'is-odd 3.0.1 runtime < framework',
      'minimist 1.2.8 test < mkdirp',
      'mkdirp 0.5.6 test < framework',
      'ms 2.1.2 runtime < debug',
      'ms 2.1.3 runtime < framework',
      'once 1.3.3 test < rimraf',
      'once 1.4.0 test < rimraf',
      'react 18.3.1 runtime < store',
      'rimraf 2.7.1 test direct',
      'store 1.2.0 runtime direct',
      'supports-color 5.5.0 runtime < chalk debug',
    ])
  })

  it('logs entries that nothing gets', () => {
    const [issue] =
      read(withFolder).inventory?.issues.filter(({ code }) => code === 'entry-unreachable') ?? []
    expect(issue).toMatchObject({ where: 'bun.lock#/packages/gone~1once', message: /'once'/ })
  })
})

describe('resolutions of yarn.lock', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const manifest = (resolutions: Record<string, string>) =>
    JSON.stringify({
      name: 'shop',
      dependencies: { mkdirp: '0.5.1', debug: '4.3.4' },
      devDependencies: { minimist: '1.2.8', ms: '2.0.0', rimraf: '2.7.1' },
      resolutions,
    })
  const read = (lock: string, resolutions: Record<string, string>) => {
    const files = [
      { path: 'yarn.lock', bytes: bytes(lock) },
      { path: 'package.json', bytes: bytes(manifest(resolutions)) },
    ]
    return yarnLock.read(files[0]!, treeOf(files))
  }
  const expected = [
    'debug 4.3.4 runtime direct',
    'minimist 1.2.6 runtime < mkdirp',
    'minimist 1.2.8 test direct',
    'mkdirp 0.5.1 runtime direct',
    'ms 2.0.0 test direct',
    'ms 2.1.3 runtime < debug',
    'once 1.3.3 test < rimraf',
    'rimraf 2.7.1 test direct',
  ]

  it('are applied to Yarn 1, of which they leave descriptors of their own', () => {
    const entry = (descriptors: string, version: string, needs: Record<string, string> = {}) =>
      [
        `${descriptors}:`,
        `  version "${version}"`,
        ...(Object.keys(needs).length > 0 ? ['  dependencies:'] : []),
        ...Object.entries(needs).map(([name, range]) => `    ${name} "${range}"`),
        '',
      ].join('\n')
    const lock = [
      '# yarn lockfile v1\n',
      entry('debug@4.3.4', '4.3.4', { ms: '2.1.2' }),
      entry('minimist@0.0.8, minimist@1.2.6', '1.2.6'),
      entry('minimist@1.2.8', '1.2.8'),
      entry('mkdirp@0.5.1', '0.5.1', { minimist: '0.0.8' }),
      entry('ms@2.0.0', '2.0.0'),
      entry('ms@2.1.3', '2.1.3'),
      entry('once@1.3.3', '1.3.3'),
      entry('rimraf@2.7.1', '2.7.1', { once: '^1.3.0' }),
    ].join('\n')
    const result = read(lock, { 'mkdirp/minimist': '1.2.6', 'debug/ms': '2.1.3', '**/once': '1.3.3' })
    expect(listed(result).toSorted()).toEqual(expected)
    expect(issuesOf(result)).toEqual([])
  })

  it('are applied to Yarn 2 and later, of which they have only the new range', () => {
    const entry = (name: string, version: string, needs: Record<string, string> = {}) =>
      [
        `"${name}@npm:${version}":`,
        `  version: ${version}`,
        `  resolution: "${name}@npm:${version}"`,
        ...(Object.keys(needs).length > 0 ? ['  dependencies:'] : []),
        ...Object.entries(needs).map(([of, range]) => `    ${of}: "npm:${range}"`),
        '',
      ].join('\n')
    const lock = [
      '__metadata:\n  version: 8\n',
      entry('debug', '4.3.4', { ms: '2.1.2' }),
      entry('minimist', '1.2.6'),
      entry('minimist', '1.2.8'),
      entry('mkdirp', '0.5.1', { minimist: '0.0.8' }),
      entry('ms', '2.0.0'),
      entry('ms', '2.1.3'),
      entry('once', '1.3.3'),
      entry('rimraf', '2.7.1', { once: '^1.3.0' }),
      '"shop@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "shop@workspace:."\n  dependencies:',
      '    debug: "npm:4.3.4"\n    minimist: "npm:1.2.8"\n    mkdirp: "npm:0.5.1"\n    ms: "npm:2.0.0"\n    rimraf: "npm:2.7.1"\n',
    ].join('\n')
    const resolutions = {
      'mkdirp/minimist': '1.2.6',
      'debug@npm:4.3.4/ms@npm:2.1.2': '2.1.3',
      'once@npm:^1.3.0': 'npm:1.3.3',
    }
    const result = read(lock, resolutions)
    expect(listed(result).toSorted()).toEqual(expected)
    expect(issuesOf(result)).toEqual([])
    // Without the manifest, they belong to those that ask for their names.
    const alone = yarnLock.read({ path: 'yarn.lock', bytes: bytes(lock) })
    expect(listed(alone)).toContain('minimist 1.2.6 runtime < mkdirp')
    expect(issuesOf(alone)).toContain('entry-unreachable yarn.lock#/minimist@npm:1.2.6')
  })
})
