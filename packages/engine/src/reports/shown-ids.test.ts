import { expect, test } from 'vitest'
import { writeCyclonedx } from './cyclonedx-report.ts'
import { writeJson } from './json-report.ts'
import { writeSarif } from './sarif.ts'
import { writeMarkdown } from './scan-document.ts'
import { exampleReport } from './testing/example.ts'

const report = exampleReport()

test.for([
  ['Markdown', await writeMarkdown(report)],
  ['SARIF', JSON.stringify(writeSarif(report))],
  ['JSON', JSON.stringify(writeJson(report))],
  ['CycloneDX', JSON.stringify(writeCyclonedx(report))],
] as const)('%s names an advisory without CVE as people know it, and links to it', ([, text]) => {
  expect(text).toContain('MAL-2021-1')
  expect(text).toContain('https://osv.dev/vulnerability/MAL-2021-1')
  expect(text).not.toContain('MET-')
})
