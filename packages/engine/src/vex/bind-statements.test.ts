import { describe, expect, it, test } from 'vitest'
import type { Component, Inventory } from '../inventory.ts'
import { bindStatements, type StoredStatement } from './bind-statements.ts'
import { keysOfInventory, packageOf } from './product-keys.ts'
import { purlOfPackage } from './purl-of-package.ts'

const component = (purl: string, more: Partial<Component> = {}): Component => {
  const [, name = '', version = ''] = /^pkg:npm\/(.+)@(.+)$/.exec(purl) ?? []
  const common = { scope: 'runtime', isDirect: true, requiredBy: [], licenses: [], locations: ['a'] } as const
  return {
    ...common,
    ecosystem: 'npm',
    name,
    version,
    purl,
    requiredBy: [],
    licenses: [],
    locations: ['a'],
    ...more,
  }
}

const inventory: Pick<Inventory, 'components' | 'root'> = {
  root: { name: 'app', version: '1.0.0', purl: 'pkg:npm/app@1.0.0' },
  components: [
    component('pkg:npm/left@1.0.0'),
    component('pkg:npm/left@2.0.0', { isDirect: false, requiredBy: [0] }),
    component('pkg:npm/right@1.0.0', { isDirect: false, requiredBy: [1] }),
    component('pkg:deb/debian/curl@8.0-1?arch=amd64', {
      ecosystem: 'debian',
      name: 'curl',
      version: '8.0-1',
    }),
    component('pkg:generic/thing@1', { ecosystem: null, name: 'thing', version: '1' }),
  ],
}

const bound = (id: string, more: { part?: string; versions?: string } = {}, within = inventory) => {
  const statement: StoredStatement = {
    ids: ['CVE-2020-1'],
    status: 'fixed',
    justification: null,
    detail: '',
    product: { id, versions: more.part === undefined ? (more.versions ?? null) : null },
    subcomponent: more.part === undefined ? null : { id: more.part, versions: more.versions ?? null },
    at: 0,
    documentUuid: 'd',
    author: 'a',
    isOfProject: false,
  }
  return (
    bindStatements([statement], within, { ids: ['https://example.org/app'], name: 'app' })[0]?.components ??
    null
  )
}

describe('a product is matched', () => {
  it.each<[string, string, { part?: string; versions?: string }, number[] | null]>([
    ['with all versions', 'pkg:npm/left', {}, [0, 1]],
    ['with one version', 'pkg:npm/left@2.0.0', {}, [1]],
    ['by a single version', 'pkg:npm/left', { versions: 'vers:generic/2.0.0' }, [1]],
    ['by a version range', 'pkg:npm/left', { versions: 'vers:npm/<2.0.0' }, [0]],
    ['not with another version', 'pkg:npm/left@3.0.0', {}, null],
    ['not with another package type', 'pkg:pypi/left', {}, null],
    ['from a distribution', 'pkg:deb/debian/curl', {}, [3]],
    ['with matching qualifiers', 'pkg:deb/debian/curl?arch=amd64', {}, [3]],
    ['not with other qualifiers', 'pkg:deb/debian/curl?arch=arm64', {}, null],
    ['not by a part of it', 'pkg:npm/left@1.0.0#lib/parse', {}, null],
    ['without an ecosystem', 'pkg:generic/thing@1', {}, [4]],
    ['as the root of the inventory', 'pkg:npm/app@1.0.0', {}, []],
    ['not as another version of the root', 'pkg:npm/app@2.0.0', {}, null],
    ['as the project', 'https://example.org/app', {}, []],
    ['not as another project', 'https://example.org/other', {}, null],
    ['by its subcomponent', 'pkg:npm/app', { part: 'pkg:npm/right' }, [2]],
    [
      'by one version of a subcomponent',
      'https://example.org/app',
      { part: 'pkg:npm/left', versions: 'vers:npm/2.0.0' },
      [1],
    ],
    ['not by a missing subcomponent', 'pkg:npm/app', { part: 'pkg:npm/none' }, null],
    ['not by a subcomponent of another product', 'pkg:npm/none', { part: 'pkg:npm/right' }, null],
    ['by a subcomponent that nothing else requires', 'pkg:npm/left@2.0.0', { part: 'pkg:npm/right' }, [2]],
    ['by a transitive subcomponent', 'pkg:npm/left@1.0.0', { part: 'pkg:npm/right' }, [2]],
    ['not by a part that is required directly, too', 'pkg:npm/right', { part: 'pkg:npm/left@1.0.0' }, null],
    ['never by an invalid purl', 'pkg:', { part: 'pkg:npm/%' }, null],
  ])('%s', (...[, id, more, expected]) => expect(bound(id, more)).toEqual(expected))
})

