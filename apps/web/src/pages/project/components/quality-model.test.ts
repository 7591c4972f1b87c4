import { assessSbom } from '@assay/engine/quality/assess-sbom.ts'
import { expect, test } from 'vitest'
import { documentQuality } from '../../../messages/document-quality.ts'
import { listLacking } from './quality-model.ts'

const component = (name: string) => ({ name, version: '1', purl: `pkg:npm/${name}@1` })
const { profiles } = assessSbom({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { timestamp: '2026-11-29T08:00:00Z', authors: [{ name: 'Ada' }] },
  components: [...['a', 'b', 'c', 'd', 'e'].map(component), { ...component('f'), supplier: { name: 'F' } }],
})!

test('lists what is missing once, with the state in each list and the first components', () => {
  const rows = new Map(listLacking(profiles).map((row) => [row.id, row]))
  expect(rows.has('author')).toBe(false)
  expect(rows.get('supplier')).toMatchObject({ examples: ['a 1', 'b 1', 'c 1'], more: 2 })
  expect(rows.get('supplier')!.ofProfiles.map((rule) => rule?.met ?? null)).toEqual([1, null, null])
  expect(rows.get('hash')).toMatchObject({ examples: [], more: 0 })
  expect(rows.get('signature')).toMatchObject({ examples: [], more: 0 })
  expect(rows.get('dependencies')!.ofProfiles).not.toContain(null)
})

test('every element has its words', () => {
  const ids = new Set(profiles.flatMap(({ rules }) => rules.map(({ id }) => id)))
  expect(Object.keys(documentQuality.elements).toSorted()).toEqual([...ids].toSorted())
})
