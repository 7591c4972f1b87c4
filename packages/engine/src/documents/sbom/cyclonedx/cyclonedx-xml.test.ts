import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Inventory } from '../../../inventory.ts'
import { cyclonedxJson } from './cyclonedx-json.ts'
import { cyclonedxXml } from './cyclonedx-xml.ts'
import { readDocument } from '../../read.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))

function read(body: string, version = '1.6'): Inventory {
  const text = `<bom xmlns="http://cyclonedx.org/schema/bom/${version}">\n${body}\n</bom>`
  const { inventory } = cyclonedxXml.read({ path: 'bom.xml', bytes: encode(text) })
  if (!inventory) throw new Error('not read')
  return inventory
}

it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('reads version %s like the same JSON', (version) => {
  const { inventory } = readDocument({ path: 'bom', bytes: fixture(`cyclonedx-xml/${version}.xml`) })
  const json = cyclonedxJson.read({ path: 'bom', bytes: fixture(`cyclonedx-json/${version}.json`) })
  expect(inventory).toEqual(json.inventory)
  expect(inventory?.components).toHaveLength(4)
})

it.each(['1.0', '1.1'])('reads version %s, which has no JSON format', (version) => {
  const { inventory } = readDocument({ path: 'bom', bytes: fixture(`cyclonedx-xml/${version}.xml`) })
  expect(inventory).toMatchObject({
    formats: [`CycloneDX ${version}`],
    root: null,
    components: [
      { name: 'express', ecosystem: 'npm', isDirect: null },
      { name: '@babel/core', scope: 'test', requiredBy: version === '1.1' ? [0, 2] : [] },
      { name: 'org.slf4j:slf4j-api', isOptional: true },
      { name: 'golang.org/x/text', licenses: [{ kind: 'id', value: 'BSD-3-Clause' }] },
    ],
    issues: [],
  })
})

describe('issues', () => {
  it('have line numbers', () => {
    const { issues } = read(`<components>
        <component type="library"><name>a</name><version>1</version></component>
      </components>
      <dependencies><dependency ref="gone"/></dependencies>`)
    expect(issues).toMatchObject([
      { code: 'purl-missing', where: 'bom.xml:3' },
      { code: 'dependency-ref-unknown', where: 'bom.xml:5' },
    ])
  })

  it('report an unknown version', () => {
    expect(read('<components/>', '2.0').issues).toMatchObject([
      { code: 'spec-version-unknown', message: expect.stringContaining('1.0 to 1.7'), where: 'bom.xml:1' },
    ])
  })
})

it('reads namespace prefixes, nested dependencies and expressions in attributes', () => {
  const component = (name: string, rest = '') =>
    `<c:component type="library" bom-ref="${name}"><c:name>${name}</c:name><c:purl>pkg:npm/${name}@1</c:purl>${rest}</c:component>`
  const licenses = '<c:licenses><c:expression-detailed expression="MIT OR ISC"/></c:licenses>'
  const text = `<c:bom xmlns:c="http://cyclonedx.org/schema/bom/1.7"><c:components>
    ${component('a', licenses)}${component('b')}${component('d')}</c:components>
    <c:dependencies><c:dependency ref="a"><c:dependency ref="b"><c:dependency ref="d"/></c:dependency></c:dependency></c:dependencies>
  </c:bom>`
  const { inventory } = readDocument({ path: 'bom', bytes: encode(text) })
  expect(inventory).toMatchObject({
    components: [
      { name: 'a', licenses: [{ kind: 'expression', value: 'MIT OR ISC' }] },
      { name: 'b', requiredBy: [0] },
      { name: 'd', requiredBy: [1] },
    ],
    issues: [],
  })
})

it('reads pedigree and external references', () => {
  const { components, vex } = read(`<components><component type="library"><name>a</name><version>1</version>
    <purl>pkg:npm/a@1</purl>
    <pedigree>
      <ancestors><component type="library"><name>b</name><version>2</version><purl>pkg:npm/b@2</purl></component></ancestors>
      <patches><patch type="backport"><resolves><issue type="security"><id>CVE-2026-1</id></issue></resolves></patch></patches>
    </pedigree>
    <externalReferences><reference type="vcs"><url>https://example.org/a</url></reference></externalReferences>
  </component></components>`)
  expect(components).toMatchObject([
    { ancestors: [{ name: 'b', version: '2' }], references: [{ type: 'vcs', url: 'https://example.org/a' }] },
  ])
  expect(vex).toMatchObject([{ ids: ['CVE-2026-1'], status: 'fixed', components: [0] }])
})

it('reads licenses that have only an address, an expression or a text', () => {
  const licensed = (license: string) =>
    `<component type="library"><name>a</name><version>1</version><purl>pkg:npm/a@1</purl>
      <licenses><license>${license}</license></licenses></component>`
  const licenses = ['<url>https://opensource.org/licenses/MIT</url>', '<expression>MIT OR ISC</expression>']
  const texts = ['<text encoding="base64">QXBhY2hlIExpY2Vuc2UsIFZlcnNpb24gMi4w</text>']
  const values = [...licenses, ...texts].map(
    (each) => read(`<components>${licensed(each)}</components>`).components[0]!.licenses[0]!.value,
  )
  expect(values).toEqual(['https://opensource.org/licenses/MIT', 'MIT OR ISC', 'Apache-2.0'])
})

it('reads thousands of nested components', () => {
  const depth = 4_000
  const open = '<component><name>a</name><purl>pkg:npm/a@1</purl><components>'.repeat(depth)
  const { components } = read(`<components>${open}${'</components></component>'.repeat(depth)}</components>`)
  expect(components).toHaveLength(1)
})

it('rejects other XML', () => {
  const other = '<bom xmlns="http://example.org/bom/1.0"/>'
  expect(cyclonedxXml.read({ path: 'bom.xml', bytes: encode(other) })).toMatchObject({
    inventory: null,
    issues: [{ code: 'document-unknown', where: 'bom.xml' }],
  })
  expect(cyclonedxXml.read({ path: 'bom.xml', bytes: encode('<bom') }).issues).toMatchObject([
    { code: 'xml-invalid' },
  ])
})

it('matches the file names that tools write', () => {
  for (const name of ['bom.xml', 'app.cdx.xml', 'sbom.xml']) expect(cyclonedxXml.matchesPath(name)).toBe(true)
  for (const name of ['pom.xml', 'bom.json', 'bomb.xml']) expect(cyclonedxXml.matchesPath(name)).toBe(false)
})
