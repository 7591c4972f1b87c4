import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { ReportFinding, ScanReport } from './scan-report.ts'
import { writeCyclonedx } from './cyclonedx-report.ts'
import { writeSarif } from './sarif.ts'
import { exampleReport } from './testing/example.ts'

// The schemas of CycloneDX are those of its own library. That of SARIF is OASIS's
// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), without descriptions.

const library = dirname(fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json')))
const schemaOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { $id?: string }
const cyclonedxSchema = (name: string) =>
  schemaOf(join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`))

// Patterns of SARIF's schema are not valid with the flag u.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
// The types of the package have the function as a member only.
addFormats.default(ajv)
for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true)
for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
  const { $id: _id, ...schema } = cyclonedxSchema(name)
  ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
}
const isCyclonedx = ajv.compile(cyclonedxSchema('bom-1.6'))
const isSarif = ajv.compile(schemaOf(join(import.meta.dirname, 'testing/sarif-2.1.0.schema.json')))

const report: ScanReport = exampleReport()
const [first] = report.findings as [ReportFinding]
const reports: [string, ScanReport][] = [
  ['an ordinary report', report],
  ['one of a server', { ...report, reportUrl: 'https://assay.example.org/projects/?pid=x&branch=a b' }],
  ['one without anything', { ...report, findings: [], components: [], advisories: null, coverage: null }],
  [
    'one with hostile names',
    {
      ...report,
      project: { ...report.project, name: '', branch: '\u0000' },
      findings: [{ ...first, name: 'a"b\u0000<&>%\n', version: '', locations: [], summary: '', page: null }],
    },
  ],
  [
    'one whose findings say nothing else',
    {
      ...report,
      findings: report.findings.map((each) => ({
        ...each,
        cvss: null,
        vector: null,
        cwes: [],
        links: [],
        page: null,
        severity: 'unknown',
        fixesThis: null,
        recommended: null,
        excluded: { reason: 'mitigated', description: '' },
      })),
    },
  ],
]

it.each(reports)('CycloneDX and SARIF of %s are valid by their schemas', (_, each) => {
  isCyclonedx(JSON.parse(JSON.stringify(writeCyclonedx(each))))
  expect(isCyclonedx.errors).toBeNull()
  isSarif(JSON.parse(JSON.stringify(writeSarif(each))))
  expect(isSarif.errors).toBeNull()
})

it('the schemas refuse what is not valid', () => {
  expect(isCyclonedx({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 0 })).toBe(false)
  expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false)
})
