import { describe, expect, it } from 'vitest'
import { readDocument } from '../documents/read.ts'
import { childrenOf, readXml } from '../documents/parsers/xml-document.ts'
import { writeDependencySnapshot } from './dependency-snapshot.ts'
import { filterReport } from './filter-report.ts'
import { writeGithubAnnotations } from './github-annotations.ts'
import { writeGenericFindings } from './generic-findings.ts'
import { writeGitlab } from './gitlab.ts'
import { writeJson } from './json-report.ts'
import { writeReportFile } from './report-file.ts'
import { writeJunit } from './junit.ts'
import { fixNotes, type ScanReport } from './scan-report.ts'
import { writeCyclonedx } from './cyclonedx-report.ts'
import { writeHtml, writeMarkdown } from './scan-document.ts'
import { writeSarif } from './sarif.ts'
import { writeSpdx } from './spdx-report.ts'
import { exampleReport } from './testing/example.ts'

const reportUrl = 'https://assay.example.org/projects/?pid=x&branch=main'
const report: ScanReport = { ...exampleReport(), reportUrl }
const [first] = report.findings
const hostile: ScanReport = {
  ...report,
  project: { ...report.project, name: '</title><script>alert(1)</script>' },
  findings: [{ ...first!, name: 'a"b\u0000<&>%\n::error::x', summary: ']]>,:\r\n' }],
}

it('every format names the report on the server, and none does without one', async () => {
  const writers = [
    (each: ScanReport) => JSON.stringify(writeGitlab(each)),
    (each: ScanReport) => JSON.stringify(writeGenericFindings(each)),
    (each: ScanReport) => JSON.stringify(writeSpdx(each)),
    (each: ScanReport) => JSON.stringify(writeSarif(each)),
    (each: ScanReport) => JSON.stringify(writeCyclonedx(each)),
    (each: ScanReport) => writeJunit(each).replaceAll('&amp;', '&'),
    async (each: ScanReport) => (await writeHtml(each)).replaceAll('&amp;', '&'),
    writeMarkdown,
    writeGithubAnnotations,
  ]
  for (const write of writers) {
    expect(await write(report)).toContain(reportUrl)
    expect(await write({ ...report, reportUrl: null })).not.toContain('assay.example.org')
  }
})

it.each([
  ['JUnit', (each: ScanReport) => writeJunit(each).replaceAll('&amp;', '&')],
  ['GitHub annotations', writeGithubAnnotations],
  ['Markdown', writeMarkdown],
  ['HTML', async (each: ScanReport) => (await writeHtml(each)).replaceAll('&amp;', '&')],
] as const)('%s leads to the page of each finding', async (_, write) => {
  const text = await write(report)
  for (const { id } of report.findings) expect(text).toContain(`${reportUrl}&view=list&q=${id}`)
  expect(await write({ ...report, reportUrl: null })).not.toContain('view=list')
})

it('every format says how much was checked', async () => {
  const coverage = { listed: 46, checked: 41, gaps: [] }
  const writers = {
    json: (each: ScanReport) => JSON.stringify(writeJson(each)),
    sarif: (each: ScanReport) => JSON.stringify(writeSarif(each)),
    cyclonedx: (each: ScanReport) => JSON.stringify(writeCyclonedx(each)),
    spdx: (each: ScanReport) => JSON.stringify(writeSpdx(each)),
    gitlab: (each: ScanReport) => JSON.stringify(writeGitlab(each)),
    report: (each: ScanReport) => JSON.stringify(writeReportFile(each)),
    markdown: writeMarkdown,
    html: writeHtml,
    junit: writeJunit,
    github: writeGithubAnnotations,
  }
  for (const [format, write] of Object.entries(writers))
    expect(await write({ ...report, coverage }), format).toMatch(
      /41 of 46 packages checked|"listed":46,"checked":41\b/,
    )
})

