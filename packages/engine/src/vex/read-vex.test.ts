import { isoDay } from '../time.ts'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { mutated, noise } from '../documents/testing/mutations.ts'
import { readVexDocument } from './read-vex.ts'
import { csafDocument, cyclonedxDocument, openvexDocument } from './testing/documents.ts'
import { maxVexStatements, type ProductStatement } from './vex-document.ts'

const now = Date.parse('2025-01-01T00:00:00Z')
const encode = (document: unknown) => new TextEncoder().encode(JSON.stringify(document))
const read = (document: unknown) => readVexDocument({ path: 'vex.json', bytes: encode(document) }, now)

/** 'CVE not_affected (why: words) product > part' */
const spell = ({ ids, status, justification, detail, product, subcomponent }: ProductStatement) => {
  const name = ({ id, versions }: { id: string; versions: string | null }) =>
    versions === null ? id : `${id} ${versions}`
  const target = subcomponent ? `${name(product)} > ${name(subcomponent)}` : name(product)
  return `${ids.join('=')} ${status} (${justification ?? ''}: ${detail}) ${target}`
}
const spelled = (document: unknown) => read(document).document?.statements.map(spell)
const dayOf = (ms: number | undefined) => isoDay(ms ?? NaN)

describe('OpenVEX', () => {
  it('is read with products, subcomponents and reasons', () => {
    expect(spelled(openvexDocument)).toEqual([
      'CVE-2020-1=GHSA-aaaa not_affected (component_not_present: It is not shipped.) pkg:npm/left@1.0.0',
      'CVE-2020-1=GHSA-aaaa not_affected (component_not_present: It is not shipped.) pkg:npm/app@2 > pkg:npm/right',
      'CVE-2020-2 affected (: Upgrade to 2.) pkg:npm/left',
    ])
    const { document, issues } = read(openvexDocument)
    expect(issues).toEqual([])
    expect(document).toMatchObject({
      format: 'openvex',
      id: 'https://example.org/vex/2024-1',
      author: 'Example Supplier',
    })
    expect(document!.statements.map(({ at }) => dayOf(at))).toEqual([
      '2024-01-02',
      '2024-01-02',
      '2024-02-01',
    ])
  })

  it('is read in drafts with plain strings', () => {
    const statement = {
      vulnerability: 'CVE-2020-1',
      products: ['pkg:npm/app'],
      subcomponents: ['pkg:npm/left'],
      status: 'fixed',
    }
    expect(spelled({ '@context': 'https://openvex.dev/ns', statements: [statement] })).toEqual([
      'CVE-2020-1 fixed (: ) pkg:npm/app > pkg:npm/left',
    ])
  })

  it.each<[string, object, string]>([
    ['no product', { products: [] }, "A statement on 'CVE-2020-2' names no product and was left out."],
    [
      'an unknown justification',
      { status: 'not_affected', justification: 'because', action_statement: '' },
      "A statement on 'CVE-2020-2' gives no reason and was left out.",
    ],
    ['no vulnerability', { vulnerability: {} }, 'A statement has no vulnerability and was left out.'],
    [
      'an unknown status',
      { status: 'constructor' },
      "A statement has the unknown status 'constructor' and was left out.",
    ],
    [
      'no reason',
      { status: 'not_affected', action_statement: '' },
      "A statement on 'CVE-2020-2' gives no reason and was left out.",
    ],
  ])('reports a statement with %s', (_title, change, message) => {
    const [first, second] = openvexDocument.statements
    const { document, issues } = read({ ...openvexDocument, statements: [first, { ...second, ...change }] })
    expect(document?.statements).toHaveLength(2)
    expect(issues).toEqual([{ code: 'vex-unusable', message, where: 'vex.json#/statements/1' }])
  })

  it('never dates a statement after its upload, and does not require a date', () => {
    const at = (timestamp: unknown) => read({ ...openvexDocument, timestamp }).document?.statements[0]?.at
    expect([at('2999-01-01T00:00:00Z'), at('soon'), at(undefined)]).toEqual([now, now, now])
  })
})

