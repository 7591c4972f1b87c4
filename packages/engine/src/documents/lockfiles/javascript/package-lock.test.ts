import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Component, Inventory, Issue } from '../../../inventory.ts'
import { packageLock } from './package-lock.ts'

const path = 'web/package-lock.json'
const readBytes = (bytes: Uint8Array) => packageLock.read({ path, bytes })
const readText = (text: string) => readBytes(new TextEncoder().encode(text))

function inventoryOf(lock: unknown): Inventory {
  const { inventory, issues } = readText(JSON.stringify(lock))
  if (inventory === null) throw new Error(issues?.[0]?.message)
  return inventory
}

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/package-lock/${name}.json`, import.meta.url), 'utf8'))

/** 'name@version scope direct < requiring name@version' */
function print({ components }: Inventory): string[] {
  const nameOf = ({ name, version }: Component) => `${name}@${version}`
  return components.map((each) => {
    const by = each.requiredBy.map((index) => nameOf(components[index]!))
    const direct = each.isDirect === null ? '?' : each.isDirect ? 'direct' : 'indirect'
    return [nameOf(each), each.scope, direct, ...(by.length > 0 ? ['<', ...by] : [])].join(' ')
  })
}

const codesOf = (issues: readonly Issue[]) => issues.map(({ code, where }) => `${code} ${where}`)

const packages = (entries: Record<string, unknown>, root: Record<string, unknown> = {}) => ({
  lockfileVersion: 3,
  packages: { '': { name: 'shop', ...root }, ...entries },
})

describe('lockfiles as npm writes them', () => {
  test.each(['workspaces.v2', 'workspaces.v3'])('%s', (name) => {
    const inventory = inventoryOf(fixture(name))
    expect(inventory.root).toEqual({ name: 'shop', version: '1.2.0', purl: null })
    expect(inventory.files).toEqual([path])
    expect(inventory.formats).toEqual([`package-lock ${name.at(-1)}`])
    expect(inventory.issues).toEqual([])
    expect(print(inventory)).toEqual([
      '@types/ms@2.1.0 runtime direct',
      'ansi-styles@3.2.1 runtime indirect < chalk@2.4.2',
      'chalk@2.4.2 runtime direct',
      'color-convert@1.9.3 runtime indirect < ansi-styles@3.2.1',
      'color-name@1.1.3 runtime indirect < color-convert@1.9.3',
      'escape-string-regexp@1.0.5 runtime indirect < chalk@2.4.2',
      'fsevents@2.3.3 runtime direct',
      'has-flag@3.0.0 runtime indirect < supports-color@5.5.0',
      'left-pad@1.3.0 runtime direct',
      'minimist@1.2.8 test direct < mkdirp@0.5.6',
      'mkdirp@0.5.6 test direct',
      'ms@2.1.3 runtime direct',
      'supports-color@5.5.0 runtime indirect < chalk@2.4.2',
      'ansi-styles@4.3.0 runtime direct',
      'color-convert@2.0.1 runtime indirect < ansi-styles@4.3.0',
      'color-name@1.1.4 runtime indirect < color-convert@2.0.1',
    ])
    expect(inventory.components[0]).toEqual({
      ecosystem: 'npm',
      name: '@types/ms',
      version: '2.1.0',
      purl: 'pkg:npm/%40types/ms@2.1.0',
      scope: 'runtime',
      isDirect: true,
      requiredBy: [],
      licenses: [{ kind: 'expression', value: 'MIT' }],
      locations: [path],
    })
  })

  test('nested.v1: a package is known to be direct only if nothing else requires it', () => {
    const inventory = inventoryOf(fixture('nested.v1'))
    expect(inventory.formats).toEqual(['package-lock 1'])
    expect(inventory.issues).toEqual([])
    expect(print(inventory)).toEqual([
      'ansi-styles@4.3.0 test direct',
      'chalk@2.4.2 runtime direct',
      'color-convert@2.0.1 test ? < ansi-styles@4.3.0',
      'color-name@1.1.4 test ? < color-convert@2.0.1',
      'debug@4.3.4 runtime direct',
      'escape-string-regexp@1.0.5 runtime ? < chalk@2.4.2',
      'fsevents@2.3.3 runtime direct',
      'has-flag@3.0.0 runtime ? < supports-color@5.5.0',
      'left-pad@1.3.0 runtime direct',
      'minimist@1.2.8 test ? < mkdirp@0.5.6',
      'mkdirp@0.5.6 test direct',
      'ms@2.1.2 runtime ? < debug@4.3.4',
      'supports-color@5.5.0 runtime ? < chalk@2.4.2',
      'ansi-styles@3.2.1 runtime indirect < chalk@2.4.2',
      'color-convert@1.9.3 runtime indirect < ansi-styles@3.2.1',
      'color-name@1.1.3 runtime indirect < color-convert@1.9.3',
    ])
  })
})

describe('versions 2 and 3', () => {
  test('copies of one version are one component with the dependents of all copies', () => {
    const c = { version: '1.0.0', dev: true, license: 'MIT' }
    const inventory = inventoryOf(
      packages({
        'node_modules/a': { version: '1.0.0', dependencies: { c: '1' } },
        'node_modules/a/node_modules/c': { ...c, dev: false },
        'node_modules/b': { version: '1.0.0', dependencies: { c: '1' }, peerDependencies: { c: '*' } },
        'node_modules/b/node_modules/c': c,
        'node_modules/c': { version: '2.0.0' },
      }),
    )
    expect(print(inventory)).toEqual([
      'a@1.0.0 runtime indirect',
      'c@1.0.0 runtime indirect < a@1.0.0 b@1.0.0',
      'b@1.0.0 runtime indirect',
      'c@2.0.0 runtime indirect',
    ])
    expect(inventory.components[1]!.licenses).toEqual([{ kind: 'expression', value: 'MIT' }])
  })

  test('a folder without a package of its own is skipped', () => {
    const inventory = inventoryOf(
      packages({
        'node_modules/b': { version: '1.0.0' },
        'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } },
        'node_modules/a/node_modules/b/node_modules/c': { version: '1.0.0', dependencies: { b: '1' } },
      }),
    )
    expect(print(inventory)[0]).toBe('b@1.0.0 runtime indirect < a@1.0.0 c@1.0.0')
  })

  test('only development-only packages are in the development scope', () => {
    const inventory = inventoryOf(
      packages({
        'node_modules/a': { version: '1.0.0', dev: true },
        'node_modules/b': { version: '1.0.0', devOptional: true },
        'node_modules/c': { version: '1.0.0', optional: true },
        'node_modules/d': { version: '1.0.0', peer: true },
        'node_modules/e': { version: '1.0.0', dev: true, optional: true, inBundle: true },
      }),
    )
    expect(inventory.components.map(({ scope }) => scope)).toEqual([
      'test',
      'runtime',
      'runtime',
      'runtime',
      'test',
    ])
    expect(inventory.components.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual([
      'c',
      'e',
    ])
  })

  test("links are not components, and their folders' requirements are direct", () => {
    const inventory = inventoryOf(
      packages(
        {
          '../lib': { version: '1.0.0', dependencies: { a: '1', b: '1' } },
          '../lib/node_modules/a': { version: '1.0.0', dependencies: { lib: '*' } },
          'node_modules/b': { version: '1.0.0' },
          'node_modules/lib': { resolved: '../lib', link: true },
        },
        { dependencies: { lib: 'file:../lib' } },
      ),
    )
    expect(print(inventory)).toEqual(['a@1.0.0 runtime direct', 'b@1.0.0 runtime direct'])
    expect(inventory.issues).toEqual([])
  })

  test('packages from outside a registry are kept, with an issue that has no URL', () => {
    const inventory = inventoryOf(
      packages({
        'node_modules/a': { version: '1.0.0', resolved: 'git+ssh://git:secret@example.org/a.git#abc' },
        'node_modules/b': { resolved: 'git+ssh://git:secret@example.org/b.git#abc' },
        'node_modules/c': { version: '1.0.0', resolved: 'file:c-1.0.0.tgz' },
        'node_modules/d': { version: 'file:d-1.0.0.tgz' },
      }),
    )
    expect(inventory.components.map(({ version, purl }) => [version, purl])).toEqual([
      ['1.0.0', 'pkg:npm/a@1.0.0'],
      ['', null],
      ['1.0.0', 'pkg:npm/c@1.0.0'],
      ['', null],
    ])
    expect(codesOf(inventory.issues)).toEqual([
      `source-unverified ${path}#/packages/node_modules~1a`,
      `version-missing ${path}#/packages/node_modules~1b`,
      `source-unverified ${path}#/packages/node_modules~1c`,
      `version-missing ${path}#/packages/node_modules~1d`,
    ])
    expect(JSON.stringify(inventory)).not.toContain('secret')
  })

  test('licenses are read in the shapes of old packages too', () => {
    const licensesOf = (license: unknown) =>
      inventoryOf(packages({ 'node_modules/a': { version: '1.0.0', license } })).components[0]!.licenses
    expect(licensesOf('(MIT OR Apache-2.0)')).toEqual([{ kind: 'expression', value: '(MIT OR Apache-2.0)' }])
    expect(licensesOf({ type: 'BSD', url: 'https://example.org' })).toEqual([
      { kind: 'name', value: 'BSD', url: 'https://example.org' },
    ])
    expect(licensesOf(['MIT', { type: 'BSD' }, 7])).toEqual([
      { kind: 'expression', value: 'MIT' },
      { kind: 'name', value: 'BSD' },
    ])
    expect(licensesOf(7)).toEqual([])
  })

  test('what has the wrong type is an issue, and the rest is read', () => {
    const inventory = inventoryOf({
      lockfileVersion: 9,
      packages: {
        '': { name: 7, dependencies: ['a'], devDependencies: { b: '1' } },
        'node_modules/a': [],
        'node_modules/b': { version: 1, name: {}, dev: 'yes', dependencies: 'c' },
        'node_modules/': { version: '1.0.0' },
        'node_modules/@x/c~d': { version: '1.0.0', resolved: false, link: 'no' },
      },
    })
    expect(print(inventory)).toEqual(['b@ runtime direct', '@x/c~d@1.0.0 runtime indirect'])
    expect(codesOf(inventory.issues).sort()).toEqual(
      [
        `lockfile-version-unknown ${path}#/lockfileVersion`,
        `entry-invalid ${path}#/packages/node_modules~1a`,
        `member-invalid ${path}#/packages//dependencies`,
        `member-invalid ${path}#/packages/node_modules~1@x~1c~0d/link`,
        `member-invalid ${path}#/packages/node_modules~1b/dependencies`,
        `member-invalid ${path}#/packages/node_modules~1b/dev`,
        `member-invalid ${path}#/packages/node_modules~1b/name`,
        `member-invalid ${path}#/packages/node_modules~1b/version`,
        `name-missing ${path}#/packages/node_modules~1`,
        `version-missing ${path}#/packages/node_modules~1b`,
      ].sort(),
    )
  })

  test('names that objects have by themselves are names like others', () => {
    const text = `{"lockfileVersion":3,"packages":{"":{"dependencies":{"__proto__":"1","constructor":"1"}},
      "node_modules/__proto__":{"version":"1.0.0"},"node_modules/constructor":{"version":"1.0.0"}}}`
    expect(print(readText(text).inventory!)).toEqual([
      '__proto__@1.0.0 runtime direct',
      'constructor@1.0.0 runtime direct',
    ])
  })
})

