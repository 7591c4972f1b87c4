import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'

const server = testServer()

const cve = 'CVE-2019-10744'
const paramsOf = ({ accountUuid }: TestMember) => ({ params: { accountUuid } })

interface Sbom {
  serial?: string
  version?: number
  /** The bom-ref of lodash. */
  ref?: string
  root?: object
}

const sbom = ({ serial = randomUUID(), version = 1, ref = 'component-17', root = {} }: Sbom = {}) =>
  filePart(
    jsonBytes({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${serial}`,
      version,
      metadata: {
        component: { type: 'application', name: 'shop', version: '1', 'bom-ref': 'root', ...root },
      },
      components: [
        {
          type: 'library',
          name: 'left-pad',
          version: '1.3.0',
          purl: 'pkg:npm/left-pad@1.3.0',
          'bom-ref': 'c1',
        },
        {
          type: 'library',
          name: 'lodash',
          version: '4.17.4',
          purl: 'pkg:npm/lodash@4.17.4',
          cpe: 'cpe:2.3:a:lodash:lodash:4.17.4:*:*:*:*:node.js:*:*',
          'bom-ref': ref,
        },
      ],
    }),
  )

const vex = (ref: string, more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  vulnerabilities: [
    {
      id: cve,
      affects: [{ ref }],
      analysis: { state: 'not_affected', justification: 'code_not_reachable' },
    },
  ],
  ...more,
})

const csaf = (product: object) => ({
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    publisher: { category: 'vendor', name: 'Example', namespace: 'https://example.org' },
    title: 'Example',
    tracking: { id: 'EX-1', status: 'final', version: '1', current_release_date: '2024-03-01T00:00:00Z' },
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'Example',
        branches: [{ category: 'product_name', name: 'Shop', branches: [product] }],
      },
    ],
  },
  vulnerabilities: [
    {
      cve,
      product_status: { known_not_affected: ['P'] },
      flags: [{ label: 'vulnerable_code_not_in_execute_path', product_ids: ['P'] }],
    },
  ],
})

async function scan({ api }: TestMember, file = sbom(), name = 'shop') {
  const build = await api.uploads.intoNew({
    body: { file, url: `https://example.org/${name}`, branch: 'main' },
  })
  return build.uuid
}

const add = ({ api, accountUuid }: TestMember, document: object, projectUuid?: string) =>
  api.vex.add({
    params: { accountUuid },
    body: { file: vexPart(document), ...(projectUuid && { projectUuid }) },
  })

const reasonOf = async ({ api }: TestMember, projectUuid: string) =>
  (await api.scans.findings({ params: { projectUuid } })).find((finding) => finding.cve === cve)?.exclusion
    ?.reason

const expectExcluded = (member: TestMember, projectUuid: string) =>
  expect.poll(() => reasonOf(member, projectUuid), { timeout: 60_000 }).toBe('VEX: not affected')

const serial = '3e671687-395b-41f5-a30f-a58921a69b79'
const link = (ref: string, version = 1) => `urn:cdx:${serial}/${version}${ref}`

describe('a statement applies by', () => {
  it.each<[string, object]>([
    ['the BOM-Link of a component', vex(link('#component-17'))],
    ['the BOM-Link of the product', vex(link('#root'))],
    ['the BOM-Link of the document', vex(link(''))],
    [
      'a BOM-Link in another case',
      vex(
        link('#component%2D17').toUpperCase().replace('URN:CDX', 'urn:cdx').replace('COMPONENT', 'component'),
      ),
    ],
    ['a reference within the last document', vex('component-17')],
    ['the reference of its root', vex('root')],
    [
      'a reference, although the document describes another product',
      vex(link('#component-17'), { metadata: { component: { type: 'application', name: 'vex' } } }),
    ],
    [
      'a reference with versions',
      {
        ...vex(''),
        vulnerabilities: [
          {
            id: cve,
            analysis: { state: 'not_affected' },
            affects: [{ ref: link('#component-17'), versions: [{ range: 'vers:npm/<4.17.5' }] }],
          },
        ],
      },
    ],
    [
      'the name and version of the product, in CycloneDX',
      vex('p', {
        metadata: { component: { type: 'application', name: 'Shop', version: '1', 'bom-ref': 'p' } },
      }),
    ],
    ['the name of the product, in OpenVEX', openvex({ products: ['shop'] })],
    [
      'the name of the product and a part of it',
      openvex({ products: [{ '@id': 'shop', subcomponents: [{ '@id': 'pkg:npm/lodash' }] }] }),
    ],
    [
      'a CPE, in OpenVEX',
      openvex({
        products: [{ '@id': 'urn:x', identifiers: { cpe23: 'cpe:2.3:a:lodash:lodash:*:*:*:*:*:*:*:*' } }],
      }),
    ],
    ['a BOM-Link, in OpenVEX', openvex({ products: [link('#component-17')] })],
    [
      'the name of the product, in CSAF',
      csaf({ category: 'product_version', name: '1', product: { product_id: 'P', name: 'Example Shop 1' } }),
    ],
    [
      'a CPE, in CSAF',
      csaf({
        category: 'product_version',
        name: '4.17.4',
        product: {
          product_id: 'P',
          name: 'lodash',
          product_identification_helper: { cpe: 'cpe:2.3:a:lodash:lodash:4.17.4:*:*:*:*:*:*:*' },
        },
      }),
    ],
  ])('%s', async (_title, document) => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, sbom({ serial }))
    const added = await add(member, document, projectUuid)
    expect(added).toMatchObject({ issues: [], unmatchedCount: 0 })
    await expectExcluded(member, projectUuid)
  })
})