describe('CSAF', () => {
  it('is read with version ranges, relationships, group flags and reasons per product', () => {
    expect(spelled(csafDocument)).toEqual([
      'CVE-2020-1=GHSA-aaaa not_affected (vulnerable_code_not_present: Compiled without it.) pkg:npm/left@1.0.0',
      'CVE-2020-1=GHSA-aaaa not_affected (vulnerable_code_not_present: ) pkg:npm/left vers:npm/>=2.0.0|<3.0.0',
      'CVE-2020-1=GHSA-aaaa under_investigation (: ) pkg:npm/left@1.0.0 > pkg:npm/right@1.0.0',
      'CVE-2020-2 affected (: Upgrade to 2.) pkg:npm/left@1.0.0',
      'CVE-2020-2 fixed (: ) pkg:npm/left vers:npm/>=2.0.0|<3.0.0',
    ])
    expect(read(csafDocument).document).toMatchObject({
      format: 'csaf',
      id: 'EX-2024-1',
      title: 'Left and right',
      author: 'Example Vendor',
      at: Date.parse('2024-03-01T00:00:00Z'),
    })
  })

  it('takes the version of a product from its branches if its package URL has none', () => {
    const product = (id: string, purl: string) => ({
      product_id: id,
      name: id,
      product_identification_helper: { purl },
    })
    const version = (name: string, more: object) => ({ category: 'product_version', name, ...more })
    const branches = [
      version('1.2.0 | 3', { product: product('one', 'pkg:npm/left') }),
      version('v2', { product: product('two', 'pkg:npm/left@2.0.0') }),
      version('4.0.0', {
        branches: [{ category: 'architecture', name: 'x64', product: product('three', 'pkg:npm/left') }],
      }),
    ]
    const affected = { cve: 'CVE-2020-1', product_status: { known_affected: ['one', 'two', 'three'] } }
    const { document } = csafDocument
    expect(spelled({ document, product_tree: { branches }, vulnerabilities: [affected] })).toEqual([
      'CVE-2020-1 affected (: ) pkg:npm/left vers:generic/1.2.0%20%7C%203',
      'CVE-2020-1 affected (: ) pkg:npm/left@2.0.0',
      'CVE-2020-1 affected (: ) pkg:npm/left vers:generic/4.0.0',
    ])
  })

  it('takes the release of a distribution from the CPE of the product that contains a package', () => {
    const product = (id: string, helper: object) => ({
      product: { product_id: id, name: id, product_identification_helper: helper },
    })
    const platform = (id: string, cpe: string) => ({
      category: 'product_name',
      name: id,
      ...product(id, { cpe }),
    })
    const part = (name: string, purl: string) => ({
      category: 'product_version',
      name,
      ...product(name, { purl }),
    })
    const platforms = [
      platform('el8', 'cpe:/o:redhat:enterprise_linux:8'),
      platform('el9-apps', 'cpe:/a:redhat:enterprise_linux:9::appstream'),
      platform('eus', 'cpe:/a:redhat:rhel_eus:9.2::appstream'),
      platform('any', 'cpe:2.3:o:redhat:enterprise_linux:*:*:*:*:*:*:*:*'),
    ]
    const parts = [
      part('openssl', 'pkg:rpm/redhat/openssl?arch=src'),
      part('curl-0:7.61-1.el8.x86_64', 'pkg:rpm/redhat/curl@7.61-1.el8?arch=x86_64'),
      part('left', 'pkg:npm/left'),
    ]
    const relationships = platforms.flatMap(({ name: whole }) =>
      parts.map(({ name }) => ({
        category: 'default_component_of',
        full_product_name: { product_id: `${whole}:${name}`, name },
        product_reference: name,
        relates_to_product_reference: whole,
      })),
    )
    const ids = relationships.map((each) => each.full_product_name.product_id)
    const flags = [{ label: 'component_not_present', product_ids: ids }]
    const stated = { cve: 'CVE-2020-1', flags, product_status: { known_not_affected: ids } }
    const { document } = csafDocument
    const product_tree = { branches: [...platforms, ...parts], relationships }
    const reason = 'CVE-2020-1 not_affected (component_not_present: )'
    expect(spelled({ document, product_tree, vulnerabilities: [stated] })).toEqual([
      `${reason} pkg:rpm/redhat/openssl?arch=src&distro=8`,
      `${reason} pkg:rpm/redhat/curl@7.61-1.el8?arch=x86_64&distro=8`,
      `${reason} pkg:rpm/redhat/openssl?arch=src&distro=9`,
      `${reason} pkg:rpm/redhat/curl@7.61-1.el8?arch=x86_64&distro=9`,
    ])
  })

  it('is rejected in another profile, and an invalid version range is reported', () => {
    const document = { ...csafDocument.document, category: 'csaf_base' }
    expect(read({ ...csafDocument, document }).issues[0]?.message).toContain("category 'csaf_base'")
    const text = JSON.stringify(csafDocument).replace('vers:npm/>=2.0.0|<3.0.0', 'two or so')
    expect(read(JSON.parse(text)).issues.map(({ message }) => message)).toContain(
      "A statement on 'CVE-2020-2' has the unreadable version range 'two or so' and was left out.",
    )
  })

  it('is read without products of an unreadable version range', () => {
    const text = JSON.stringify(csafDocument).replace('vers:npm/>=2.0.0|<3.0.0', 'two or so')
    const product_ids = ['L1', 'L2']
    const flags = [{ label: 'component_not_present', product_ids }]
    const stated = { cve: 'CVE-2020-9', flags, product_status: { known_not_affected: product_ids } }
    const { document, issues } = read({ ...JSON.parse(text), vulnerabilities: [stated] })
    expect(document?.statements.map(spell)).toEqual([
      'CVE-2020-9 not_affected (component_not_present: ) pkg:npm/left@1.0.0',
    ])
    expect(issues).toMatchObject([{ code: 'vex-unusable', message: expect.stringContaining("'two or so'") }])
  })
})