describe('version 1', () => {
  const lock = (dependencies: unknown, more = {}) => ({
    lockfileVersion: 1,
    requires: true,
    dependencies,
    ...more,
  })

  test('aliases, local folders and packages from outside a registry', () => {
    const inventory = inventoryOf(
      lock({
        a: { version: 'npm:@x/other@2.0.0' },
        b: {
          version: 'file:packages/b',
          requires: { c: '1', d: '1' },
          dependencies: { d: { version: '1.0.0' } },
        },
        c: { version: '1.0.0', requires: { e: '1' } },
        e: { version: 'github:user/e#abc' },
        f: { version: 'https://example.org/f-1.0.0.tgz', bundled: true },
        g: { version: 'file:g-1.0.0.tgz' },
      }),
    )
    expect(print(inventory)).toEqual([
      '@x/other@2.0.0 runtime direct',
      'c@1.0.0 runtime direct',
      'e@ runtime ? < c@1.0.0',
      'f@ runtime direct',
      'g@ runtime direct',
      'd@1.0.0 runtime direct',
    ])
    expect(codesOf(inventory.issues)).toEqual(
      ['e', 'f', 'g'].map((name) => `version-missing ${path}#/dependencies/${name}`),
    )
  })

  test('without requirements in the lockfile, nothing is known to be direct', () => {
    const inventory = inventoryOf({
      dependencies: { a: { version: '1.0.0', dependencies: { b: { version: '1.0.0' } } } },
    })
    expect(print(inventory)).toEqual(['a@1.0.0 runtime ?', 'b@1.0.0 runtime ?'])
    expect(inventory.root).toBeNull()
  })

  test('what has the wrong type is an issue, and the rest is read', () => {
    const inventory = inventoryOf(
      lock({
        a: { version: '1.0.0', requires: 'b', dependencies: { c: null } },
        b: 'text',
        d: { version: '1.0.0', requires: { a: '1' } },
      }),
    )
    expect(print(inventory)).toEqual(['a@1.0.0 runtime ? < d@1.0.0', 'd@1.0.0 runtime direct'])
    expect(codesOf(inventory.issues)).toEqual([
      `entry-invalid ${path}#/dependencies/b`,
      `entry-invalid ${path}#/dependencies/a/dependencies/c`,
      `member-invalid ${path}#/dependencies/a/requires`,
    ])
  })

  test('packages of the wrong type are an issue, and the dependencies are read', () => {
    const inventory = inventoryOf(lock({ a: { version: '1.0.0' } }, { packages: [] }))
    expect(print(inventory)).toEqual(['a@1.0.0 runtime ?'])
    expect(codesOf(inventory.issues)).toEqual([`member-invalid ${path}#/packages`])
  })

  test('no dependencies are none', () => {
    expect(inventoryOf({ lockfileVersion: 1 }).components).toEqual([])
  })
})

