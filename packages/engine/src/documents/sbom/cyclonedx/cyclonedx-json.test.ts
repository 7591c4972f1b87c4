import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Component, Inventory, Issue } from '../../../inventory.ts'
import { readDeclared } from '../../../licenses/declared.ts'
import { printExpression } from '../../../licenses/expression.ts'
import { cyclonedxJson } from './cyclonedx-json.ts'

type Json = Record<string, unknown>

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const bomOf = (members: Json) => ({ bomFormat: 'CycloneDX', specVersion: '1.5', ...members })

function read(members: Json): Inventory {
  const { inventory } = cyclonedxJson.read({ path: 'sbom.json', bytes: bytesOf(bomOf(members)) })
  if (!inventory) throw new Error('not read')
  return inventory
}

const readOne = (component: Json): Component | undefined => read({ components: [component] }).components[0]
const codes = (issues: Issue[]) => issues.map(({ code }) => code)
const npm = (name: string, more: Json = {}): Json => ({
  type: 'library',
  name,
  version: '1.0.0',
  'bom-ref': name,
  purl: `pkg:npm/${name}@1.0.0`,
  ...more,
})
const byName = ({ components }: Inventory, name: string) => components.find((each) => each.name === name)
const requirers = (inventory: Inventory, name: string) =>
  byName(inventory, name)?.requiredBy.map((index) => inventory.components[index]?.name)

describe('an operating system', () => {
  const system = { type: 'operating-system', name: 'debian', version: '12.5', 'bom-ref': 'os' }
  const deb = (name: string, qualifiers = '') => ({
    type: 'library',
    name,
    version: '1',
    'bom-ref': name,
    purl: `pkg:deb/debian/${name}@1${qualifiers}`,
  })

  it('is the distribution of the packages, and no component', () => {
    const components = [deb('libc6'), system, deb('zlib1g', '?distro=debian-11'), npm('a')]
    const inventory = read({ components })
    expect(inventory.components.map(({ name, release }) => [name, release])).toEqual([
      ['libc6', '12'],
      ['zlib1g', '11'],
      ['a', undefined],
    ])
    expect(inventory.issues).toEqual([])
  })

  it('does not make its packages transitive, whose directness stays unknown', () => {
    const inventory = read({
      metadata: { component: { type: 'container', name: 'image', 'bom-ref': 'image' } },
      components: [system, deb('libc6'), deb('bash'), npm('a'), npm('b')],
      dependencies: [
        { ref: 'image', dependsOn: ['os', 'a'] },
        { ref: 'os', dependsOn: ['libc6', 'bash'] },
        { ref: 'bash', dependsOn: ['libc6'] },
        { ref: 'a', dependsOn: ['b'] },
      ],
    })
    const directness = inventory.components.map(({ name, isDirect }) => [name, isDirect])
    expect(directness).toEqual([
      ['libc6', false],
      ['bash', null],
      ['a', true],
      ['b', false],
    ])
    expect(inventory.issues).toEqual([])
  })

  it('is a component if advisories know its package, and is none of several', () => {
    const coreos = { ...system, name: 'os', purl: 'pkg:npm/os@1.0.0' }
    expect(read({ components: [coreos] }).components).toHaveLength(1)
    const two = read({ components: [system, { ...system, version: '11', 'bom-ref': 'b' }, deb('libc6')] })
    expect(two.components.map(({ release }) => release)).toEqual([undefined])
  })
})

it('keeps evidence of where and how a component was found', () => {
  const evidence = {
    identity: [
      {
        field: 'purl',
        confidence: 0.8,
        concludedValue: 'pkg:npm/a@1.0.0',
        methods: [{ technique: 'manifest-analysis', confidence: 0.8, value: 'package.json' }],
      },
    ],
    occurrences: [
      { location: 'app/package.json', line: 3, offset: 0, symbol: 'main', additionalContext: 'x' },
      { location: 'b' },
    ],
  }
  const listed = (more: Json) => readOne(npm('a', more))
  expect(listed({ evidence })?.evidence).toEqual(evidence)
  const broken = { identity: [{}, 3, { field: 'name', confidence: 7 }], occurrences: [{}, null, { line: 1 }] }
  expect(listed({ evidence: broken })?.evidence).toEqual({ identity: [{ field: 'name' }] })
  expect(listed({})?.evidence).toBeUndefined()
})