test('reads CycloneDX with states, references and versions', () => {
  expect(spelled(cyclonedxDocument)).toEqual([
    'CVE-2020-1=GHSA-aaaa not_affected (code_not_reachable: Never called.) pkg:npm/app@1.0.0 > pkg:npm/left@1.0.0',
    'CVE-2020-1=GHSA-aaaa not_affected (code_not_reachable: Never called.) pkg:npm/app@1.0.0 > pkg:npm/right@2.0.0',
    'CVE-2020-2 affected (: ) pkg:npm/app@1.0.0 > pkg:npm/right vers:npm/<2.0.0',
    'CVE-2020-2 not_affected (: The version is unaffected.) pkg:npm/app@1.0.0 > pkg:npm/right vers:generic/2.0.0',
    'CVE-2020-4 under_investigation (: ) pkg:npm/app@1.0.0',
  ])
  expect(dayOf(read(cyclonedxDocument).document?.statements[0]?.at)).toBe('2024-05-01')
})

describe('unusable documents', () => {
  it('are rejected', () => {
    const [statement] = openvexDocument.statements
    const products = Array.from({ length: maxVexStatements + 1 }, (_, at) => ({ '@id': `pkg:npm/p${at}` }))
    const huge = { ...openvexDocument, statements: [{ ...statement, products }] }
    expect(read(huge)).toMatchObject({ document: null, issues: [{ code: 'vex-unreadable' }] })
    for (const odd of [null, 1, [], {}, { '@context': 'https://openvex.dev/nsx' }])
      expect(read(odd)).toMatchObject({ document: null, issues: [{ code: 'vex-unreadable' }] })
  })

  const runs = process.env['MODE'] === 'fuzz' ? 20_000 : 300
  const check = (bytes: Uint8Array) => {
    const { document, issues } = readVexDocument({ path: 'vex.json', bytes }, now)
    if (document === null) expect(issues.length).toBeGreaterThan(0)
    for (const { ids, product, at, detail } of document?.statements ?? []) {
      expect(ids.length > 0 && product.id !== '' && at <= now && detail.length <= 500).toBe(true)
      expect(/\0/.test(JSON.stringify([ids, product, detail]))).toBe(false)
    }
  }
  test.each([
    ['OpenVEX', openvexDocument],
    ['CSAF', csafDocument],
    ['CycloneDX', cyclonedxDocument],
  ])('never crash the reader: %s', { timeout: 3_600_000 }, (_format, document) => {
    fc.assert(fc.property(mutated(encode(document)), check), { numRuns: runs })
    fc.assert(fc.property(noise, check), { numRuns: Math.ceil(runs / 4) })
  })
})

describe('a signed envelope', () => {
  const base64 = (document: unknown) => Buffer.from(JSON.stringify(document)).toString('base64')
  const envelopeOf = (payload: unknown, payloadType: string) => ({
    payload: base64(payload),
    payloadType,
    signatures: [{ sig: 'AAAA' }],
  })
  const statementOf = (predicate: unknown) => ({
    _type: 'https://in-toto.io/Statement/v0.1',
    predicateType: 'https://openvex.dev/ns/v0.2.0',
    subject: [],
    predicate,
  })
  const inToto = 'application/vnd.in-toto+json'

  test.each<[string, unknown, string]>([
    ['OpenVEX', openvexDocument, 'text/json'],
    ['CSAF', csafDocument, 'application/csaf+json'],
    ['CycloneDX', cyclonedxDocument, 'application/vnd.cyclonedx+json'],
  ])('with %s is read like the document', (_, document, type) => {
    const expected = read(document)
    expect(expected.document?.statements.length).toBeGreaterThan(0)
    const statement = envelopeOf(statementOf(document), inToto)
    const ways = [
      envelopeOf(document, type),
      statement,
      { mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json', dsseEnvelope: statement },
      statementOf(document),
      envelopeOf(statementOf({ Data: JSON.stringify(document), Timestamp: '' }), inToto),
    ]
    expect(ways.map(read)).toEqual(ways.map(() => expected))
  })

  test.each<[string, unknown]>([
    ['something else', envelopeOf({ a: 1 }, inToto)],
    ['no payload', { ...envelopeOf(openvexDocument, inToto), payload: '*' }],
    ['a statement of something else', envelopeOf(statementOf({ a: 1 }), inToto)],
    ['a statement without predicate', envelopeOf({ _type: 'https://in-toto.io/Statement/v1' }, inToto)],
  ])('with %s is refused', (_, document) => {
    const { document: none, issues } = read(document)
    expect(none).toBeNull()
    expect(issues.map(({ code }) => code)).toEqual(['vex-unreadable'])
  })
})