describe('files that are not lockfiles', () => {
  test.each([
    ['', 'document-empty'],
    ['{"lockfileVersion":3,', 'json-invalid'],
    ['[]', 'document-unknown'],
    ['null', 'document-unknown'],
    ['{}', 'document-unknown'],
    ['{"dependencies":{"a":"^1.0.0"}}', 'document-unknown'],
    ['{"lockfileVersion":1,"workspaces":{},"packages":{"a":["a@1.0.0"]}}', 'document-unknown'],
  ])('%j', (text, code) => {
    const { inventory, issues } = readText(text)
    expect(inventory).toBeNull()
    expect(codesOf(issues ?? [])).toEqual([`${code} ${path}`])
  })

  test('a byte order mark is none of it', () => {
    expect(readText('\uFEFF{"lockfileVersion":3,"packages":{}}').inventory?.components).toEqual([])
  })

  test('files are claimed by name', () => {
    expect(
      ['package-lock.json', 'npm-shrinkwrap.json', 'package.json'].map((name) =>
        packageLock.matchesPath(name),
      ),
    ).toEqual([true, true, false])
  })
})

test("the registry's deprecation notice is kept", () => {
  const deprecated = 'request has been deprecated'
  const { components } = inventoryOf(packages({ 'node_modules/request': { version: '2.88.2', deprecated } }))
  expect(components).toMatchObject([{ name: 'request', deprecated }])
})

