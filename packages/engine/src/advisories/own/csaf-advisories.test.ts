import { expect, test } from 'vitest'
import { readCsafAdvisories } from './csaf-advisories.ts'

const cvss = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'

const product = (id: string, helper: object) => ({
  name: id,
  product_id: id,
  product_identification_helper: helper,
})

const range = (name: string, of: object) => ({ category: 'product_version_range', name, product: of })

function documentOf(csaf: '2.0' | '2.1') {
  const purl = (text: string) => (csaf === '2.0' ? { purl: text } : { purls: [text] })
  const score = { version: '3.1', vectorString: cvss }
  return {
    document: {
      csaf_version: csaf,
      category: 'csaf_security_advisory',
      title: 'Acme authentication',
      references: [{ category: 'self', summary: 'this', url: 'https://acme.example/csaf.json' }],
      tracking: {
        id: 'ACME SA 1',
        initial_release_date: '2026-01-02T00:00:00Z',
        current_release_date: '2026-01-03T00:00:00Z',
      },
    },
    product_tree: {
      branches: [
        {
          category: 'vendor',
          name: 'Acme',
          branches: [
            range('vers:npm/>=1.0.0|<1.2.0|>=2.0.0', product('RANGE', purl('pkg:npm/%40acme/auth'))),
            {
              category: 'product_version',
              name: '2.3.0',
              product: product('FIXED', purl('pkg:npm/%40acme/auth@2.3.0')),
            },
            {
              category: 'product_version',
              name: '5',
              product: product('SINGLE', purl('pkg:pypi/acme@5')),
            },
          ],
        },
      ],
      full_product_names: [product('NAMELESS', { cpe: 'cpe:2.3:a:acme:box:1:*:*:*:*:*:*:*' })],
    },
    vulnerabilities: [
      {
        cve: 'CVE-2026-0001',
        title: 'Tokens are logged',
        ids: [{ system_name: 'Acme', text: 'ACME-77' }],
        ...(csaf === '2.0' ? { cwe: { id: 'CWE-532' } } : { cwes: [{ id: 'CWE-532' }] }),
        notes: [{ category: 'description', text: 'Whoever reads the log can log in.' }],
        ...(csaf === '2.0'
          ? { scores: [{ cvss_v3: score, products: ['RANGE'] }] }
          : { metrics: [{ content: { cvss_v3: score } }] }),
        product_status: { known_affected: ['RANGE', 'SINGLE', 'NAMELESS'], fixed: ['FIXED'] },
      },
    ],
  }
}

test.each(['2.0', '2.1'] as const)('CSAF %s is read with its packages, ranges and fixes', (version) => {
  const { advisories, published, issues } = readCsafAdvisories(documentOf(version), 'advisory.json')
  expect(advisories).toEqual([
    {
      id: 'ACME-SA-1',
      summary: 'Tokens are logged',
      details: 'Whoever reads the log can log in.',
      severity: null,
      cvss,
      aliases: ['CVE-2026-0001', 'ACME-77'],
      cwes: ['CWE-532'],
      references: [{ type: 'ADVISORY', url: 'https://acme.example/csaf.json' }],
      affected: [
        {
          ecosystem: 'npm',
          package: '@acme/auth',
          release: '',
          ranges: [
            { introduced: '1.0.0', fixed: '1.2.0', lastAffected: null },
            { introduced: '2.0.0', fixed: '2.3.0', lastAffected: null },
          ],
          versions: [],
        },
        { ecosystem: 'pypi', package: 'acme', release: '', ranges: [], versions: ['5'] },
      ],
    },
  ])
  expect(published).toBe(Date.UTC(2026, 0, 2))
  expect(issues).toMatchObject([{ code: 'product-skipped', where: 'advisory.json#/vulnerabilities/0' }])
})

test('several vulnerabilities are several advisories', () => {
  const document = documentOf('2.0')
  const [one] = document.vulnerabilities
  const two = { ...document, vulnerabilities: [one!, { ...one!, cve: 'CVE-2026-0002' }] }
  expect(readCsafAdvisories(two, 'a').advisories.map(({ id }) => id)).toEqual([
    'ACME-SA-1-CVE-2026-0001',
    'ACME-SA-1-CVE-2026-0002',
  ])
})

test('anything else is no error', () => {
  for (const json of [{}, { vulnerabilities: 7 }, { vulnerabilities: [null, { product_status: [] }] }])
    expect(() => readCsafAdvisories(json, 'a')).not.toThrow()
})
