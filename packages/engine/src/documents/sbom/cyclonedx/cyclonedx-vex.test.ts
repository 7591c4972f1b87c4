import { describe, expect, it } from 'vitest'
import { cyclonedxJson } from './cyclonedx-json.ts'

type Json = Record<string, unknown>

const serialNumber = 'urn:uuid:3E671687-395b-41f5-a30f-a58921a69b79'
const components = ['a', 'b', 'a'].map((name, index) => ({
  type: 'library',
  name,
  'bom-ref': `ref ${index}`,
  purl: `pkg:npm/${name}@1${index === 2 ? '?arch=x' : ''}`,
}))

function read(vulnerabilities: unknown) {
  const metadata = { component: { type: 'application', name: 'root', 'bom-ref': 'root' } }
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber,
    metadata,
    components,
    vulnerabilities,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(bom))
  const { inventory } = cyclonedxJson.read({ path: 'bom.json', bytes })
  if (!inventory) throw new Error('not read')
  return inventory
}

const about = (more: Json) => ({ id: 'CVE-2020-1', analysis: { state: 'not_affected' }, ...more })
const affects = (...refs: string[]) => ({ affects: refs.map((ref) => ({ ref })) })

it('reads ids, state, justification and detail', () => {
  const vulnerability = {
    id: 'CVE-2020-1',
    references: [{ id: 'GHSA-x' }, { id: 'CVE-2020-1' }, {}],
    analysis: { state: 'false_positive', justification: 'requires_configuration', detail: 'It is off.' },
    ...affects('ref 1'),
  }
  expect(read([vulnerability]).vex).toEqual([
    {
      ids: ['CVE-2020-1', 'GHSA-x'],
      status: 'not_affected',
      justification: 'requires_configuration',
      detail: 'It is off.',
      components: [1],
    },
  ])
})

it.each([
  ['resolved', 'fixed'],
  ['resolved_with_pedigree', 'fixed'],
  ['exploitable', 'affected'],
  ['in_triage', 'under_investigation'],
  ['false_positive', 'not_affected'],
  ['not_affected', 'not_affected'],
])('maps the state %s to %s', (state, status) => {
  expect(read([about({ analysis: { state } })]).vex).toMatchObject([
    { status, justification: null, detail: '' },
  ])
})

it('omits vulnerabilities without an analysis', () => {
  expect(read([{ id: 'CVE-2020-1' }, about({ analysis: { detail: 'x' } })])).not.toHaveProperty('vex')
})

describe('affects', () => {
  const link = (ref: string, uuid = '3e671687-395b-41f5-a30f-a58921a69b79') => `urn:cdx:${uuid}/1${ref}`

  it.each([
    ['the components by bom-ref', affects('ref 0', 'ref 1', 'ref 0'), [0, 1]],
    ['a component by BOM-Link', affects(link('#ref%201')), [1]],
    ['every component by package URL', affects('pkg:npm/a@1'), [0]],
    ['the known ones of several', affects('gone', 'ref 2'), [2]],
    ['all, when it names nothing', {}, []],
    ['all, by the root', affects('ref 0', 'root'), []],
    ['all, by a BOM-Link to the document', affects(link('')), []],
  ])('resolves %s', (_, more, expected) => {
    expect(read([about(more)]).vex).toMatchObject([{ components: expected }])
  })

  it.each([
    ['an unknown reference', affects('gone', '')],
    ['a component of another document', affects(link('#ref%201', '00000000-395b-41f5-a30f-a58921a69b79'))],
    ['invalid encoding', affects(link('#%'))],
  ])('reports references that resolve to nothing: %s', (_, more) => {
    const { vex, issues } = read([about(more)])
    expect(vex).toBeUndefined()
    expect(issues).toMatchObject([{ code: 'vex-ref-unknown', where: 'bom.json#/vulnerabilities/0' }])
  })
})

it('names the references of a statement that are unknown, and applies it to the others', () => {
  const { vex, issues } = read([about(affects('gone', 'ref 2', 'lost'))])
  expect(vex).toMatchObject([{ components: [2] }])
  expect(issues).toMatchObject([
    { code: 'vex-ref-unknown', message: expect.stringContaining("'gone', 'lost'") },
  ])
  expect(read([about(affects('ref 0', 'root', 'gone'))]).issues).toEqual([])
})

it('reports invalid entries', () => {
  const { vex, issues } = read([about({ id: '' }), about({ analysis: { state: 'constructor' } }), 7])
  expect(vex).toBeUndefined()
  expect(issues.map(({ code }) => code)).toEqual(['vex-unusable', 'vex-unusable'])
  expect(read({}).issues).toMatchObject([{ code: 'vulnerabilities-invalid' }])
})
