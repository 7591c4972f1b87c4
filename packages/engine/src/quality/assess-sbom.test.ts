import { describe, expect, test } from 'vitest'
import { assessSbom } from './assess-sbom.ts'
import { qualityProfiles } from './profiles.ts'

const hash = { alg: 'SHA-512', content: 'ab'.repeat(64) }
const maker = { name: 'Acme', url: ['https://acme.example'], contact: [{ email: 'psirt@acme.example' }] }

/** Has every element of every profile. */
const library = {
  type: 'library',
  'bom-ref': 'lib',
  name: 'lib',
  version: '1.0.0',
  purl: 'pkg:npm/lib@1.0.0',
  manufacturer: maker,
  supplier: { name: 'Acme' },
  hashes: [hash],
  licenses: [
    { license: { id: 'MIT', acknowledgement: 'declared' } },
    { expression: 'MIT OR Apache-2.0', acknowledgement: 'concluded' },
  ],
  externalReferences: [
    { type: 'distribution', url: 'https://acme.example/lib.tgz', hashes: [hash] },
    { type: 'source-distribution', url: 'https://acme.example/lib' },
  ],
  properties: [
    { name: 'bsi:component:filename', value: 'lib.tgz' },
    { name: 'bsi:component:executable', value: 'non-executable' },
    { name: 'bsi:component:archive', value: 'archive' },
    { name: 'bsi:component:structured', value: 'structured' },
  ],
}
const complete = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  version: 1,
  signature: { algorithm: 'ES256', value: 'c2lnbmVk' },
  metadata: {
    timestamp: '2026-11-29T08:00:00Z',
    lifecycles: [{ phase: 'build' }],
    authors: [{ name: 'Ada' }],
    manufacturer: maker,
    tools: { components: [{ type: 'application', name: 'maker', version: '2.0' }] },
    component: { type: 'application', 'bom-ref': 'app', name: 'app', version: '1' },
  },
  components: [library],
  dependencies: [
    { ref: 'app', dependsOn: ['lib'] },
    { ref: 'lib', dependsOn: [] },
  ],
  compositions: [{ aggregate: 'complete', dependencies: ['lib'] }],
}

/** Elements that are lacking, by profile. */
const lackingOf = (json: unknown) =>
  Object.fromEntries(
    assessSbom(json)!.profiles.map(({ id, rules }) => [
      id,
      rules.filter(({ met, of }) => met < of).map((rule) => rule.id),
    ]),
  )
const without = (member: string) => ({ ...complete, [member]: undefined })
const withMetadata = (metadata: object) => ({ ...complete, metadata: { ...complete.metadata, ...metadata } })
const withLibrary = (changed: object) => ({ ...complete, components: [{ ...library, ...changed }] })

