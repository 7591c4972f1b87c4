import { expect, test } from 'vitest'
import { writeHtml, writeMarkdown } from './scan-document.ts'
import { exampleReport } from './testing/example.ts'

test('lists scores, findings and data sources, and escapes markup in names', async () => {
  expect(await writeMarkdown(exampleReport())).toBe(`## Assay: FAIL for org/repo

Branch main, 2026-06-02 10:40 UTC

|  | Score | Minimum |  |
| --- | --- | --- | --- |
| Security | 15 | 90 | **below the minimum** |
| Stability | – | 80 | not measured: no releases are known |
| Licensing | 99 | 95 | ok |

4 of 4 packages checked.

### Policy rules

| Rule | Found |
| --- | --- |
| **Failed by minimum scores** | security 15 is below the minimum of 90 |

### Vulnerabilities

Fix versions are unconfirmed: they are those of advisories, as releases are unknown.

| Severity | Package | Vulnerability | Fixes this | Introduced through |
| --- | --- | --- | --- | --- |
| Malware | \`@evil/x 3.0.0\` | [MAL-2021-1](https://osv.dev/vulnerability/MAL-2021-1): Steals tokens | no fix known | Direct |
| High (7.5) | \`child 0.20.0\` | [CVE-2020-1000](https://nvd.nist.gov/vuln/detail/CVE-2020-1000): Too slow \\| \\<b\\> | 0.22.0 (major) | Direct |
| High (7.5) | \`child 0.21.1\` | [CVE-2020-1000](https://nvd.nist.gov/vuln/detail/CVE-2020-1000): Too slow \\| \\<b\\> | 0.22.0 (major) | \`parent@1.0.0\` |

4 components against 2 advisories of a folder, the newest of 2026-01-02. Releases unknown for all 4 components: they count as neither current nor outdated. 1 entry could not be used as it stands. Assay 1.2.3
`)
})

test('a scan without findings says so, and does not mention users', async () => {
  const report = { ...exampleReport(), findings: [], project: { name: '@org/repo', url: '', branch: '' } }
  const text = await writeMarkdown(report)
  expect(text).toContain('No vulnerabilities found.')
  expect(text).toContain('for @\u200Borg/repo')
})

test('a page lists what is excluded and outdated, and a comment only counts it', async () => {
  const { findings, components, ...report } = exampleReport()
  const excluded = { reason: 'mitigated', description: 'not called' }
  const newer = { latestPatch: '9.9.9', latestMinor: null, latestMajor: null }
  const of = {
    ...report,
    findings: findings.map((each, at) => (at === 0 ? { ...each, excluded } : each)),
    components: components.map((each) => ({ ...each, newer })),
  }
  const [page, comment] = await Promise.all([writeHtml(of), writeMarkdown(of)])
  for (const text of ['not called', '9.9.9 (patch)']) {
    expect(page).toContain(text)
    expect(comment).not.toContain(text)
  }
  expect(comment).toContain('1 more do not count: they are excluded.')
})

test('a comment stays within the limit of services, and says what it leaves out', async () => {
  const report = exampleReport()
  const many = { ...report, findings: Array.from({ length: 3000 }, () => report.findings[1]!) }
  const text = await writeMarkdown(many)
  expect(text).toContain('… and 2900 more.')
  expect(text.length).toBeLessThan(65_536)
})