describe('gitlab', () => {
  // The required fields and formats of dependency-scanning-report-format.json 15.
  interface Vulnerability {
    id: string
    name: string
    severity: string
    identifiers: { type: string; name: string; value: string; url?: string }[]
    links?: { url: string }[]
    location: { file: string; dependency: { package: { name: string }; version: string } }
  }
  const check = (input: ScanReport) => {
    const written = writeGitlab(input) as unknown as {
      version: string
      scan: Record<string, unknown>
      vulnerabilities: Vulnerability[]
      dependency_files: { path: string; package_manager: string; dependencies: object[] }[]
    }
    expect(written.version).toMatch(/^15\.\d+\.\d+$/)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string
    const text = expect.stringMatching(/./) as string
    const tool = { id: text, name: text, version: text, vendor: { name: text } }
    expect(written.scan).toMatchObject({
      type: 'dependency_scanning',
      status: 'success',
      start_time: time,
      end_time: time,
      analyzer: tool,
      scanner: tool,
    })
    for (const { id, name, severity, identifiers, links = [], location } of written.vulnerabilities) {
      expect(id).toMatch(/^[\da-f-]{36}$/)
      expect(name.length).toBeLessThanOrEqual(255)
      expect(['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical']).toContain(severity)
      expect(identifiers.length).toBeGreaterThan(0)
      for (const { type, value } of identifiers) expect([type, value].every((part) => part !== '')).toBe(true)
      for (const { url } of [...identifiers, ...links])
        if (url !== undefined) expect(URL.canParse(url)).toBe(true)
      expect(location).toEqual({
        file: text,
        dependency: { package: { name: expect.any(String) }, version: expect.any(String) },
      })
    }
    const ids = written.vulnerabilities.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    return written
  }

  it('conforms to the schema, with a vulnerability for each file and the dependencies of each file', () => {
    const { vulnerabilities, dependency_files: files, scan } = check(report)
    expect(vulnerabilities).toHaveLength(report.findings.length)
    expect(files).toMatchObject([{ path: 'app/package-lock.json', package_manager: 'nodejs' }])
    expect(files[0]!.dependencies).toHaveLength(report.components.length)
    expect(scan['messages']).toEqual([
      { level: 'info', value: '4 of 4 packages checked.' },
      { level: 'info', value: `Report: ${reportUrl}` },
      {
        level: 'warn',
        value:
          'Failed by minimum scores: security 15 is below the minimum of 90. https://assay.example.org/projects?policy=below',
      },
    ])
    check(hostile)
    check({ ...report, findings: report.findings.map((each) => ({ ...each, locations: [] })) })
  })
})

describe('junit', () => {
  it('is well-formed, and its counts are those of its tests', () => {
    for (const input of [report, hostile]) {
      const bytes = new TextEncoder().encode(writeJunit(input))
      const { root, issues } = readXml({ path: 'junit.xml', bytes })
      expect(issues).toEqual([])
      if (!root) throw new Error('no XML')
      expect(root.name).toBe('testsuites')
      const suites = childrenOf(root, 'testsuite')
      const cases = suites.flatMap((suite) => childrenOf(suite, 'testcase'))
      const failures = cases.filter((each) => childrenOf(each, 'failure').length > 0)
      const sum = (name: string) => suites.reduce((all, suite) => all + Number(suite.attributes.get(name)), 0)
      expect([sum('tests'), sum('failures')]).toEqual([cases.length, failures.length])
      for (const each of cases)
        expect([...each.attributes.keys()]).toEqual(expect.arrayContaining(['classname', 'name', 'time']))
    }
  })

  it("has what Ant's schema requires, in its order", () => {
    for (const input of [report, hostile]) {
      const { root } = readXml({ path: 'junit.xml', bytes: new TextEncoder().encode(writeJunit(input)) })
      expect([...root!.attributes.keys()]).toEqual([])
      for (const [index, suite] of root!.children.entries()) {
        const { timestamp, ...attributes } = Object.fromEntries(suite.attributes)
        expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
        expect(attributes).toMatchObject({ id: String(index), package: 'assay', hostname: 'localhost' })
        for (const name of ['tests', 'failures', 'errors', 'skipped', 'time'])
          expect(attributes[name]).toMatch(/^\d+$/)
        const names = suite.children.map(({ name }) => name)
        expect(names.join(' ')).toMatch(/^properties (?:testcase )+system-out system-err$/)
        for (const { name, children } of suite.children)
          if (name === 'testcase') expect(children.length).toBeLessThanOrEqual(1)
      }
    }
  })

  it('skips excluded findings', () => {
    const excluded = { reason: 'mitigated', description: 'not called' }
    const text = writeJunit({ ...report, findings: report.findings.map((each) => ({ ...each, excluded })) })
    expect(text).toContain('<skipped message="not called"/>')
    expect(text).not.toContain('type="High"')
  })
})

it('github: one command a line, which no name of a package can leave', () => {
  const lines = writeGithubAnnotations(hostile).trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^::error file=app\/package-lock\.json,line=1,title=[^,:]+%3A [^,:]*::/)
  const many = { ...report, findings: Array.from({ length: 30 }, () => first!) }
  expect(writeGithubAnnotations(many)).toContain('21 more of this level.')
})

it('spdx: reads back with the same packages, licenses and dependencies', () => {
  const text = JSON.stringify(writeSpdx(report))
  const { inventory } = readDocument({ path: 'x.spdx.json', bytes: new TextEncoder().encode(text) })
  expect(inventory!.formats).toEqual(['SPDX 2.3'])
  expect(inventory!.root?.name).toBe('org/repo')
  expect(new Set(inventory!.components.map(({ purl }) => purl))).toEqual(
    new Set(report.components.map(({ purl }) => purl)),
  )
  expect(inventory!.components).toHaveLength(report.components.length)
  expect(inventory!.issues).toEqual([])
  const child = inventory!.components.find(({ version }) => version === '0.21.1')
  expect(child!.requiredBy.map((index) => inventory!.components[index]!.name)).toContain('parent')
  const { packages } = JSON.parse(text) as { packages: Record<string, unknown>[] }
  for (const each of packages)
    expect(Object.keys(each)).toEqual(expect.arrayContaining(['SPDXID', 'name', 'downloadLocation']))
})