describe('a CycloneDX document', () => {
  test('with every element meets every profile', () => {
    const assessed = assessSbom(complete)!
    expect(assessed).toMatchObject({ format: 'CycloneDX 1.6', components: 1 })
    expect(assessed.profiles.map(({ id, isMet }) => [id, isMet])).toEqual(
      qualityProfiles.map(({ id }) => [id, true]),
    )
    expect(lackingOf(complete)).toEqual({ 'ntia-2021': [], 'cisa-2026': [], 'bsi-2.1': [] })
  })

  test.each([
    [
      'authors',
      withMetadata({ authors: undefined, manufacturer: { url: ['https://acme.example'] } }),
      ['author'],
      ['author'],
      [],
    ],
    ['a creator to write to', withMetadata({ manufacturer: { name: 'Acme' } }), [], [], ['creator']],
    ['a readable time', withMetadata({ timestamp: 'today' }), ['timestamp'], ['timestamp'], ['timestamp']],
    ['a phase', withMetadata({ lifecycles: [] }), [], ['context'], []],
    ['tools', withMetadata({ tools: [] }), [], ['tool', 'tool-version'], []],
    ['the version of a tool', withMetadata({ tools: [{ name: 'old' }] }), [], ['tool-version'], []],
    ['a signature', without('signature'), [], ['signature'], []],
    ['a serial number', without('serialNumber'), [], ['document-version'], ['uri']],
    ['a current format', { ...complete, specVersion: '1.5' }, [], [], ['format']],
    ['a graph', without('dependencies'), ['dependencies'], ['dependencies'], ['dependencies']],
    ['a word on completeness', without('compositions'), [], [], ['dependencies']],
  ] as const)('without %s lacks that', (_, json, ...[ntia, cisa, bsi]) => {
    expect(lackingOf(json)).toEqual({ 'ntia-2021': ntia, 'cisa-2026': cisa, 'bsi-2.1': bsi })
  })

  test.each([
    ['a version', { version: '' }, ['version'], ['version'], ['version']],
    ['identifiers', { purl: undefined }, ['identifier'], ['identifier'], ['identifier']],
    [
      'a supplier',
      { supplier: undefined, manufacturer: undefined, author: 'Ada' },
      ['supplier'],
      [],
      ['component-creator'],
    ],
    ['hashes', { hashes: [] }, [], ['hash'], []],
    [
      'SHA-512 of the file',
      {
        externalReferences: [
          { type: 'distribution', url: 'https://a.example', hashes: [{ alg: 'SHA-256', content: 'ab' }] },
        ],
      },
      [],
      [],
      ['sha-512', 'source'],
    ],
    ['licenses', { licenses: [] }, [], ['license'], ['distribution-license', 'original-license']],
    [
      'an SPDX license',
      { licenses: [{ license: { name: 'Our own terms' } }] },
      [],
      [],
      ['distribution-license', 'original-license'],
    ],
    [
      'properties of BSI',
      { properties: [{ name: 'bsi:component:archive', value: 'maybe' }] },
      [],
      [],
      ['filename', 'executable', 'archive', 'structured'],
    ],
  ] as const)('whose component lacks %s names it', (_, changed, ...[ntia, cisa, bsi]) => {
    expect(lackingOf(withLibrary(changed))).toEqual({ 'ntia-2021': ntia, 'cisa-2026': cisa, 'bsi-2.1': bsi })
  })

  test('names and counts the components that lack something, nested ones as well', () => {
    const nested = { name: 'inner', components: [{ group: 'acme', name: 'innermost', version: '2' }] }
    const json = { ...complete, components: [library, nested] }
    const [ntia] = assessSbom(json)!.profiles
    expect(ntia!.isMet).toBe(false)
    expect(ntia!.rules.find(({ id }) => id === 'version')).toMatchObject({
      met: 2,
      of: 3,
      missing: ['inner'],
    })
    expect(ntia!.rules.find(({ id }) => id === 'supplier')).toMatchObject({
      met: 1,
      missing: ['inner', 'acme/innermost 2'],
    })
  })

  test('lacking what has to be there only if it exists meets the profile', () => {
    const [, , bsi] = assessSbom(withLibrary({ purl: undefined }))!.profiles
    expect(bsi).toMatchObject({ id: 'bsi-2.1', isMet: true })
  })

  test('of nothing meets nothing', () => {
    expect(assessSbom({ ...complete, components: [] })!.profiles.some(({ isMet }) => isMet)).toBe(false)
  })
})

describe('an SPDX 2.3 document', () => {
  const spdx = {
    spdxVersion: 'SPDX-2.3',
    documentNamespace: 'https://acme.example/sbom/1',
    creationInfo: {
      created: '2026-11-29T08:00:00Z',
      creators: ['Tool: maker-of-sboms-2.0', 'Organization: Acme (psirt@acme.example)'],
      comment: 'build',
    },
    documentDescribes: ['SPDXRef-app'],
    packages: [
      { SPDXID: 'SPDXRef-app', name: 'app' },
      {
        SPDXID: 'SPDXRef-lib',
        name: 'lib',
        versionInfo: '1.0.0',
        supplier: 'Organization: Acme',
        originator: 'Person: Ada (ada@acme.example)',
        licenseDeclared: 'MIT',
        licenseConcluded: 'NOASSERTION',
        checksums: [{ algorithm: 'SHA256', checksumValue: 'ab' }],
        externalRefs: [
          {
            referenceCategory: 'PACKAGE-MANAGER',
            referenceType: 'purl',
            referenceLocator: 'pkg:npm/lib@1.0.0',
          },
        ],
      },
    ],
    relationships: [
      { spdxElementId: 'SPDXRef-app', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-lib' },
    ],
  }

  test('meets NTIA, lacks a signature for CISA, and has no place for its version', () => {
    expect(lackingOf(spdx)).toMatchObject({ 'ntia-2021': [], 'cisa-2026': ['signature'] })
    const [, cisa, bsi] = assessSbom(spdx)!.profiles
    expect(cisa!.rules.find(({ id }) => id === 'document-version')).toMatchObject({ met: 0, of: 0 })
    expect(bsi!.rules.find(({ id }) => id === 'format')).toMatchObject({ met: 0, of: 1 })
  })

  test('by a tool alone has no author, and NOASSERTION says nothing', () => {
    const [app, lib] = spdx.packages
    const json = {
      ...spdx,
      creationInfo: { ...spdx.creationInfo, creators: ['Tool: maker'] },
      packages: [
        app,
        { ...lib, licenseDeclared: 'NOASSERTION', supplier: 'NOASSERTION', originator: 'NOASSERTION' },
      ],
    }
    expect(lackingOf(json)).toMatchObject({
      'ntia-2021': ['author', 'supplier'],
      'cisa-2026': ['author', 'signature', 'tool-version', 'producer', 'license'],
    })
  })
})

test.each([null, 7, [], {}, { bomFormat: 'Other' }, { spdxVersion: 'SPDX-3.0' }])(
  '%j is not assessed',
  (json) => {
    expect(assessSbom(json)).toBeNull()
  },
)
