import { describe, expect, test } from 'vitest'
import { readDocument } from '../../read.ts'

const issuesOf = (path: string, text: string) =>
  readDocument({ path, bytes: new TextEncoder().encode(text) }).inventory!.issues
const read = (bom: object) =>
  issuesOf('bom.json', JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', ...bom }))
const library = (more: object) => ({ type: 'library', name: 'a', version: '1', purl: 'pkg:npm/a@1', ...more })
const component = (more: object) => ({ components: [library(more)] })

test.each<[string, object]>([
  [
    'bom-format-invalid',
    { bomFormat: 'AnotherFormat', $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
  ],
  ['serial-number-invalid', { serialNumber: 'urn:uuid:3e671687' }],
  ['bom-version-invalid', { version: 0 }],
  ['timestamp-invalid', { metadata: { timestamp: '2020-04-13' } }],
  ['license-invalid', { metadata: { licenses: [{ license: { id: 'Apache 2' } }] } }],
  ['component-type-missing', component({ type: undefined })],
  ['component-name-missing', component({ name: undefined })],
  ['component-version-missing', { specVersion: '1.3', ...component({ version: undefined }) }],
  [
    'component-version-missing',
    { specVersion: '1.2', metadata: { component: { type: 'application', name: 'a' } } },
  ],
  ['type-invalid', component({ type: 'libary' })],
  ['scope-invalid', component({ scope: 'maybe' })],
  ['hash-algorithm-invalid', component({ hashes: [{ alg: 'SHA1', content: 'a'.repeat(40) }] })],
  ['hash-invalid', component({ hashes: [{ alg: 'SHA-1', content: 'a'.repeat(39) }] })],
  ['license-invalid', component({ licenses: [{ license: { id: 'Apache 2' } }] })],
  ['license-invalid', component({ licenses: [{ license: { url: 'https://example.org' } }] })],
  ['license-invalid', component({ licenses: [{ license: { id: 'MIT', name: 'MIT' } }] })],
  ['license-invalid', component({ licenses: [{ license: { id: 'MIT' }, expression: 'MIT' }] })],
  ['license-invalid', component({ licenses: [{ license: { id: 'MIT' } }, { expression: 'MIT' }] })],
  ['license-invalid', component({ licenses: [{ license: { id: 'MIT', text: { encoding: 'utf-8' } } }] })],
  ['property-invalid', component({ properties: [{ name: 'a', value: 1 }] })],
  ['property-invalid', component({ properties: { a: 'b' } })],
  ['property-invalid', component({ properties: [{ value: 'b' }] })],
  ['patch-invalid', component({ pedigree: { patches: [{ type: 'foo' }] } })],
  [
    'issue-type-invalid',
    component({ pedigree: { patches: [{ type: 'monkey', resolves: [{ type: 'bug' }] }] } }),
  ],
  ['swid-invalid', component({ swid: { name: 'a' } })],
  ['citation-invalid', { specVersion: '1.7', citations: [{ pointers: ['/components/0'] }] }],
  [
    'citation-invalid',
    { specVersion: '1.7', citations: [{ attributedTo: 'a', pointers: ['/a'], expressions: ['$'] }] },
  ],
  ['root-external', { metadata: { component: { type: 'library', name: 'a', isExternal: true } } }],
  ['member-unknown', { metadata: { distribution: 'Unrestricted' } }],
  ['version-range-invalid', component({ version: undefined, versionRange: 'vers:npm/>=1' })],
  ['version-ambiguous', component({ versionRange: 'vers:npm/>=1' })],
  ['member-unknown', { foo: 'bar' }],
  ['member-unknown', component({ licence: 'MIT' })],
  ['member-unknown', { services: [{ name: 'a', url: 'https://example.org' }] }],
  ['reference-invalid', component({ externalReferences: [{ type: 'vcs' }] })],
  ['reference-invalid', component({ externalReferences: [{ url: 'https://example.org' }] })],
  ['service-name-missing', { services: [{ version: '1' }] }],
  ['dependency-invalid', { dependencies: [{ dependsOn: [] }] }],
  ['dependency-invalid', { ...component({ 'bom-ref': 'a' }), dependencies: [{ ref: 'a', dependsOn: 'a' }] }],
  [
    'service-data-invalid',
    { services: [{ name: 'a', data: [{ flow: 'sideways', classification: 'PII' }] }] },
  ],
])('reports %s: %j', (code, bom) => {
  const found = read(bom)
  expect(found.map((issue) => issue.code)).toContain(code)
  expect(found.find((issue) => issue.code === code)!.message).toMatch(
    /^The document violates the CycloneDX schema: /,
  )
})

test('reports each kind of violation once, with its first location and the number of occurrences', () => {
  const components = [library({}), library({ scope: 'x' }), library({ scope: 'y' }), library({ type: 'z' })]
  expect(
    read({ components }).map(({ code, where, message }) => [code, where, /\(\d times\)/.test(message)]),
  ).toEqual([
    ['scope-invalid', 'bom.json#/components/1', true],
    ['type-invalid', 'bom.json#/components/3', false],
  ])
})

test('reports values that are nested deeply', () => {
  const deep = (member: string) => `{"${member}":`.repeat(100_000) + '1' + '}'.repeat(100_000)
  const services = issuesOf(
    'bom.json',
    `{"bomFormat":"CycloneDX","specVersion":"1.6","services":[${deep('x')}]}`,
  )
  expect(services.map(({ code }) => code)).toEqual(['member-unknown', 'service-name-missing'])
  const scope = `{"type":"library","name":"a","purl":"pkg:npm/a@1","version":"1","scope":${deep('y')}}`
  const components = issuesOf(
    'bom.json',
    `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${scope}]}`,
  )
  expect(components.map(({ code }) => code)).toEqual(['scope-invalid'])
  const version = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const bom = issuesOf('bom.json', `{"bomFormat":"CycloneDX","specVersion":"1.6","version":${version}}`)
  expect(bom.map(({ code }) => code)).toEqual(['bom-version-invalid'])
})

test('reports nothing for valid documents, including expressions next to licenses from 1.7 on', () => {
  const licenses = [{ license: { id: 'MIT' } }, { expression: 'MIT OR ISC' }]
  expect(read({ specVersion: '1.7', ...component({ licenses }) })).toEqual([])
  expect(read({ specVersion: '1.3', ...component({ version: '' }) })).toEqual([])
  expect(read({ specVersion: '1.4', ...component({ version: undefined }) })).toEqual([])
  const metadata = {
    timestamp: '2020-04-13T20:20:39+00:00',
    component: library({ swid: { tagId: 'a', name: 'a' } }),
  }
  const serialNumber = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79'
  expect(read({ serialNumber, version: 1, metadata })).toEqual([])
})

test('reports violations in XML, with line numbers', () => {
  const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6" serialNumber="x" version="1">
    <metadata><timestamp>today</timestamp></metadata><components>
    <component type="foo"><name>a</name><version>1</version><purl>pkg:npm/a@1</purl><scope>maybe</scope>
    <hashes><hash alg="MD6">00</hash></hashes><licenses><license><id>X Y</id></license></licenses></component>
    </components></bom>`
  const found = issuesOf('bom.xml', xml)
  expect(found.map(({ code }) => code)).toEqual([
    'serial-number-invalid',
    'timestamp-invalid',
    'type-invalid',
    'scope-invalid',
    'hash-algorithm-invalid',
    'hash-invalid',
    'license-invalid',
  ])
  expect(found.at(-1)!.where).toBe('bom.xml:3')
})

const xmlBom = (inner: string) =>
  issuesOf(
    'bom.xml',
    `<bom xmlns="http://cyclonedx.org/schema/bom/1.7" xmlns:x="urn:x" version="1">${inner}</bom>`,
  )
const xmlComponent = (inner: string) =>
  `<components><component type="library"><name>a</name><version>1</version>${inner}<purl>pkg:npm/a@1</purl></component></components>`

test.each([
  ['license-invalid', xmlComponent('<licenses><license><id>MIT</id><id>MIT</id></license></licenses>')],
  ['license-invalid', xmlComponent('<licenses><license><name>A</name><name>B</name></license></licenses>')],
  ['member-unknown', '<metadata><distribution>Unrestricted</distribution></metadata>'],
  ['member-unknown', xmlComponent('<licence>MIT</licence>')],
  ['member-unknown', '<component/>'],
  ['member-unknown', '<services><service><name>a</name><uri>a</uri></service></services>'],
  ['service-name-missing', '<services><service><version>1</version></service></services>'],
  [
    'service-data-invalid',
    '<services><service><name>a</name><data><classification flow="foo">b</classification></data></service></services>',
  ],
  [
    'service-data-invalid',
    '<services><service><name>a</name><data><dataflow><classification flow="foo">b</classification></dataflow></data></service></services>',
  ],
])('reports %s in XML: %s', (code, inner) => {
  expect(xmlBom(inner).map((issue) => issue.code)).toEqual([code])
})

test('reports nothing for elements of other namespaces, and for data of services with known flows', () => {
  expect(
    xmlBom(`<x:own/><metadata><x:own/></metadata>${xmlComponent('<x:own/><own xmlns="urn:y"/>')}`),
  ).toEqual([])
  const data = '<data><classification flow="inbound">PII</classification></data>'
  expect(xmlBom(`<services><service><name>a</name>${data}</service></services>`)).toEqual([])
})

describe('a BOM without packages', () => {
  const only = (type: string) => ({ components: [{ type, name: 'a' }] })

  test.each(['cryptographic-asset', 'machine-learning-model', 'device'])('is reported: %s', (type) => {
    const [issue] = read(only(type))
    expect(issue).toMatchObject({ code: 'packages-missing', where: 'bom.json' })
    expect(issue!.message).toContain(`'${type}'`)
  })

  test('is reported if it only describes the root, but not if the list is empty or has packages, too', () => {
    expect(read({ metadata: { component: { type: 'machine-learning-model', name: 'a' } } })).toMatchObject([
      { code: 'packages-missing' },
    ])
    expect(read({ components: [] })).toEqual([])
    expect(read({ components: [library({}), { type: 'device', name: 'b' }] })).toEqual([])
  })
})