it('html: a page without scripts, and without markup from names', async () => {
  const text = await writeHtml(hostile)
  expect(text).not.toContain('<script')
  expect(text).toContain('&lt;/title&gt;')
  expect(text).toMatch(/^<!doctype html>/)
})

describe('filterReport', () => {
  it('keeps what is severe enough, has a fix, and is in use', () => {
    const versions = (filter: Parameters<typeof filterReport>[1]) =>
      filterReport(report, filter).findings.map(({ name, version }) => `${name} ${version}`)
    expect(versions({})).toHaveLength(report.findings.length)
    expect(versions({ severity: 'critical' })).toEqual(['@evil/x 3.0.0'])
    expect(versions({ onlyFixed: true })).not.toContain('@evil/x 3.0.0')
    expect(versions({ excludeDev: true })).not.toContain('child 0.20.0')
    const { components, scores } = filterReport(report, { excludeDev: true })
    expect(components.every(({ isTest }) => !isTest)).toBe(true)
    expect(components.find(({ name }) => name === 'child')!.requiredBy).toHaveLength(2)
    expect(scores).toEqual(report.scores)
  })
})

it('unconfirmed fixes are noted once; next to confirmed ones, they are marked', () => {
  const all = fixNotes(report.findings)
  expect(all.note).toMatch(/^Fix versions are unconfirmed/)
  const child = report.findings.find(({ name }) => name === 'child')!
  expect(all.describe(child)).toBe('0.22.0 (major)')
  const confirmed = { ...child, fixesThis: { ...child.fixesThis!, isKnownRelease: true }, recommended: null }
  const mixed = fixNotes([child, confirmed])
  expect(mixed.note).toContain('with *')
  expect([mixed.describe(child), mixed.describe(confirmed)]).toEqual(['0.22.0* (major)', '0.22.0 (major)'])
})

/** What DefectDojo's parser takes; any other field makes it refuse the file. */
const genericFields = new Set(
  `title severity description date cwe cve epss_score epss_percentile cvssv3 cvssv3_score cvssv4 cvssv4_score mitigation
  impact references active verified false_p out_of_scope risk_accepted under_review is_mitigated mitigated line file_path
  component_name component_version static_finding dynamic_finding unique_id_from_tool vuln_id_from_tool nb_occurences
  publish_date service planned_remediation_date planned_remediation_version effort_for_fixing tags kev_date
  known_exploited ransomware_used fix_available fix_version vulnerability_ids`.split(/\s+/),
)

it('generic findings have only fields that DefectDojo takes, and are read again as a partial list', () => {
  const excluded = { reason: 'mitigated', description: 'Behind a proxy' }
  const json = writeGenericFindings({ ...report, findings: [first!, { ...first!, excluded }] }) as {
    findings: Record<string, unknown>[]
  }
  const fields = json.findings.flatMap((each) => Object.keys(each))
  expect(fields.filter((field) => !genericFields.has(field))).toEqual([])
  expect(json.findings.map(({ active, risk_accepted: isAccepted }) => [active, isAccepted])).toEqual([
    [true, undefined],
    [false, true],
  ])
  const { inventory } = readDocument({
    path: 'findings.json',
    bytes: new TextEncoder().encode(JSON.stringify(json)),
  })
  expect(inventory).toMatchObject({ formats: ['generic findings'], documents: [{ isPartial: true }] })
})

it('a dependency snapshot has a manifest of each file, which is read again with the same edges', () => {
  const build = { sha: 'a'.repeat(40), ref: 'refs/heads/main', id: '7', correlator: 'ci_scan' }
  const withoutPurl = { ...report.components[0]!, name: 'local', purl: null, requiredBy: [] }
  const snapshot = writeDependencySnapshot(
    { ...report, components: [...report.components, withoutPurl] },
    build,
  ) as { manifests: Record<string, { resolved: Record<string, object> }> }
  expect(snapshot).toMatchObject({
    version: 0,
    sha: build.sha,
    ref: build.ref,
    job: { id: '7', correlator: 'ci_scan' },
    detector: { name: 'Assay', version: '1.2.3', url: 'https://assay.example.org' },
    scanned: '2026-06-02T10:40:05.000Z',
  })
  const { resolved } = snapshot.manifests['app/package-lock.json']!
  expect(Object.keys(resolved)).toHaveLength(report.components.length)
  expect(resolved['pkg:npm/parent@1.0.0']).toEqual({
    package_url: 'pkg:npm/parent@1.0.0',
    relationship: 'direct',
    scope: 'runtime',
    dependencies: ['pkg:npm/child@0.21.1'],
  })
  expect(resolved['pkg:npm/child@0.20.0']).toMatchObject({ relationship: 'direct', scope: 'development' })
  const { inventory } = readDocument({
    path: 'snapshot.json',
    bytes: new TextEncoder().encode(JSON.stringify(snapshot)),
  })
  expect(inventory!.formats).toEqual(['GitHub dependency snapshot Assay'])
  const child = inventory!.components.find(({ version }) => version === '0.21.1')!
  expect(child.requiredBy.map((at) => inventory!.components[at]!.name).toSorted()).toEqual([
    '@evil/x',
    'parent',
  ])
})
