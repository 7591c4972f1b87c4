import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Component, Inventory } from '../../../inventory.ts'
import { readDocument } from '../../read.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))

function read(bytes: Uint8Array): Inventory {
  const { inventory, issues } = readDocument({ path: 'bom', bytes })
  if (!inventory) throw new Error(JSON.stringify(issues))
  return inventory
}

const expected: Partial<Component>[] = [
  {
    ecosystem: 'npm',
    name: 'express',
    version: '4.17.1',
    purl: 'pkg:npm/express@4.17.1',
    scope: 'runtime',
    isDirect: true,
    requiredBy: [],
    licenses: [{ kind: 'expression', value: 'MIT' }],
    hashes: [{ algorithm: 'SHA1', value: '4491fc62f7c0bcaf5b8b5d1ee8f8b9fcb2b5d0a1' }],
    locations: ['bom'],
  },
  { name: '@babel/core', scope: 'test', isDirect: true, licenses: [{ kind: 'name', value: 'MIT/X11' }] },
  {
    ecosystem: 'maven',
    name: 'org.slf4j:slf4j-api',
    scope: 'runtime',
    isOptional: true,
    isDirect: true,
    licenses: [{ kind: 'expression', value: 'MIT OR Apache-2.0' }],
  },
  { ecosystem: 'go', name: 'golang.org/x/text', scope: 'test', isDirect: false, requiredBy: [1] },
  { ecosystem: null, name: 'in-house-tool', purl: null, isDirect: false, requiredBy: [2], licenses: [] },
]

describe.each([
  ['spdx-json/2.2.json', 'SPDX 2.2', 'bom#/packages/5'],
  ['spdx-json/2.3.json', 'SPDX 2.3', 'bom#/packages/5'],
  ['spdx-yaml/2.3.spdx.yaml', 'SPDX 2.3', 'bom#/packages/5'],
  ['spdx-rdf/2.3.spdx.rdf', 'SPDX 2.3', 'bom:90'],
  ['spdx-tag-value/2.2.spdx', 'SPDX 2.2', 'bom:85'],
  ['spdx-tag-value/2.3.spdx', 'SPDX 2.3', 'bom:90'],
])('%s', (name, format, where) => {
  it('reads all supported members', () => {
    const inventory = read(fixture(name))
    expect(inventory).toMatchObject({
      formats: [format],
      files: ['bom'],
      root: { name: 'shop', version: '3.1.0', purl: 'pkg:npm/shop@3.1.0' },
      components: expected,
      issues: [{ code: 'purl-missing', where }],
    })
    expect(inventory.components).toHaveLength(expected.length)
  })
})

it('reads the same from SPDX 3, with its VEX statements', () => {
  const inventory = read(fixture('spdx-3/3.0.1.json'))
  const [express, core, ...others] = expected
  const license = { kind: 'expression' as const, value: 'MIT/X11' }
  const hashes = express!.hashes!.map(({ value }) => ({ algorithm: 'sha1', value }))
  expect(inventory).toMatchObject({
    formats: ['SPDX 3.0.1'],
    root: { name: 'shop', version: '3.1.0', purl: 'pkg:npm/shop@3.1.0' },
    components: [{ ...express, hashes }, { ...core, licenses: [license] }, ...others],
    issues: [{ code: 'purl-missing', where: 'bom#/@graph/13' }],
  })
  expect(inventory.vex).toEqual([
    {
      ids: ['CVE-2022-24999', 'GHSA-hrpp-h998-j3pp'],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      detail: 'The query parser is replaced.',
      components: [0],
    },
    {
      ids: ['CVE-2020-14040'],
      status: 'under_investigation',
      justification: null,
      detail: '',
      components: [3],
    },
  ])
})

