import { expect, test } from 'vitest'
import { readDocument } from '../documents/read.ts'
import { writeCyclonedx } from './cyclonedx-report.ts'
import { advisoryUuid, exampleReport } from './testing/example.ts'

const write = (...input: Parameters<typeof exampleReport>) =>
  JSON.parse(JSON.stringify(writeCyclonedx(exampleReport(...input))))
const bom = write()

test('references are unique and resolve', () => {
  const refs = ['project', ...bom.components.map((each: { 'bom-ref': string }) => each['bom-ref'])]
  expect(new Set(refs).size).toBe(refs.length)
  for (const { ref, dependsOn } of bom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(refs).toContain(each)
  for (const { affects } of bom.vulnerabilities) {
    expect(affects).not.toEqual([])
    for (const { ref } of affects) expect(refs).toContain(ref)
  }
})

test('enum values are those of the schema', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  const severities = ['critical', 'high', 'medium', 'low', 'info', 'none', 'unknown']
  const methods = ['CVSSv2', 'CVSSv3', 'CVSSv31', 'CVSSv4', undefined]
  for (const { ratings } of bom.vulnerabilities) {
    expect(severities).toContain(ratings[0].severity)
    expect(methods).toContain(ratings[0].method)
  }
})

test('a vulnerability has ids, ratings, texts and every affected version', () => {
  expect(bom.vulnerabilities[1]).toEqual({
    id: 'CVE-2020-1000',
    source: { name: 'NVD', url: 'https://nvd.nist.gov/vuln/detail/CVE-2020-1000' },
    references: [
      {
        id: 'GHSA-aaaa-bbbb-cccc',
        source: { name: 'GitHub', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc' },
      },
    ],
    ratings: [
      {
        score: 7.5,
        severity: 'high',
        method: 'CVSSv31',
        vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
      },
    ],
    cwes: [400],
    description: 'Too slow | <b>',
    detail: 'Too slow | <b>\n\nA long input takes ages.',
    recommendation:
      'Upgrade child 0.20.0 to 0.22.0 (major, unconfirmed). Upgrade child 0.21.1 to 0.22.0 (major, unconfirmed).',
    advisories: [{ url: 'https://example.org/fix' }],
    properties: [{ name: 'assay:advisory', value: advisoryUuid('GHSA-aaaa-bbbb-cccc') }],
    affects: [{ ref: 'pkg:npm/child@0.20.0' }, { ref: 'pkg:npm/child@0.21.1' }],
  })
})

test('hashes, references and copyright of an SBOM survive, and hashes of lockfiles become hex', () => {
  const [md5, sha1] = ['d41d8cd98f00b204e9800998ecf8427e', 'da39a3ee5e6b4b0d3255bfef95601890afd80709']
  const [component] = exampleReport().components
  const referring = {
    ...component!,
    hashes: [
      { algorithm: 'SHA-1', value: sha1 },
      { algorithm: 'md5', value: md5.toUpperCase() },
      { algorithm: 'sha256', value: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
      { algorithm: 'BLAKE2b-256', value: 'ab'.repeat(32) },
      { algorithm: 'h1', value: 'x' },
      { algorithm: 'SHA-512', value: 'too short' },
    ],
    references: [{ type: 'vcs', url: 'https://example.org/child.git' }],
    copyright: '(c) Jane',
  }
  const written = writeCyclonedx({ ...exampleReport(), components: [referring] })
  const { components, ...rest } = JSON.parse(JSON.stringify(written))
  expect(components).toMatchObject([
    {
      hashes: [
        { alg: 'SHA-1', content: sha1 },
        { alg: 'MD5', content: md5 },
        { alg: 'SHA-256', content: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
        { alg: 'BLAKE2b-256', content: 'ab'.repeat(32) },
      ],
      externalReferences: [{ type: 'vcs', url: 'https://example.org/child.git' }],
      copyright: '(c) Jane',
    },
  ])
  const bytes = new TextEncoder().encode(JSON.stringify({ ...rest, components }))
  const { inventory } = readDocument({ path: 'bom.json', bytes })
  expect(inventory?.issues.filter(({ code }) => code.includes('hash'))).toEqual([])
  expect(inventory?.components[0]).toMatchObject({ hashes: { length: 4 }, references: { length: 1 } })
})

test('a VEX statement becomes an analysis of the components it applies to', () => {
  const { vulnerabilities } = write([
    {
      ids: ['CVE-2020-1000'],
      status: 'not_affected',
      detail: 'Never called',
      components: [1],
      justification: 'vulnerable_code_not_in_execute_path',
    },
  ])
  expect(
    vulnerabilities
      .filter(({ id }: { id: string }) => id === 'CVE-2020-1000')
      .map(({ affects, analysis }: { affects: object[]; analysis: object }) => ({ affects, analysis })),
  ).toEqual([
    { affects: [{ ref: 'pkg:npm/child@0.20.0' }] },
    {
      affects: [{ ref: 'pkg:npm/child@0.21.1' }],
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Never called' },
    },
  ])
})

test('can be read back as the scanned inventory', () => {
  const bytes = new TextEncoder().encode(JSON.stringify(bom))
  const { inventory } = readDocument({ path: 'bom.json', bytes })
  expect(inventory?.issues).toEqual([])
  expect(inventory?.components.map(({ purl, requiredBy }) => [purl, requiredBy])).toEqual([
    ['pkg:npm/parent@1.0.0', []],
    ['pkg:npm/child@0.21.1', [0, 2]],
    ['pkg:npm/%40evil/x@3.0.0', []],
    ['pkg:npm/child@0.20.0', []],
  ])
})

test('whether sources use a component is a property', () => {
  const report = exampleReport()
  const [first, ...more] = report.components
  const { components } = JSON.parse(
    JSON.stringify(writeCyclonedx({ ...report, components: [{ ...first!, usage: 'not-seen' }, ...more] })),
  )
  expect(components[0].properties).toEqual([{ name: 'assay:usage', value: 'not-seen' }])
  expect(components[1].properties).toBeUndefined()
})
