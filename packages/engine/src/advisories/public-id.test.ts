import { expect, test } from 'vitest'
import { advisoryPage, displayId, publicIdOf } from './public-id.ts'

test.for<[string[], string | null]>([
  [['PYSEC-2020-1', 'GHSA-aaaa-bbbb-cccc', 'CVE-2020-0001'], 'CVE-2020-0001'],
  [['PYSEC-2020-1', 'GHSA-aaaa-bbbb-cccc', 'SNYK-1'], 'GHSA-aaaa-bbbb-cccc'],
  [['DSA-1-1', 'RUSTSEC-2020-0001'], 'RUSTSEC-2020-0001'],
  [['SNYK-1', 'MAL-2020-1'], 'MAL-2020-1'],
  [['b', 'a'], 'a'],
  [[], null],
])('%j is known as %s', ([ids, expected]) => {
  expect(publicIdOf(ids)).toBe(expected)
  expect(publicIdOf(ids.toReversed())).toBe(expected)
})

test('without a known id, the short form of the uuid is shown', () => {
  const advisoryUuid = '1f0a2b3c-7d7e-4a87-9a0f-0c8f5ad2f9c1'
  expect(displayId({ cve: null, advisoryUuid })).toBe('MET-1f0a2b3c')
  expect(displayId({ cve: null, publicId: 'GO-2020-0001', advisoryUuid })).toBe('GO-2020-0001')
  expect(displayId({ cve: 'CVE-2020-0001', publicId: 'GO-2020-0001', advisoryUuid })).toBe('CVE-2020-0001')
})

test.for<[string, string[], string | null]>([
  ['CVE-2020-0001', ['https://example.com'], 'https://nvd.nist.gov/vuln/detail/CVE-2020-0001'],
  ['RUSTSEC-2020-0001', [], 'https://rustsec.org/advisories/RUSTSEC-2020-0001.html'],
  ['RHSA-2024:1', [], 'https://access.redhat.com/errata/RHSA-2024:1'],
  ['MAL-2020-1', [], 'https://osv.dev/vulnerability/MAL-2020-1'],
  ['MAL-"><x', ['https://example.com'], 'https://example.com'],
  ['other-1', ['CVE-2020-0001', 'https://example.com'], 'https://example.com'],
  ['other-1', [], null],
])('the page of %s with the links %j is %s', ([id, links, expected]) => {
  expect(
    advisoryPage(
      id,
      links.map((url) => ({ url })),
    ),
  ).toBe(expected)
})