type Json = Record<string, unknown>
const npm = (name: string, more: Json = {}) => ({
  SPDXID: `SPDXRef-${name}`,
  name,
  versionInfo: '1',
  externalRefs: [{ referenceType: 'purl', referenceLocator: `pkg:npm/${name}@1` }],
  ...more,
})
/** 'a DEPENDS_ON b' */
const relationship = (text: string) => {
  const [from, relationshipType, to] = text.split(' ')
  return { spdxElementId: `SPDXRef-${from}`, relationshipType, relatedSpdxElement: `SPDXRef-${to}` }
}
const readJson = (packages: unknown, relationships: readonly string[], more: Json = {}) =>
  read(
    encode(
      JSON.stringify({
        spdxVersion: 'SPDX-2.3',
        SPDXID: 'SPDXRef-DOCUMENT',
        packages,
        relationships: relationships.map(relationship),
        ...more,
      }),
    ),
  )
const names = ['root', 'a', 'b', 'c'].map((name) => npm(name))
const describesRoot = 'DOCUMENT DESCRIBES root'
const summary = ({ components }: Inventory) =>
  components.map(({ name, scope, isDirect, isOptional, requiredBy }) =>
    [name, scope, isDirect, isOptional ? 'optional' : '', requiredBy.map((at) => components[at]?.name)]
      .flat()
      .filter((each) => each !== '' && each !== null)
      .join(' '),
  )

describe('relationships', () => {
  it.each([
    [
      ['root DEPENDS_ON a', 'a DEPENDS_ON b'],
      ['a runtime true', 'b runtime false a', 'c runtime false'],
    ],
    [
      ['root CONTAINS a', 'root CONTAINS b'],
      ['a runtime', 'b runtime', 'c runtime'],
    ],
    [
      ['a DEV_DEPENDENCY_OF root', 'a DEPENDS_ON b', 'c DEPENDENCY_OF b', 'root DEPENDS_ON c'],
      ['a test true', 'b test false a', 'c runtime true b'],
    ],
    [
      ['root DEPENDS_ON a', 'a DEV_DEPENDENCY_OF root'],
      ['a test true', 'b runtime false', 'c runtime false'],
    ],
    [
      ['root DEPENDS_ON a', 'b TEST_DEPENDENCY_OF root', 'b RUNTIME_DEPENDENCY_OF a'],
      ['a runtime true', 'b runtime true a', 'c runtime false'],
    ],
    [
      ['a PROVIDED_DEPENDENCY_OF root', 'root DEPENDS_ON b', 'c OPTIONAL_DEPENDENCY_OF b'],
      ['a provided true', 'b runtime true', 'c runtime false optional b'],
    ],
    [
      ['b CONTAINED_BY a', 'c PACKAGE_OF a', 'a CONTAINS a'],
      ['a runtime', 'b runtime a', 'c runtime a'],
    ],
    [
      ['a DEPENDS_ON b', 'b DEPENDS_ON a', 'c DEV_DEPENDENCY_OF c'],
      ['a runtime b', 'b runtime a', 'c runtime'],
    ],
    [
      ['root GENERATES a', 'b AMENDS a'],
      ['a runtime', 'b runtime', 'c runtime'],
    ],
  ])('set scopes and dependents: %j', (relationships, lines) => {
    const inventory = readJson(names, [describesRoot, ...relationships])
    expect(summary(inventory)).toEqual(lines)
    expect(inventory).toMatchObject({ root: { name: 'root' }, issues: [] })
  })

  it('mark all described packages as direct if there are several', () => {
    const described = ['DOCUMENT DESCRIBES root', 'a DESCRIBED_BY DOCUMENT', 'root DEPENDS_ON b']
    const inventory = readJson(names, described)
    expect(inventory.root).toBeNull()
    expect(inventory.components.map(({ isDirect }) => isDirect)).toEqual([true, true, false, false])
  })

  it('to unknown elements are reported once', () => {
    const { issues } = readJson(names, [
      describesRoot,
      'a DEPENDS_ON gone',
      'gone DEPENDS_ON b',
      'NOASSERTION X c',
    ])
    expect(issues).toMatchObject([{ code: 'relationship-ref-unknown', where: 'bom#/relationships/1' }])
    const elsewhere = { spdxElementId: 'DocumentRef-x:SPDXRef-a', relationshipType: 'DEPENDS_ON' }
    const none = { spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'NONE' }
    const relationships = [{ ...elsewhere, relatedSpdxElement: 'SPDXRef-a' }, none]
    expect(readJson(names, [], { relationships }).issues).toEqual([])
  })
})

