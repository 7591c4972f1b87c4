import { expect, test } from 'vitest'
import { writeMarkdown } from './markdown.ts'
import { exampleReport } from './testing/example.ts'

test('lists scores, findings and data sources, and escapes markup in names', () => {
  expect(writeMarkdown(exampleReport())).toBe(`## Assay: FAIL for org/repo

| | Score | Minimum | |
|---|---|---|---|
| Security | 15 | 90 | **below the minimum** |
| Stability | – | 80 | not measured: no releases are known |
| Licensing | 99 | 95 | ok |

4 of 4 packages checked.

Fix versions are unconfirmed: they are those of advisories, as releases are unknown.

| Severity | Package | Vulnerability | Fixes this | Introduced through |
|---|---|---|---|---|
| Malware | \`@evil/x 3.0.0\` | [MAL-2021-1](https://osv.dev/vulnerability/MAL-2021-1): Steals tokens | no fix known | Direct |
| High (7.5) | \`child 0.20.0\` | [CVE-2020-1000](https://nvd.nist.gov/vuln/detail/CVE-2020-1000): Too slow \\| \\<b\\> | 0.22.0 (major) | Direct |
| High (7.5) | \`child 0.21.1\` | [CVE-2020-1000](https://nvd.nist.gov/vuln/detail/CVE-2020-1000): Too slow \\| \\<b\\> | 0.22.0 (major) | \`parent:1.0.0\` |

4 components against 2 advisories of a folder, the newest of 2026-01-02. Releases unknown for all 4 components: they count as neither current nor outdated. 1 entry could not be used as it stands.
`)
})

test('a scan without findings says so, and does not mention users', () => {
  const report = { ...exampleReport(), findings: [], project: { name: '@org/repo', url: '', branch: '' } }
  const text = writeMarkdown(report)
  expect(text).toContain('No vulnerabilities found.')
  expect(text).toContain('for @\u200Borg/repo')
})
