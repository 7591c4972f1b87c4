import { expect, it } from 'vitest'
import type { PublishedStatement, PublishedVex } from './published-vex.ts'
import { readVexDocument } from './read-vex.ts'
import { writeCsaf } from './write-csaf.ts'

const lodash = { name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' }
const statement = (more: Partial<PublishedStatement>): PublishedStatement => ({
  ids: ['CVE-2019-10744', 'GHSA-jf85-cpcp-j695'],
  status: 'affected',
  justification: null,
  detail: '',
  at: 0,
  components: [lodash],
  severity: 'critical',
  cvss: 9.1,
  description: 'Prototype pollution',
  recommendation: 'Upgrade lodash; fixed in 4.17.12.',
  ...more,
})
const vexOf = (...statements: PublishedStatement[]): PublishedVex => ({
  id: 'x',
  at: 0,
  author: 'Example',
  tool: { name: 'Assay', version: '1' },
  product: { id: 'https://example.org/app', name: 'App', version: '1.0' },
  statements,
})
const described = {
  id: 'd9c9b1f5-0e0c-4a39-9fd8-7bb3f36e1c1d',
  namespace: 'https://example.org',
  revisions: [Date.UTC(2026, 0, 2), Date.UTC(2026, 1, 2)],
}

it('a vulnerability is listed once, with what the profile requires of each status', () => {
  const other = { name: 'lodash.merge', version: '4.6.1', purl: 'pkg:npm/lodash.merge@4.6.1' }
  const { vulnerabilities, document } = writeCsaf(
    vexOf(
      statement({}),
      statement({
        status: 'not_affected',
        justification: 'vulnerable_code_not_present',
        components: [other],
        detail: 'Patched by us.',
      }),
      statement({ ids: ['MAL-2024-1'], status: 'under_investigation', description: '' }),
      statement({
        ids: ['CVE-2020-1'],
        status: 'not_affected',
        justification: 'mitigated',
        description: 'x',
      }),
    ),
    described,
  )
  expect(document.tracking).toMatchObject({
    version: '2',
    initial_release_date: '2026-01-02T00:00:00.000Z',
    current_release_date: '2026-02-02T00:00:00.000Z',
    revision_history: [{ number: '1' }, { number: '2' }],
  })
  expect(vulnerabilities).toEqual([
    {
      cve: 'CVE-2019-10744',
      ids: [{ system_name: 'GHSA', text: 'GHSA-jf85-cpcp-j695' }],
      notes: [{ category: 'description', text: 'Prototype pollution' }],
      product_status: {
        known_affected: ['product:component-1'],
        known_not_affected: ['product:component-2'],
      },
      flags: [{ label: 'vulnerable_code_not_present', product_ids: ['product:component-2'] }],
      threats: [{ category: 'impact', details: 'Patched by us.', product_ids: ['product:component-2'] }],
      remediations: [
        {
          category: 'vendor_fix',
          details: 'Upgrade lodash; fixed in 4.17.12.',
          product_ids: ['product:component-1'],
        },
      ],
    },
    {
      ids: [{ system_name: 'MAL', text: 'MAL-2024-1' }],
      notes: [{ category: 'description', text: 'No description of MAL-2024-1.' }],
      product_status: { under_investigation: ['product:component-1'] },
    },
    {
      ids: [{ system_name: 'CVE', text: 'CVE-2020-1' }],
      notes: [{ category: 'description', text: 'x' }],
      product_status: { known_not_affected: ['product:component-1'] },
      threats: [{ category: 'impact', details: 'mitigated', product_ids: ['product:component-1'] }],
    },
  ])
})

it('is read again as the same statements about the same packages', () => {
  const written = writeCsaf(
    vexOf(statement({ status: 'not_affected', justification: 'vulnerable_code_not_present' })),
    described,
  )
  const bytes = new TextEncoder().encode(JSON.stringify(written))
  const { document, issues } = readVexDocument({ path: 'csaf.json', bytes }, Date.UTC(2026, 2, 1))
  expect(issues).toEqual([])
  expect(document).toMatchObject({ format: 'csaf', author: 'Example' })
  expect(document!.statements).toMatchObject([
    { status: 'not_affected', justification: 'vulnerable_code_not_present' },
  ])
  expect(JSON.stringify(document)).toContain('pkg:npm/lodash@4.17.4')
})