describe('a pedigree', () => {
  const patch = (id: string, more: Json = {}) => ({
    type: 'backport',
    resolves: [{ type: 'security', id, ...more }],
  })

  it('has patches, which are statements on what they resolve', () => {
    const patched = npm('a', {
      pedigree: { patches: [patch('CVE-2026-1', { name: 'CVE-2026-2' }), {}, null] },
    })
    expect(read({ components: [npm('b'), patched] }).vex).toEqual([
      {
        ids: ['CVE-2026-1', 'CVE-2026-2'],
        status: 'fixed',
        justification: 'resolved_with_pedigree',
        detail: 'Resolved by a patch (backport).',
        components: [1],
      },
    ])
  })

  it('resolves nothing if the package is listed without the patch as well', () => {
    const patched = npm('a', { 'bom-ref': 'a1', pedigree: { patches: [patch('CVE-1'), patch('CVE-2')] } })
    const other = npm('a', { 'bom-ref': 'a2', pedigree: { patches: [patch('CVE-2')] } })
    expect(read({ components: [patched, npm('a')] }).vex).toBeUndefined()
    expect(read({ components: [patched, other] }).vex).toMatchObject([{ ids: ['CVE-2'] }])
  })

  it('has ancestors that advisories can match', () => {
    const [fork] = read({
      components: [
        npm('fork', {
          pedigree: {
            ancestors: [
              { type: 'library', name: 'victim', version: '1.1.0', purl: 'pkg:npm/victim@1.1.0' },
              { type: 'library', name: 'libc6', purl: 'pkg:deb/debian/libc6@2.3-4?distro=debian-12' },
              { type: 'library', name: 'nameless' },
              { type: 'library', name: 'unversioned', purl: 'pkg:npm/unversioned' },
            ],
          },
        }),
      ],
    }).components
    expect(fork!.ancestors).toMatchObject([
      { ecosystem: 'npm', name: 'victim', version: '1.1.0' },
      { ecosystem: 'debian', name: 'libc6', version: '2.3-4', release: '12' },
    ])
    expect(fork!.ancestors).toHaveLength(2)
  })
})

describe.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('CycloneDX %s', (version) => {
  const bytes = readFileSync(new URL(`../../fixtures/cyclonedx-json/${version}.json`, import.meta.url))
  const { inventory } = cyclonedxJson.read({ path: 'sbom.json', bytes })

  it('reads all supported members', () => {
    expect(inventory).toMatchObject({
      formats: [`CycloneDX ${version}`],
      files: ['sbom.json'],
      root: { name: 'shop', version: '3.1.0', purl: 'pkg:npm/shop@3.1.0' },
      issues: [],
    })
    expect(inventory?.components).toEqual([
      {
        ecosystem: 'npm',
        name: 'express',
        version: '4.17.1',
        purl: 'pkg:npm/express@4.17.1',
        scope: 'runtime',
        isDirect: true,
        requiredBy: [],
        locations: ['sbom.json'],
        licenses: [{ kind: 'id', value: 'MIT' }],
        hashes: [{ algorithm: 'SHA-1', value: '4491fc62f7c0bcaf5b8b5d1ee8f8b9fcb2b5d0a1' }],
      },
      {
        ecosystem: 'npm',
        name: '@babel/core',
        version: '7.12.3',
        purl: 'pkg:npm/%40babel/core@7.12.3',
        scope: 'test',
        isDirect: false,
        requiredBy: [0, 2],
        locations: ['sbom.json'],
        licenses: [{ kind: 'name', value: 'MIT/X11', url: 'https://example.org/license' }],
      },
      {
        ecosystem: 'maven',
        name: 'org.slf4j:slf4j-api',
        version: '1.7.30',
        purl: 'pkg:maven/org.slf4j/slf4j-api@1.7.30?type=jar',
        scope: 'runtime',
        isOptional: true,
        isDirect: true,
        requiredBy: [],
        locations: ['sbom.json'],
        licenses: [{ kind: 'expression', value: 'MIT OR Apache-2.0' }],
      },
      {
        ecosystem: 'go',
        name: 'golang.org/x/text',
        version: 'v0.3.2',
        purl: 'pkg:golang/golang.org/x/text@v0.3.2',
        scope: 'runtime',
        isDirect: false,
        requiredBy: [2],
        locations: version >= '1.5' ? ['sbom.json', 'vendor/text/go.mod'] : ['sbom.json'],
        ...(version >= '1.5' && { evidence: { occurrences: [{ location: 'vendor/text/go.mod' }] } }),
        licenses: [{ kind: 'id', value: 'BSD-3-Clause' }],
      },
    ])
  })
})