describe('a source package is matched by what was built from it', () => {
  const built = (purl: string, ecosystem: 'red-hat' | 'debian', more: Partial<Component> = {}): Component => {
    const [, name = '', version = ''] = /^pkg:\w+\/\w+\/([^@]+)@([^?]+)/.exec(purl) ?? []
    return component(purl, { ecosystem, name, version, ...more })
  }
  const components = [
    built(
      'pkg:rpm/redhat/openssl-libs@3.0.7-16.el9?arch=x86_64&upstream=openssl-3.0.7-16.el9.src.rpm',
      'red-hat',
      {
        release: '9',
      },
    ),
    built('pkg:rpm/redhat/openssl@3.0.7-16.el9?arch=x86_64', 'red-hat', { release: '9' }),
    built('pkg:rpm/redhat/curl@7.76-1.el9?arch=x86_64&sourcerpm=curl-minimal-7.76-1.el9.src.rpm', 'red-hat'),
    built('pkg:deb/debian/libssl3@3.0.2-1?arch=amd64&upstream=openssl', 'debian', {
      source: { name: 'openssl', version: '3.0.2-1' },
    }),
  ]
  it.each<[string, number[] | null]>([
    ['pkg:rpm/redhat/openssl?arch=src', [0, 1]],
    ['pkg:rpm/redhat/openssl@3.0.7-16.el9?arch=src', [0, 1]],
    ['pkg:rpm/redhat/openssl@3.0.7-17.el9?arch=src', null],
    ['pkg:rpm/redhat/openssl?arch=src&distro=9', [0, 1]],
    ['pkg:rpm/redhat/openssl?arch=src&distro=8', null],
    ['pkg:rpm/redhat/openssl', [1]],
    ['pkg:rpm/redhat/openssl-libs?arch=src', null],
    ['pkg:rpm/redhat/curl-minimal?arch=src', [2]],
    ['pkg:rpm/redhat/curl?arch=src', null],
    ['pkg:rpm/redhat/curl-minimal?arch=src&distro=9', null],
    ['pkg:deb/debian/openssl?arch=source', [3]],
    ['pkg:deb/debian/openssl', null],
  ])('%s: %j', (id, expected) => {
    expect(bound(id, {}, { components, root: null })).toEqual(expected)
    if (expected) expect(keysOfInventory({ components, root: null })).toContain(packageOf(id))
  })
})

test('statements have the same key for every spelling of a package', () => {
  expect(packageOf('pkg:pypi/A_b@1')).toBe(packageOf('pkg:pypi/a-b'))
  expect(packageOf('pkg:deb/debian/curl@1?arch=src')).toBe(packageOf('pkg:deb/debian/curl'))
  const packages = keysOfInventory(inventory)
  for (const { purl } of inventory.components) expect(packages.has(packageOf(purl!))).toBe(true)
  expect(packages.has(packageOf('pkg:npm/app@7'))).toBe(true)
})

test.each([
  [{ ecosystem: 'npm', name: '@babel/core', version: '7.0.0' } as const, 'pkg:npm/%40babel/core@7.0.0'],
  [
    { ecosystem: 'maven', name: 'org.slf4j:slf4j-api', version: '1' } as const,
    'pkg:maven/org.slf4j/slf4j-api@1',
  ],
  [
    { ecosystem: 'go', name: 'github.com/a/b', version: 'v1.0.0' } as const,
    'pkg:golang/github.com/a/b@v1.0.0',
  ],
  [{ ecosystem: 'pypi', name: 'django', version: '4' } as const, 'pkg:pypi/django@4'],
])('derives a package URL from ecosystem and name', (named, expected) => {
  expect(purlOfPackage(named)).toBe(expected)
})