describe('a BOM-Link', () => {
  it('keeps applying to later documents with other references, also from an older one and for all projects', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, sbom({ serial }))
    await scan(member, sbom({ serial, version: 2, ref: 'other' }))
    expect(await add(member, vex(link('#component-17')))).toMatchObject({ issues: [], unmatchedCount: 0 })
    await expectExcluded(member, projectUuid)
    await scan(member, sbom({ ref: 'new' }))
    expect(await reasonOf(member, projectUuid)).toBe('VEX: not affected')
    const other = await scan(member, sbom(), 'other')
    expect(await reasonOf(member, other)).toBeUndefined()
  })

  it('to a document that is uploaded later is named, and applies then', async () => {
    const member = await server.newAccount()
    const { uuid, issues } = await add(member, vex(link('#component-17')))
    expect(issues).toMatchObject([
      {
        code: 'vex-unmatched',
        message: `A statement applies to nothing yet: ${cve}: the document ${link('')} was not uploaded, or has no component with the reference 'component-17'.`,
      },
    ])
    const unmatched = async () =>
      (await member.api.vex.list(paramsOf(member))).map(({ unmatchedCount }) => unmatchedCount)
    expect(await unmatched()).toEqual([1])
    const statements = () =>
      member.api.vex.statements({ params: { ...paramsOf(member).params, vexUuid: uuid } })
    expect(await statements()).toMatchObject([{ unmatched: expect.stringContaining('was not uploaded') }])
    const projectUuid = await scan(member, sbom({ serial }))
    expect(await reasonOf(member, projectUuid)).toBe('VEX: not affected')
    expect(await unmatched()).toEqual([0])
    expect(await statements()).toMatchObject([{ unmatched: null }])
  })

  it('does not apply to another version of the document, and not in another account', async () => {
    const [member, other] = [await server.newAccount(), await server.newAccount()]
    await scan(other, sbom({ serial, version: 2 }))
    const projectUuid = await scan(member, sbom({ serial, version: 1 }))
    expect(await add(member, vex(link('#component-17', 2)))).toMatchObject({ unmatchedCount: 1 })
    await scan(member, sbom({ serial, version: 1, ref: 'x' }))
    expect(await reasonOf(member, projectUuid)).toBeUndefined()
  })
})

describe('statements that apply to nothing are named', () => {
  it.each<[string, object, string]>([
    [
      'a reference',
      vex('gone'),
      "the last SBOMs of the project have no component with the reference 'gone'.",
    ],
    ['a package', openvex({ products: ['pkg:npm/none@1'] }), 'the project does not contain pkg:npm/none@1.'],
    [
      'a version',
      openvex({ products: ['pkg:npm/lodash@1.0.0'] }),
      'the project does not contain pkg:npm/lodash@1.0.0.',
    ],
    ['a product', openvex({ products: ['Store'] }), "the project is not known as 'Store'."],
    ['a vulnerability', openvex({ vulnerability: 'CVE-2999-1' }), 'no advisory of this id is known.'],
    [
      'a part',
      openvex({ products: [{ '@id': 'shop', subcomponents: [{ '@id': 'pkg:npm/none' }] }] }),
      'the project does not contain pkg:npm/none.',
    ],
  ])('%s', async (_title, document, why) => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, sbom({ serial }))
    const { issues, unmatchedCount } = await add(member, document, projectUuid)
    expect(unmatchedCount).toBe(1)
    expect(issues.map(({ message }) => message).join()).toContain(`: ${why}`)
  })

  it('for all projects, a name alone is not enough to apply', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, sbom({ serial }))
    await add(member, openvex({ products: ['shop'] }))
    await scan(member, sbom())
    expect(await reasonOf(member, projectUuid)).toBeUndefined()
  })
})