describe('a component', () => {
  it('has test scope if a property marks it as a development dependency', () => {
    const properties = [{ name: 'cdx:npm:package:development', value: 'true' }]
    expect(readOne(npm('a', { properties }))).toMatchObject({ scope: 'test' })
    expect(readOne(npm('a', { properties: [{ ...properties[0], value: 'false' }] }))).toMatchObject({
      scope: 'runtime',
    })
    expect(readOne(npm('a', { scope: '__proto__' }))).toMatchObject({ scope: 'runtime' })
  })

  it('takes its package URL from evidence if it has none itself', () => {
    const identity = { field: 'purl', concludedValue: 'pkg:npm/b@2' }
    for (const evidence of [{ identity }, { identity: [{ field: 'cpe' }, identity] }]) {
      expect(readOne({ name: 'a', evidence })).toMatchObject({ ecosystem: 'npm', name: 'b', version: '2' })
    }
  })

  it('has its stated copyright, otherwise that found as evidence', () => {
    const evidence = { copyright: [{ text: 'Found one' }, { text: 'Found two' }] }
    expect(readOne(npm('a', { copyright: ' Stated ', evidence }))?.copyright).toBe('Stated')
    expect(readOne(npm('a', { evidence }))?.copyright).toBe('Found one\nFound two')
    expect(readOne(npm('a'))).not.toHaveProperty('copyright')
  })

  it('takes ecosystem, name and version from its package URL', () => {
    const purl = 'pkg:pypi/Django_Rest@3.0'
    expect(readOne({ name: 'other', version: '1', purl })).toMatchObject({
      ecosystem: 'pypi',
      version: '3.0',
    })
    expect(readOne({ name: 'a', version: '2.0', purl: 'pkg:npm/a' })).toMatchObject({ version: '2.0' })
  })

  it('without a version is kept, with an issue', () => {
    const { components, issues } = read({ components: [{ type: 'library', name: 'a', purl: 'pkg:npm/a' }] })
    expect(components).toMatchObject([{ ecosystem: 'npm', name: 'a', version: '' }])
    expect(issues).toMatchObject([{ code: 'version-missing', where: 'sbom.json#/components/0' }])
  })

  it('without a package URL is kept without an ecosystem', () => {
    const { components, issues } = read({
      components: [{ type: 'library', group: 'org', name: 'a', version: '1' }],
    })
    expect(components).toMatchObject([{ ecosystem: null, name: 'org/a', version: '1', purl: null }])
    expect(codes(issues)).toEqual(['purl-missing'])
  })

  it('with an invalid package URL is kept without an ecosystem', () => {
    const { components, issues } = read({ components: [npm('a', { purl: 'npm/a@1' }), npm('b')] })
    expect(components).toMatchObject([{ ecosystem: null, name: 'a', purl: null }, { name: 'b' }])
    expect(issues).toMatchObject([{ code: 'purl-invalid', where: 'sbom.json#/components/0' }])
  })

  it('of an unsupported type is reported once per type', () => {
    const arch = (name: string) => ({ type: 'library', name, version: '1', purl: `pkg:alpm/arch/${name}@1` })
    const { components, issues } = read({
      components: [
        arch('a'),
        npm('b'),
        arch('c'),
        { type: 'library', name: 'd', version: '1', purl: 'pkg:rpm/d@1' },
      ],
    })
    expect(components).toHaveLength(4)
    expect(components[0]).toMatchObject({ ecosystem: null, name: 'arch/a', purl: 'pkg:alpm/arch/a@1' })
    expect(issues).toMatchObject([
      {
        code: 'ecosystem-unsupported',
        message: expect.stringContaining('2 components'),
        where: 'sbom.json#/components/0',
      },
      { code: 'ecosystem-unsupported', where: 'sbom.json#/components/3' },
    ])
  })

  it('of a distribution without advisories is reported separately for each distribution', () => {
    const rpm = (distribution: string) => ({
      type: 'library',
      name: 'a',
      version: '1',
      purl: `pkg:rpm/${distribution}/a@1-1`,
    })
    const distributions = ['amzn', 'redhat', 'ol', 'photon', 'fedora', 'centos']
    const { issues } = read({ components: distributions.map(rpm) })
    expect(issues.map(({ message }) => /'(.*)'/.exec(message)?.[1])).toEqual(
      distributions.filter((name) => name !== 'redhat').map((name) => `pkg:rpm/${name}`),
    )
  })

  it('that is not a package is omitted unless it has a package URL', () => {
    const file = { type: 'file', 'bom-ref': 'f', name: 'a.jar' }
    const { components, issues } = read({
      components: [file, npm('a', { type: 'file' }), npm('b', { type: 'container' })],
      dependencies: [{ ref: 'f', dependsOn: ['a'] }],
    })
    expect(components.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(issues).toEqual([])
  })

  it('without a name and a package URL, or that is not an object, is omitted with an issue', () => {
    const { components, issues } = read({ components: [{ version: '1' }, null, 'a', [], npm('a')] })
    expect(components).toHaveLength(1)
    expect(codes(issues).filter((code) => code === 'component-unusable')).toHaveLength(4)
  })

  it.each([
    [{ license: { url: 'https://opensource.org/licenses/MIT' } }, 'MIT'],
    [{ license: { url: 'https://example.org/terms' } }, 'https://example.org/terms'],
    [{ license: { expression: 'MIT OR Apache-2.0' } }, 'MIT OR Apache-2.0'],
    [{ license: { name: '', url: 'https://www.apache.org/licenses/LICENSE-2.0' } }, 'Apache-2.0'],
    [{ license: { text: { content: 'Apache License\nVersion 2.0' } } }, 'Apache-2.0'],
    [
      { license: { text: { encoding: 'base64', content: btoa('Apache License, Version 2.0') } } },
      'Apache-2.0',
    ],
    [{ license: 'MIT' }, 'MIT'],
    [{ id: 'MIT' }, 'MIT'],
    [{ name: 'MIT License' }, 'MIT'],
    ['MIT', 'MIT'],
  ])('with the license %j, which violates the schema, has it and an issue', (license, expected) => {
    const { components, issues } = read({ components: [npm('a', { licenses: [license] })] })
    expect(components[0]!.licenses.map((each) => printExpression(readDeclared(each)!))).toEqual([expected])
    expect(codes(issues)).toEqual(['license-invalid'])
  })

  it('has no license if nothing names one', () => {
    for (const license of [{}, { license: {} }, { license: { text: { content: 'x', encoding: 'base64' } } }])
      expect(readOne(npm('a', { licenses: [license] }))?.licenses).toEqual([])
  })

  it('keeps hashes and external references', () => {
    const component = npm('a', {
      hashes: [{ alg: 'MD5', content: '0'.repeat(32) }],
      externalReferences: [{ type: 'vcs', url: 'https://example.org/a' }, { type: 'website' }],
    })
    expect(readOne(component)).toMatchObject({
      hashes: [{ algorithm: 'MD5', value: '0'.repeat(32) }],
      references: [{ type: 'vcs', url: 'https://example.org/a' }],
    })
  })

  it('listed twice is merged, with the edges, locations and scope of both', () => {
    const inventory = read({
      components: [
        npm('a', { 'bom-ref': 'a1', scope: 'excluded', evidence: { occurrences: [{ location: 'x' }] } }),
        npm('a', {
          'bom-ref': 'a2',
          licenses: [{ license: { id: 'ISC' } }],
          evidence: { occurrences: [{ location: 'y' }] },
        }),
        npm('b'),
        npm('c'),
      ],
      dependencies: [
        { ref: 'b', dependsOn: ['a1'] },
        { ref: 'c', dependsOn: ['a2', 'a2'] },
        { ref: 'a1', dependsOn: ['a2'] },
      ],
    })
    expect(inventory.components).toHaveLength(3)
    expect(requirers(inventory, 'a')).toEqual(['b', 'c'])
    expect(byName(inventory, 'a')).toMatchObject({
      scope: 'runtime',
      locations: ['sbom.json', 'x', 'y'],
      licenses: [{ value: 'ISC' }],
    })
    expect(inventory.issues).toEqual([])
  })

  it('is not merged with one that has other qualifiers', () => {
    const jar = (classifier: string) => ({
      name: 'a',
      version: '1',
      purl: `pkg:maven/g/a@1?classifier=${classifier}`,
    })
    expect(read({ components: [jar('sources'), jar('tests')] }).components).toHaveLength(2)
  })
})

describe('the dependency graph', () => {
  const components = [npm('a'), npm('b')]
  const metadata = { component: { name: 'root', 'bom-ref': 'root' } }

  it('leaves open which components are direct if it is missing or does not contain the root', () => {
    const directs = (members: Json) =>
      read({ metadata, components, ...members }).components.map(({ isDirect }) => isDirect)
    expect(directs({})).toEqual([null, null])
    expect(directs({ dependencies: [{ ref: 'a', dependsOn: ['b'] }] })).toEqual([null, null])
    expect(directs({ dependencies: [{ ref: 'root', dependsOn: ['b'] }] })).toEqual([false, true])
  })

  it('reports each unknown reference once', () => {
    const dependencies = [
      { ref: 'a', dependsOn: ['gone', 'b', 'gone'] },
      { ref: 'gone', dependsOn: ['lost'] },
    ]
    const inventory = read({ components, dependencies })
    expect(requirers(inventory, 'b')).toEqual(['a'])
    expect(inventory.issues).toMatchObject([
      {
        code: 'dependency-ref-unknown',
        message: expect.stringContaining("'gone'"),
        where: 'sbom.json#/dependencies/0',
      },
      { code: 'dependency-ref-unknown', message: expect.stringContaining("'lost'") },
    ])
  })

  it('does not merge components with the same bom-ref, and reports them', () => {
    const { components, issues } = read({
      components: [npm('a', { 'bom-ref': 'x' }), npm('b', { 'bom-ref': 'x' })],
    })
    expect(components.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(issues).toMatchObject([{ code: 'bom-ref-duplicate', where: 'sbom.json#/components/1' }])
  })

  it('resolves references by package URL if there is no bom-ref', () => {
    const bare = (name: string) => npm(name, { 'bom-ref': undefined })
    const dependencies = [{ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@1.0.0'] }]
    expect(requirers(read({ components: [bare('a'), bare('b')], dependencies }), 'b')).toEqual(['a'])
  })

  it('recognizes the root by its package URL', () => {
    const inventory = read({
      metadata: { component: npm('root', { 'bom-ref': 'other' }) },
      components: [npm('root'), ...components],
      dependencies: [
        { ref: 'root', dependsOn: ['a'] },
        { ref: 'b', dependsOn: ['root'] },
      ],
    })
    expect(inventory.components).toMatchObject([
      { name: 'a', isDirect: true },
      { name: 'b', isDirect: false },
    ])
    expect(inventory.issues).toEqual([])
  })

  it('includes subcomponents of the root', () => {
    expect(read({ metadata: { component: { name: 'r', components } } }).components).toHaveLength(2)
  })
})

describe('a document', () => {
  it('of an unknown version is read, with an issue', () => {
    for (const specVersion of ['1.8', '2.0', '1.1', undefined, 7]) {
      const { components, issues } = read({ specVersion, components: [npm('a')] })
      expect(components).toHaveLength(1)
      expect(codes(issues)).toEqual(['spec-version-unknown'])
    }
  })

  it('with members of the wrong type is read without them', () => {
    expect(codes(read({ components: {}, dependencies: 'a' }).issues)).toEqual([
      'components-invalid',
      'dependencies-invalid',
    ])
    expect(read({}).issues).toEqual([])
  })

  it('that is not CycloneDX is rejected', () => {
    const result = cyclonedxJson.read({ path: 'a.json', bytes: bytesOf({ spdxVersion: 'SPDX-2.3' }) })
    expect(result).toMatchObject({ inventory: null, issues: [{ code: 'document-unknown', where: 'a.json' }] })
  })

  it('lists at most a thousand issues, and counts the rest', () => {
    const { components, issues } = read({
      components: Array.from({ length: 1_500 }, (_, at) => ({
        type: 'library',
        name: `a${at}`,
        version: '1',
      })),
    })
    expect(components).toHaveLength(1_500)
    expect(issues).toHaveLength(1_001)
    expect(issues.at(-1)).toMatchObject({ code: 'issues-omitted', message: expect.stringContaining('500') })
  })

  it('can nest 100,000 components', () => {
    const text = `${'{"name":"a","version":"1","components":['.repeat(100_000)}${']}'.repeat(100_000)}`
    const bytes = new TextEncoder().encode(
      `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${text}]}`,
    )
    const { inventory } = cyclonedxJson.read({ path: 'sbom.json', bytes })
    expect(inventory?.components).toHaveLength(1)
    const lengths = inventory?.issues.map(({ where }) => where.length) ?? []
    expect(Math.max(...lengths)).toBeLessThan(500)
  })

  it('of more than 200,000 components is rejected', () => {
    const components = `[${'{},'.repeat(200_000)}{}]`
    const bytes = new TextEncoder().encode(
      `{"bomFormat":"CycloneDX","specVersion":"1.6","components":${components}}`,
    )
    expect(cyclonedxJson.read({ path: 'a', bytes })).toMatchObject({
      inventory: null,
      issues: [{ code: 'components-too-many' }],
    })
  })
})

it('matches the file names that tools write', () => {
  const claimed = [
    'bom.json',
    'sbom.json',
    'app.cdx.json',
    'sbom-cdx.json',
    'my-bom.json',
    'BOM.json',
    'cyclonedx.json',
    'sbom.cyclonedx.json',
  ]
  const others = [
    'package.json',
    'package-lock.json',
    'bomb.json',
    'bom.xml',
    'tsconfig.json',
    'sbom.json.gz',
  ]
  expect(claimed.filter((name) => !cyclonedxJson.matchesPath(name))).toEqual([])
  expect(others.filter((name) => cyclonedxJson.matchesPath(name))).toEqual([])
})

it.each([
  ['github.com/aws/aws-sdk-go-v2/service/s3', 'pkg:golang/github.com/aws/aws-sdk-go-v2@v1.2.0#service/s3'],
  ['v2', 'pkg:golang/github.com/acme/mod@v2.1.0#v2'],
  ['github.com/acme/mod', 'pkg:golang/github.com/acme/mod@v1.0.0#pkg/one'],
])('names the Go module of %s in %s', (name, purl) => {
  const modules = {
    'pkg:golang/github.com/aws/aws-sdk-go-v2@v1.2.0#service/s3': 'github.com/aws/aws-sdk-go-v2/service/s3',
    'pkg:golang/github.com/acme/mod@v2.1.0#v2': 'github.com/acme/mod/v2',
  } as Record<string, string>
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.4', components: [{ type: 'library', name, purl }] }
  const { inventory } = cyclonedxJson.read({
    path: 'bom.json',
    bytes: new TextEncoder().encode(JSON.stringify(bom)),
  })
  expect(inventory?.components[0]?.name).toBe(modules[purl] ?? 'github.com/acme/mod')
})

it('lists a Go module once, of whose packages each has a package URL', () => {
  const components = ['pkg/one', 'pkg/two'].map((subpath) => ({
    type: 'library',
    name: subpath,
    purl: `pkg:golang/github.com/acme/mod@v1.0.0#${subpath}`,
  }))
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.4', components }
  const bytes = new TextEncoder().encode(JSON.stringify(bom))
  expect(cyclonedxJson.read({ path: 'bom.json', bytes }).inventory?.components).toHaveLength(1)
})
