import { describe, expect, it } from 'vitest'
import { resolveManifests } from '../resolve-manifests.ts'
import { documentsOf, linesOf } from '../testing/documents.ts'
import { lostRegistry, registryOf } from '../testing/registry-of.ts'

type Json = Record<string, unknown>

/** Packages by name and version: what they contain besides; tags by name. */
function npmRegistry(packages: Record<string, Record<string, Json>>, tags: Record<string, Json> = {}) {
  return registryOf(
    Object.fromEntries(
      Object.entries(packages).map(([name, versions]) => [
        `/${name.replace('/', '%2f')}`,
        JSON.stringify({
          'dist-tags': { latest: Object.keys(versions).at(-1), ...tags[name] },
          versions,
        }),
      ]),
    ),
  )
}

async function resolved(files: Record<string, Json>, registry: ReturnType<typeof npmRegistry>) {
  const texts = Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)])
  return resolveManifests(documentsOf(Object.fromEntries(texts) as Record<string, string>), registry)
}

async function listOf(json: Json, registry: ReturnType<typeof npmRegistry>): Promise<string[]> {
  const [resolution] = await resolved({ 'package.json': json }, registry)
  return linesOf(resolution!.packages)
}

const needs = (dependencies: Json): Json => ({ dependencies })

const cases: [string, Json, ReturnType<typeof npmRegistry>, string[]][] = [
  [
    'the highest version of a range, but the latest one if that is in it and not deprecated',
    needs({ a: '^1.0.0', b: '>=1', c: '>=1', d: 'next', e: '' }),
    npmRegistry(
      {
        a: { '1.0.0': {}, '1.2.0': {}, '1.3.0-rc.1': {}, '2.0.0': {} },
        b: { '1.0.0': {}, '1.1.0': {}, '1.2.0': {} },
        c: { '1.0.0': {}, '1.1.0': {}, '1.2.0': { deprecated: 'broken' } },
        d: { '1.0.0': {}, '2.0.0-beta.1': {} },
        e: { '1.0.0': {} },
      },
      { b: { latest: '1.1.0' }, d: { latest: '1.0.0', next: '2.0.0-beta.1' } },
    ),
    ['a 1.2.0', 'b 1.1.0', 'c 1.1.0', 'd 2.0.0-beta.1', 'e 1.0.0'],
  ],
  [
    'a package that is there is used if it satisfies, even if a higher one exists; otherwise a second one is added',
    needs({ a: '1.0.0', b: '1.0.0', c: '1.0.0' }),
    npmRegistry({
      a: { '1.0.0': {}, '1.5.0': {}, '2.0.0': {} },
      b: { '1.0.0': needs({ a: '^1.0.0' }) },
      c: { '1.0.0': needs({ a: '^2.0.0' }) },
    }),
    ['a 1.0.0 b', 'a 2.0.0 c', 'b 1.0.0', 'c 1.0.0'],
  ],
  [
    'peers are added, unless they are optional, and those of development stay so',
    {
      dependencies: { a: '1.0.0' },
      devDependencies: { d: '1.0.0' },
      optionalDependencies: { o: '1.0.0', gone: '1.0.0' },
    },
    npmRegistry({
      a: {
        '1.0.0': {
          peerDependencies: { p: '^1.0.0', q: '*' },
          peerDependenciesMeta: { q: { optional: true } },
        },
      },
      d: { '1.0.0': needs({ e: '*', shared: '*' }) },
      e: { '1.0.0': {} },
      o: { '1.0.0': needs({ shared: '*' }) },
      p: { '1.0.0': {}, '1.1.0': {} },
      q: { '1.0.0': {} },
      shared: { '1.0.0': {} },
    }),
    ['a 1.0.0', 'd 1.0.0 dev', 'e 1.0.0 dev d', 'o 1.0.0 optional', 'p 1.1.0 a', 'shared 1.0.0 d o'],
  ],
  [
    'an optional peer is not added, but limits the version of what is there',
    { dependencies: { a: '1.0.0', b: '1.0.0', q: '1.0.0' } },
    npmRegistry({
      a: {
        '1.0.0': { peerDependencies: { p: '^1.0.0' }, peerDependenciesMeta: { p: { optional: true } } },
      },
      b: { '1.0.0': { peerDependencies: { p: '>=1' } } },
      p: { '1.0.0': {}, '1.5.0': {}, '2.0.0': {} },
      q: { '1.0.0': {} },
    }),
    ['a 1.0.0', 'b 1.0.0', 'p 1.5.0 b a', 'q 1.0.0'],
  ],
  [
    'overrides: everywhere, for a range, below a package, and of a package by its own version',
    {
      dependencies: { a: '1.0.0', x: '1.0.0', y: '^1.0.0' },
      overrides: { b: '2.0.0', 'c@1': '1.9.0', x: { c: '3.0.0', d: { '.': '$y' } } },
    },
    npmRegistry({
      a: { '1.0.0': needs({ b: '^1.0.0', c: '^1.0.0' }) },
      b: { '1.0.0': {}, '2.0.0': {} },
      c: { '1.0.0': {}, '1.9.0': {}, '1.9.9': {}, '3.0.0': {} },
      d: { '1.0.0': {}, '1.4.0': {}, '2.0.0': {} },
      x: { '1.0.0': needs({ c: '^1.0.0', d: '^2.0.0' }) },
      y: { '1.0.0': {} },
    }),
    ['a 1.0.0', 'b 2.0.0 a', 'c 1.9.0 a', 'c 3.0.0 x', 'd 1.4.0 x', 'x 1.0.0', 'y 1.0.0'],
  ],
  [
    'other names for a package, and packages that are not from the registry',
    needs({ al: 'npm:@s/b@^1.0.0', own: 'file:../own', fork: 'git+https://git.example.org/fork.git' }),
    npmRegistry({ '@s/b': { '1.0.0': {}, '1.1.0': {} } }),
    ['@s/b 1.1.0', 'fork ', 'own '],
  ],
  [
    'what the registry does not have has no version',
    needs({ a: '^1.0.0', lost: '^1.0.0' }),
    npmRegistry({ a: { '2.0.0': {} } }),
    ['a ', 'lost '],
  ],
  [
    'what the registry does not have keeps the version that it is pinned to',
    needs({ a: '1.0.0', lost: '=1.2.3' }),
    npmRegistry({ a: { '1.0.0': {} } }),
    ['a 1.0.0', 'lost 1.2.3'],
  ],
]