describe('size', () => {
  test('100,000 packages are read', () => {
    const entries: Record<string, unknown> = {}
    for (let index = 0; index < 100_000; index++) {
      entries[`node_modules/p${index}`] = {
        version: '1.0.0',
        dependencies: { [`p${index + 1}`]: '1', p0: '1' },
      }
    }
    const { components, issues } = inventoryOf(packages(entries, { dependencies: { p0: '1' } }))
    expect(components).toHaveLength(100_000)
    expect(issues).toEqual([])
    expect(components[0]!.requiredBy).toHaveLength(99_999)
    expect(components[0]!.isDirect).toBe(true)
  })

  test('more than 200,000 packages are refused', () => {
    const entries: Record<string, unknown> = {}
    for (let index = 0; index < 200_000; index++) entries[`node_modules/p${index}`] = {}
    const { inventory, issues } = readText(JSON.stringify(packages(entries)))
    expect(inventory).toBeNull()
    expect(codesOf(issues ?? [])).toEqual([`components-too-many ${path}`])
  })

  test('a folder inside 50,000 others, whose packages look for one that is nowhere', () => {
    const depth = 50_000
    const names = Array.from({ length: depth }, (_, index) => `node_modules/p${index}`)
    const wanted = Object.fromEntries(Array.from({ length: depth }, (_, index) => [`missing${index}`, '1']))
    const entry = { version: '1.0.0', dependencies: { ...wanted, p0: '1' } }
    const { components } = inventoryOf(
      packages({ 'node_modules/p0': { version: '1.0.0' }, [names.join('/')]: entry }),
    )
    expect(components.map(({ name }) => name)).toEqual(['p0', `p${depth - 1}`])
    expect(components[0]!.requiredBy).toEqual([1])
  })

  test('dependencies inside each other do not exhaust the stack, and places stay short', () => {
    const depth = 20_000
    const text = `${'{"lockfileVersion":1,"version":"1.0.0","requires":{"a":"1"},"dependencies":{"a":'.repeat(depth)}0${'}}'.repeat(depth)}`
    const { inventory } = readText(text)
    expect(inventory?.components).toHaveLength(1)
    expect(inventory?.issues).toHaveLength(1)
    expect(inventory?.issues[0]!.where.length).toBeLessThan(500)
  })
})