describe('a package', () => {
  const purls = (...locators: string[]) => ({
    externalRefs: locators.map((referenceLocator) => ({
      referenceType: 'http://spdx.org/rdf/references/purl',
      referenceLocator,
    })),
  })

  it('with several package URLs uses the first of a known ecosystem', () => {
    const { components } = readJson([npm('a', purls('pkg:generic/a@1', 'nothing', 'pkg:pypi/b@2'))], [])
    expect(components).toMatchObject([{ ecosystem: 'pypi', name: 'b' }])
  })

  it('with the identifier of another is kept, with an issue', () => {
    const { components, issues } = readJson([npm('a'), npm('b', { SPDXID: 'SPDXRef-a' })], [])
    expect(components).toHaveLength(2)
    expect(issues).toMatchObject([{ code: 'spdx-id-duplicate', where: 'bom#/packages/1' }])
  })

  it('is omitted if it is a file', () => {
    const file = { SPDXID: 'SPDXRef-f', name: 'f', primaryPackagePurpose: 'FILE' }
    const { components, issues } = readJson([file, npm('a')], ['a CONTAINS f', 'f DEPENDS_ON a'])
    expect(components).toMatchObject([{ name: 'a', requiredBy: [] }])
    expect(issues).toEqual([])
  })

  it.each(['OPERATING-SYSTEM', 'OPERATING_SYSTEM', 'operatingSystem'])(
    'is the distribution of the others if it is of the purpose %s',
    (primaryPackagePurpose) => {
      const system = { SPDXID: 'SPDXRef-os', name: 'debian', versionInfo: '12.5', primaryPackagePurpose }
      const deb = (name: string) => ({
        SPDXID: `SPDXRef-${name}`,
        name,
        versionInfo: '1',
        ...purls(`pkg:deb/debian/${name}@1`),
      })
      const edges = [
        'DOCUMENT DESCRIBES image',
        'image DEPENDS_ON a',
        'image CONTAINS os',
        'os CONTAINS bash',
      ]
      const image = { SPDXID: 'SPDXRef-image', name: 'image' }
      const { components, issues } = readJson([image, system, deb('bash'), npm('a')], edges)
      expect(components).toMatchObject([
        { name: 'bash', release: '12', isDirect: null },
        { name: 'a', isDirect: true },
      ])
      expect(issues).toEqual([])
    },
  )

  it('is omitted with an issue if it is not an object with a name', () => {
    expect(readJson([{}, null, 7], []).issues.map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'component-unusable'),
    )
  })
})

describe('a document', () => {
  it('of an unknown version is read, with an issue', () => {
    expect(readJson([npm('a')], [], { spdxVersion: 'SPDX-2.1' }).issues).toMatchObject([
      { code: 'spec-version-unknown', where: 'bom#/spdxVersion' },
    ])
    expect(read(encode('# x\nSPDXVersion: SPDX-2.1\n')).issues).toMatchObject([
      { code: 'spec-version-unknown', where: 'bom:2' },
    ])
    const context = 'https://spdx.org/rdf/3.1/spdx-context.jsonld'
    expect(read(encode(JSON.stringify({ '@context': context, '@graph': [] }))).issues).toMatchObject([
      { code: 'spec-version-unknown' },
    ])
  })

  it('with members of the wrong type is read without them', () => {
    expect(readJson({}, [], { relationships: 7 }).issues.map(({ code }) => code)).toEqual([
      'packages-invalid',
      'relationships-invalid',
    ])
  })

  it('of tag-value lines is read past malformed lines and an unterminated text', () => {
    const { components, issues } = read(
      encode(
        'SPDXVersion: SPDX-2.3\r\nnothing\r\n: x\r\nPackageName: a\r\nPackageComment: <text>b\r\nPackageName: c',
      ),
    )
    expect(components).toMatchObject([{ name: 'a' }])
    expect(issues.map(({ where }) => where)).toEqual(['bom:2', 'bom:3', 'bom:4', 'bom:4'])
  })

  it('of more than 200,000 packages is rejected', () => {
    const text = `{"spdxVersion":"SPDX-2.3","packages":[${'{},'.repeat(200_000)}{}]}`
    expect(readDocument({ path: 'bom', bytes: encode(text) }).issues).toMatchObject([
      { code: 'components-too-many' },
    ])
  })
})

