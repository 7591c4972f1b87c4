import { expect, test } from 'vitest'
import { issuesOf, listed, readText } from '../../testing/listed.ts'
import { spdxRdf } from './spdx-rdf.ts'

const rdf = (body: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://spdx.org/rdf/terms#">${body}</rdf:RDF>`
const about = (id: string) => `rdf:about="https://example.org/doc#SPDXRef-${id}"`
const related = (type: string, inside: string) =>
  `<relationship><Relationship><relationshipType rdf:resource="http://spdx.org/rdf/terms#relationshipType_${type}"/>
  <relatedSpdxElement>${inside}</relatedSpdxElement></Relationship></relationship>`

test('reads packages nested in the elements that refer to them', () => {
  const inner = `<Package ${about('b')}><name>b</name><versionInfo>2</versionInfo></Package>`
  const outer = `<Package ${about('a')}><name>a</name><versionInfo>1</versionInfo>${related('dependsOn', inner)}</Package>`
  const body = `<SpdxDocument ${about('DOCUMENT')}><specVersion>SPDX-2.2</specVersion>${related('describes', outer)}</SpdxDocument>`
  const result = readText(spdxRdf, 'a.spdx.rdf', rdf(body))
  expect(result.inventory?.root).toMatchObject({ name: 'a', version: '1' })
  expect(listed(result)).toEqual(['b 2 runtime direct'])
})

test.each([
  ['<ListedLicense rdf:about="http://spdx.org/licenses/MIT"/>', 'MIT'],
  [
    `<ConjunctiveLicenseSet><member rdf:resource="http://spdx.org/licenses/MIT"/><member><DisjunctiveLicenseSet>
      <member rdf:resource="http://spdx.org/licenses/ISC"/><member rdf:resource="http://spdx.org/licenses/Zlib"/>
      </DisjunctiveLicenseSet></member></ConjunctiveLicenseSet>`,
    'MIT AND (ISC OR Zlib)',
  ],
  [
    `<WithExceptionOperator><member rdf:resource="http://spdx.org/licenses/GPL-2.0-only"/><licenseException>
      <LicenseException><licenseExceptionId>Classpath-exception-2.0</licenseExceptionId></LicenseException>
      </licenseException></WithExceptionOperator>`,
    'GPL-2.0-only WITH Classpath-exception-2.0',
  ],
  [
    '<OrLaterOperator><member rdf:resource="http://spdx.org/licenses/GPL-2.0"/></OrLaterOperator>',
    'GPL-2.0+',
  ],
])('converts a license to an expression: %s', (inside, value) => {
  const body = `<SpdxDocument ${about('DOCUMENT')}><specVersion>SPDX-2.3</specVersion></SpdxDocument>
    <Package ${about('a')}><name>a</name><licenseDeclared>${inside}</licenseDeclared></Package>`
  const { inventory } = readText(spdxRdf, 'a.spdx.rdf', rdf(body))
  expect(inventory?.components[0]?.licenses).toEqual([{ kind: 'expression', value }])
})

test('rejects other RDF', () => {
  expect(issuesOf(readText(spdxRdf, 'a.spdx.rdf', rdf('<Thing/>')))).toEqual(['document-unknown a.spdx.rdf'])
})
