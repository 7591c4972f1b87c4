import { expect, it } from 'vitest'
import { readDocuments } from './read.ts'

const serial = '3e671687-395b-41f5-a30f-a58921a69b79'
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const bom = (more: object) => ({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...more })
const library = (name: string, ref: string) => ({
  type: 'library',
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  'bom-ref': ref,
})
const sbom = (ref: string, more: object = {}) =>
  bom({
    serialNumber: `urn:uuid:${serial}`,
    metadata: { component: { type: 'application', name: 'app', 'bom-ref': 'root' } },
    components: [library('left', 'l'), library('right', ref)],
    ...more,
  })
const vex = (...refs: string[]) =>
  bom({
    vulnerabilities: [
      { id: 'CVE-2020-1', analysis: { state: 'not_affected' }, affects: refs.map((ref) => ({ ref })) },
    ],
  })

const read = (...documents: object[]) =>
  readDocuments(documents.map((document, index) => ({ path: `${index}.cdx.json`, bytes: encode(document) })))

it.each<[string, string[], number[]]>([
  ['a BOM-Link', [`urn:cdx:${serial}/1#r`], [1]],
  ['a BOM-Link to the root', [`urn:cdx:${serial}/1#root`], []],
  ['a BOM-Link to the document', [`urn:cdx:${serial}/1`], []],
  ['a reference', ['r'], [1]],
  ['the reference of the root', ['root'], []],
  ['a package URL', ['pkg:npm/left@1.0.0'], [0]],
  ['some of several', ['gone', 'r'], [1]],
])('a statement of another document of the scan applies by %s', (_title, refs, components) => {
  for (const documents of [
    [sbom('r'), vex(...refs)],
    [vex(...refs), sbom('r')],
  ]) {
    const { inventory } = read(...documents)
    expect(inventory.vex).toMatchObject([{ ids: ['CVE-2020-1'], components }])
    expect(inventory.issues).toEqual([])
  }
})

it.each<[string, string]>([
  ['another document', 'urn:cdx:00000000-395b-41f5-a30f-a58921a69b79/1#r'],
  ['another version', `urn:cdx:${serial}/2#r`],
  ['an unknown reference', 'gone'],
])('one on %s is reported', (_title, ref) => {
  const { inventory } = read(sbom('r'), vex(ref))
  expect(inventory.vex).toBeUndefined()
  expect(inventory.issues).toMatchObject([
    { code: 'vex-ref-unknown', where: '1.cdx.json#/vulnerabilities/0' },
  ])
})

it('a reference that two documents define differently names nothing, and a BOM-Link one of them', () => {
  const other = sbom('x', {
    serialNumber: `urn:uuid:${serial.replace('3', '4')}`,
    components: [library('up', 'r')],
  })
  expect(read(sbom('r'), other, vex('r')).inventory.vex).toBeUndefined()
  const { inventory } = read(sbom('r'), other, vex(`urn:cdx:${serial.replace('3', '4')}/1#r`))
  expect(inventory.components[inventory.vex![0]!.components[0]!]?.name).toBe('up')
})