it('reads SPDX 3 with inlined elements and without a graph', () => {
  const software = (spdxId: string) => ({
    type: 'software_Package',
    spdxId,
    name: spdxId,
    software_packageUrl: `pkg:npm/${spdxId}@1`,
  })
  const relationship = {
    type: 'Relationship',
    from: software('root'),
    relationshipType: 'dependsOn',
    to: [software('a')],
  }
  const document = {
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    type: 'SpdxDocument',
    rootElement: ['root'],
    element: [relationship],
  }
  expect(read(encode(JSON.stringify(document)))).toMatchObject({
    root: { name: 'root', version: '1' },
    components: [{ name: 'a', isDirect: true }],
    issues: [],
  })
})

describe('a VEX statement of SPDX 3', () => {
  const graph = (relationship: Json, name = 'CVE-2020-1') => ({
    '@context': ['https://spdx.org/rdf/3.0.1/spdx-context.jsonld'],
    '@graph': [
      { type: 'CreationInfo', specVersion: '3.0.1' },
      { type: 'SpdxDocument', spdxId: 'd', rootElement: [{ spdxId: 'root' }] },
      { type: 'software_Package', spdxId: 'root', name: 'root' },
      { type: 'software_Package', spdxId: 'a', name: 'a', software_packageUrl: 'pkg:npm/a@1' },
      { type: 'security_Vulnerability', spdxId: 'v', name },
      {
        type: 'security_VexFixedVulnAssessmentRelationship',
        from: 'v',
        relationshipType: 'fixedIn',
        ...relationship,
      },
    ],
  })
  const readGraph = (...of: Parameters<typeof graph>) => read(encode(JSON.stringify(graph(...of))))

  it('applies to all components if it names the root', () => {
    expect(readGraph({ to: ['a', 'root'] }).vex).toMatchObject([{ status: 'fixed', components: [] }])
    expect(readGraph({ to: 'a' }).vex).toMatchObject([{ components: [0] }])
  })

  it('on an unknown element is omitted, with an issue', () => {
    expect(readGraph({ to: ['gone'] }).issues).toMatchObject([{ code: 'vex-ref-unknown' }])
    expect(readGraph({ to: ['a'], from: 'gone' }).issues).toMatchObject([{ code: 'vex-unusable' }])
    expect(readGraph({ to: ['a'] }, 'A bad bug').issues).toMatchObject([{ code: 'vex-unusable' }])
  })
})

it('lists a package of two ecosystems as a component of each', () => {
  const document = {
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    packages: [
      { SPDXID: 'SPDXRef-app', name: 'app', versionInfo: '1' },
      {
        SPDXID: 'SPDXRef-jquery',
        name: 'jquery',
        versionInfo: '3.4.0',
        externalRefs: [
          'pkg:npm/jquery@3.4.0',
          'pkg:npm/jquery@3.4.0?arch=any',
          'pkg:maven/org.webjars/jquery@3.4.0',
          'pkg:unknown/jquery@3.4.0',
        ].map((referenceLocator) => ({ referenceType: 'purl', referenceLocator })),
      },
    ],
    relationships: [
      ['SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-app'],
      ['SPDXRef-app', 'DEPENDS_ON', 'SPDXRef-jquery'],
    ].map(([spdxElementId, relationshipType, relatedSpdxElement]) => ({
      spdxElementId,
      relationshipType,
      relatedSpdxElement,
    })),
  }
  expect(read(encode(JSON.stringify(document))).components).toMatchObject([
    { ecosystem: 'npm', name: 'jquery', isDirect: true },
    { ecosystem: 'maven', name: 'org.webjars:jquery', version: '3.4.0', isDirect: true },
  ])
})