describe('the packages of a package.json without a lockfile', () => {
  it.each(cases)('%s', async (...[, json, registry, expected]) => {
    expect(await listOf(json, registry)).toEqual(expected)
  })

  it('have a gap for what an unlisted version requires', async () => {
    const [resolution] = await resolved(
      { 'package.json': needs({ lost: '1.2.3' }) },
      npmRegistry({ a: { '1.0.0': {} } }),
    )
    expect(resolution!.issues).toMatchObject([{ gap: 'transitive-unlisted' }])
    expect(resolution!.packages[0]).not.toHaveProperty('gap')
  })

  it('are those of a lockfile, if there is one', async () => {
    const files = {
      'package.json': needs({ a: '*' }),
      'package-lock.json': { lockfileVersion: 3, packages: {} },
    }
    expect(await resolved(files, npmRegistry({ a: { '1.0.0': {} } }))).toEqual([])
  })

  it('of a workspace are listed with its root, and members are no packages', async () => {
    const files = {
      'packages/a/package.json': { name: 'a', version: '1.0.0', ...needs({ x: '^1.0.0' }) },
      'package.json': { name: 'root', workspaces: ['packages/*'], ...needs({ x: '1.0.0' }) },
      'packages/b/package.json': { name: 'b', version: '1.0.0', ...needs({ a: '^1.0.0', x: '^2.0.0' }) },
    }
    const registry = npmRegistry({ x: { '1.0.0': {}, '1.5.0': {}, '2.0.0': {} } })
    const [root, ...members] = await resolved(files, registry)
    expect(root!.manifest).toBe('package.json')
    expect(root!.packages.map(({ version, asks }) => [version, asks.map(({ member }) => member)])).toEqual([
      ['2.0.0', ['packages/b']],
      ['1.0.0', [undefined, 'packages/a']],
    ])
    expect(members.map(({ packages }) => packages)).toEqual([[], []])
  })

  it('stay as declared if the registry cannot be reached', async () => {
    expect(await resolved({ 'package.json': needs({ a: '*' }) }, lostRegistry)).toEqual([])
  })
})
