import { describe, expect, it } from 'vitest'
import { vexJustifications, vexStatuses } from '../vocabulary.ts'
import type { PublishedStatement, PublishedVex } from './published-vex.ts'
import { cyclonedxLabelOf, vexLabelOf } from './published-vex.ts'
import { readVexDocument } from './read-vex.ts'
import type { ProductStatement } from './vex-document.ts'
import { writeCyclonedxVex } from './write-cyclonedx-vex.ts'
import { writeOpenvex } from './write-openvex.ts'

const at = Date.parse('2024-01-01T00:00:00Z')
const cyclonedxLabels = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
]
const justifications = [...vexJustifications, ...cyclonedxLabels, 'because', null]

const statement = (more: Partial<PublishedStatement>): PublishedStatement => ({
  ids: ['CVE-2020-1', 'GHSA-aaaa'],
  status: 'not_affected',
  justification: null,
  detail: '',
  at,
  components: [
    { name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' },
    { name: 'right', version: '1.0.0', purl: 'pkg:npm/right@1.0.0' },
  ],
  severity: 'high',
  cvss: 7.5,
  description: 'Something',
  recommendation: '',
  ...more,
})

const vex = (statements: PublishedStatement[]): PublishedVex => ({
  id: '3e671687-395b-41f5-a30f-a58921a69b79',
  at,
  author: 'Example',
  tool: { name: 'Assay', version: '1.0.0' },
  product: { id: 'https://example.org/app', name: 'app', version: 'main' },
  statements,
})

const every = vexStatuses.flatMap((status) =>
  justifications.flatMap((justification) =>
    ['', 'Words.'].map((detail, index) =>
      statement({ status, justification, detail, ids: [`CVE-${status}-${index}`] }),
    ),
  ),
)

const readBack = (document: unknown): ProductStatement[] => {
  const bytes = new TextEncoder().encode(JSON.stringify(document))
  const { document: read, issues } = readVexDocument({ path: 'vex.json', bytes }, at)
  expect(issues).toEqual([])
  return read!.statements
}

/** Split into one statement per component, as stored. */
const published = (read: ProductStatement[]) =>
  read.map(({ product: _product, subcomponent, ...assessment }) => {
    const [, name = '', version = ''] = /^pkg:npm\/(.+)@(.+)$/.exec(subcomponent!.id) ?? []
    return statement({ ...assessment, components: [{ name, version, purl: subcomponent!.id }] })
  })

describe.each([
  ['OpenVEX', writeOpenvex],
  ['CycloneDX', writeCyclonedxVex],
])('%s', (format, write) => {
  it('contains every statement, for the product and each component', () => {
    const read = readBack(write(vex(every)))
    expect(read.map(({ ids, status, subcomponent }) => [ids, status, subcomponent?.id])).toEqual(
      every.flatMap(({ ids, status, components }) => components.map(({ purl }) => [ids, status, purl])),
    )
    expect(new Set(read.map(({ product }) => product.id))).toEqual(new Set(['https://example.org/app']))
    expect(new Set(read.map((each) => each.at))).toEqual(new Set([at]))
  })

  it('is unchanged when it is read and published again', () => {
    const once = readBack(write(vex(every)))
    expect(readBack(write(vex(published(once))))).toEqual(once)
  })

  it('keeps justifications and details that the format supports', () => {
    const [read] = readBack(
      write(vex([statement({ justification: 'requires_configuration', detail: 'Words.' })])),
    )
    const expected =
      format === 'OpenVEX' ? 'vulnerable_code_cannot_be_controlled_by_adversary' : 'requires_configuration'
    expect(read).toMatchObject({
      justification: expected,
      detail: 'Words.',
      ids: ['CVE-2020-1', 'GHSA-aaaa'],
    })
  })
})

it('OpenVEX has the members that each status requires', () => {
  for (const each of writeOpenvex(vex(every)).statements as Record<string, unknown>[]) {
    const { status, justification, impact_statement: impact, action_statement: action } = each
    if (status === 'not_affected') expect(Boolean(justification || impact)).toBe(true)
    else expect([justification, impact]).toEqual([undefined, undefined])
    if (status === 'affected') expect(action).toBeTruthy()
    if (justification !== undefined) expect(vexJustifications).toContain(justification)
  }
})

it('CycloneDX has only references that resolve and its own labels', () => {
  const bom = writeCyclonedxVex(vex(every))
  const refs = bom.components.map((each) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { affects, analysis } of bom.vulnerabilities) {
    for (const { ref } of affects) expect(refs).toContain(ref)
    if ('justification' in analysis) expect(cyclonedxLabels).toContain(analysis.justification)
  }
})

it('maps every label of each vocabulary to one of the other', () => {
  expect(cyclonedxLabels.map(vexLabelOf)).not.toContain(null)
  expect(vexJustifications.map(cyclonedxLabelOf)).not.toContain(null)
  expect([vexLabelOf('constructor'), cyclonedxLabelOf('constructor')]).toEqual([null, null])
})
