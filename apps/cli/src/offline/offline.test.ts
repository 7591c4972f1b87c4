import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runProgram } from '../program.ts'

let folder: string
let project: string
const printed = captureOutput()

const lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { express: '4.0.0' } },
    'node_modules/express': { version: '4.0.0', license: 'MIT', dependencies: { lodash: '4' } },
    'node_modules/lodash': { version: '4.17.4', license: 'MIT' },
  },
}
const bom = { bomFormat: 'CycloneDX', specVersion: '1.5' }
const modified = new Date(Date.now() - 3_600_000).toISOString()
const advisory = (id: string, fixed: string, more: object = {}) => ({
  id,
  aliases: [`CVE-${id.slice(-9)}`],
  summary: 'Écrit ailleurs',
  modified,
  affected: [
    {
      package: { ecosystem: 'npm', name: 'lodash' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
  ...more,
})

beforeEach(() => {
  folder = folderOfTest()
  project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockfile))
})

const run = (...args: string[]) => {
  printed.clear()
  const environment = { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true' }
  return runProgram({ version: '1.2.3', environment, args })
}
const scan = (...more: string[]) => run('scan', '--offline', project, ...more)
const sync = (from: string, ...more: string[]) =>
  run('advisories', 'sync', '--offline', '--from', from, ...more)
const json = () => JSON.parse(printed.stdout)

/** Dates a file some days ago; negative: in the future. */
function setAge(path: string, days: number): void {
  const at = new Date(Date.now() - days * dayMs)
  utimesSync(path, at, at)
}

/** Writes OSV documents as JSON lines and builds their index. */
async function syncDocuments(...documents: object[]): Promise<string> {
  const path = join(folder, 'source.jsonl.gz')
  writeFileSync(path, gzipSync(documents.map((document) => JSON.stringify(document)).join('\n')))
  expect(await sync(path)).toBe(0)
  return path
}

describe('scan --offline', () => {
  it('reports end-of-life components, using synced dates', async () => {
    const releases = [{ releaseCycle: '4', eol: '2020-01-01' }]
    const product = { title: 'Express', identifiers: [{ purl: 'pkg:npm/express' }], releases }
    await syncDocuments(advisory('GHSA-2026-0001', '4.17.5'), product)
    await scan('--format', 'json')
    const express = json().components.find(({ name }: { name: string }) => name === 'express')
    expect(express.stability).toEqual(['End of life: the support of Express 4 ended on 2020-01-01.'])
  })

  it('reports known exploited vulnerabilities, using synced lists', async () => {
    const source = join(folder, 'source')
    mkdirSync(source)
    const put = (name: string, content: string | Uint8Array) => writeFileSync(join(source, name), content)
    const both = [advisory('GHSA-x-2099-1001', '4.17.5'), advisory('GHSA-x-2099-1002', '4.17.5')]
    put('npm.json', JSON.stringify(both))
    put('eukev.json', JSON.stringify([{ cveID: 'CVE-2099-1002', euvdID: 'EUVD-2099-1' }], null, 2))
    const catalog = { catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2099-1001' }] }
    put('known_exploited_vulnerabilities.json', JSON.stringify(catalog, null, 2))
    put('epss_scores-current.csv', '#model_version:v1\ncve,epss,percentile\nCVE-2099-1001,0.25,0.9\n')
    expect(await sync(source)).toBe(0)
    await scan('--json')
    const found = json().findings.find(({ id }: { id: string }) => id === 'CVE-2099-1001')
    expect(found).toMatchObject({ knownExploited: true, epss: 0.25 })
    const byEu = json().findings.find(({ id }: { id: string }) => id === 'CVE-2099-1002')
    expect(byEu).toMatchObject({ knownExploited: true, epss: null })
    await run('fix', '--offline', project)
    expect(printed.stderr).not.toContain('exploited vulnerabilities may not be marked')
    await scan('--explain', 'CVE-2099-1001')
    expect(printed.stdout).toMatch(
      /Exploited +known to be exploited\n +within 30 days with a probability of 25\.0 %/,
    )
  })

  it("applies the repository's exclusions and reports unusable ones", async () => {
    const cves = [
      { cve: 'CVE-2019-10744', reason: 'unapplicable', description: 'not called' },
      { cve: 'none' },
    ]
    writeFileSync(join(project, '.meterian'), JSON.stringify({ exclusions: { security: { cves } } }))
    await scan('--json')
    const { findings, issues } = json()
    expect(findings.find(({ id }: { id: string }) => id === 'CVE-2019-10744').excluded).toMatchObject({
      reason: 'unapplicable',
      description: 'not called',
      repositoryFile: '.meterian',
    })
    expect(findings.some(({ excluded }: { excluded: unknown }) => excluded === null)).toBe(true)
    expect(issues).toMatchObject([{ where: '.meterian#/exclusions/security/cves/1' }])
    await scan('--explain', 'CVE-2019-10744')
    expect(printed.stdout).toContain('unapplicable: not called (from .meterian)')
  })

  it('falls back to the starter set with a notice, and uses the default minimums', async () => {
    expect(await scan('--project', 'https://example.org/org/shop')).toBe(1)
    expect(printed.stdout).toMatch(/Security +\d+ +90 +below the minimum/)
    expect(printed.stdout).toMatch(
      /High +lodash +4\.17\.4 +CVE-2020-8203 .* express:4\.0\.0\n|Critical +lodash/,
    )
    expect(printed.stdout).toMatch(/Checked against \d+ advisories of the starter set/)
    expect(printed.stderr).toContain('Only the starter set')
  })

  it('uses the synced index including the starter set, with advisory texts', async () => {
    const source = await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5'))
    expect(printed.stdout).toMatch(/^1 documents? read\n\nEcosystem/)
    expect(await scan('--json', '--min-security', '0')).toBe(0)
    expect(printed.stderr).toBe('')
    const found = json().findings.find(({ id }: { id: string }) => id === 'CVE-2099-1001')
    expect(found).toMatchObject({
      aliases: ['GHSA-x-2099-1001'],
      summary: 'Écrit ailleurs',
      locations: ['package-lock.json'],
      paths: [['express:4.0.0', 'lodash:4.17.4']],
    })
    expect(json().findings.map(({ cve }: { cve: string }) => cve)).toContain('CVE-2019-10744')
    expect(json().advisories).toMatchObject({ source, newestAt: modified })
  })

  it('is undeclared with the starter set, and passes with a new index', async () => {
    const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    expect(await scan(...lowest, '--json')).toBe(0)
    expect(json()).toMatchObject({ outcome: 'UNDECLARED' })
    expect(await scan(...lowest, '--max-advisory-age', '7d')).toBe(16)
    expect(printed.stderr).toContain(
      'There is no local index; only the starter set of advisories is available.',
    )
    await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5'))
    expect(await scan(...lowest, '--json', '--max-advisory-age', '7d')).toBe(0)
    expect(json()).toMatchObject({ outcome: 'PASS' })
    expect(await scan(...lowest, '--max-advisory-age', '0d')).toBe(16)
    expect(printed.stderr).toContain('The advisory data for npm is 0 hours old.')
  })

  it('names the source and age of each ecosystem, and what only the starter set covers', async () => {
    const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    writeFileSync(join(project, 'requirements.txt'), 'requests==2.31.0\n')
    const source = await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5'))
    expect(await scan(...lowest, '--json', '--max-advisory-age', '7d')).toBe(16)
    expect(printed.stderr).toContain(
      'Advisory data exceeds --max-advisory-age: Only the starter set of advisories is loaded for PyPI.',
    )
    expect(json()).toMatchObject({
      outcome: 'UNDECLARED',
      advisories: {
        ecosystems: [
          { ecosystem: 'pypi', source: 'the starter set', checkedAt: null, state: 'starter' },
          {
            ecosystem: 'npm',
            source,
            newestAt: modified,
            checkedAt: expect.any(String),
            state: 'current',
          },
        ],
      },
    })
    await scan(...lowest)
    expect(printed.stdout).toMatch(/^PyPI +\d+ +never +the starter set$/m)
    expect(printed.stdout).toMatch(/^npm +\d+ +[\d-]+, 0 hours ago +[\d-]+ +\S+source\.jsonl\.gz$/m)
  })

  it('is undeclared with files that are old, whatever their records are dated and when they were synced', async () => {
    const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    const later = new Date(Date.now() + 300 * dayMs).toISOString()
    const path = await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5', { modified: later }))
    setAge(path, 10)
    expect(await sync(path)).toBe(0)
    expect(await scan(...lowest, '--json')).toBe(0)
    expect(json()).toMatchObject({ outcome: 'UNDECLARED' })
    expect(printed.stderr).toContain(
      'The advisory data for npm is 10 days old. Newer vulnerabilities are missing.',
    )
    expect(await scan(...lowest, '--max-advisory-age', '9d')).toBe(16)
    expect(await scan(...lowest, '--max-advisory-age', '11d')).toBe(0)
  })

  it('prints each format, or writes it to a file', async () => {
    await scan('--format', 'sarif')
    expect(json().runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'package-lock.json',
    )
    await scan('--format', 'cyclonedx')
    expect(json()).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'shop' } } })
    await scan('--format', 'report')
    expect(json()).toMatchObject({
      name: 'shop',
      reports: { security: { reports: [{ language: 'nodejs' }] } },
    })
    const [output, report] = [join(folder, 'comment.md'), join(folder, 'report.json')]
    await scan('--format', 'markdown', '--output', output, '--report-json', report)
    expect(printed.stdout).toBe('')
    expect(readFileSync(output, 'utf8')).toContain('## Assay: FAIL for shop')
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ name: 'shop' })
  })

  it('explains an advisory found by any of its ids', async () => {
    await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5'), advisory('GHSA-y-2099-1002', '1.0.0'))
    await scan('--explain', 'ghsa-X-2099-1001')
    expect(printed.stdout).toContain('CVE-2099-1001 in lodash 4.17.4')
    expect(printed.stdout).toMatch(
      /Evidence +GHSA-x-2099-1001: every version before 4\.17\.5, which fixes it \(lodash, by the order of SemVer 2\.0\.0\)/,
    )
    expect(printed.stdout).toMatch(/Introduced through +express@4\.0\.0 > lodash@4\.17\.4/)
    await scan('--explain', 'CVE-2099-1002')
    expect(printed.stdout).toBe('CVE-2099-1002 is known and affects nothing here.\n')
    await scan('--explain', 'CVE-2099-1003')
    expect(printed.stdout).toBe('CVE-2099-1003 is not among the advisories that were used.\n')
  })

  it.each<[number, string, () => string]>([
    [-8, 'No such file or folder', () => join(folder, 'none')],
    [-3, 'The file is not valid JSON', () => write('bom.json', '{')],
    [
      -3,
      'has no lockfile, manifest or SBOM',
      () => (mkdirSync(join(folder, 'empty')), join(folder, 'empty')),
    ],
    [
      -13,
      'Nothing to analyze: no component can be matched with advisories (1 package',
      () => write('bom.json', JSON.stringify({ ...bom, components: [{ type: 'library', name: 'a' }] })),
    ],
  ])('exits with %i and prints %s', async (code, sentence, path) => {
    expect(await run('scan', '--offline', path())).toBe(code)
    expect(printed.stderr).toContain(sentence)
    expect(printed.stderr.trim().split('\n')).toHaveLength(1)
    expect(printed.stdout).toBe('')
  })

  it('is incomplete if a file cannot be read, in every format', async () => {
    const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    writeFileSync(
      join(project, 'package-lock.json'),
      JSON.stringify({ ...lockfile, packages: { '': {}, 'node_modules/left': { version: '1.0.0' } } }),
    )
    writeFileSync(join(project, 'composer.lock'), '{"packages": [')
    expect(await scan(...lowest)).toBe(8)
    expect(printed.stdout).toContain('1 file that could not be read')
    expect(printed.stdout).not.toContain('No vulnerabilities found')
    expect(printed.stderr).toContain('composer.lock: The file is not valid JSON')
    expect(await scan(...lowest, '--format', 'json')).toBe(8)
    expect(json()).toMatchObject({
      outcome: 'UNDECLARED',
      issues: [{ where: 'composer.lock', isUnread: true }],
    })
    await scan('--format', 'sarif')
    expect(json().runs[0].invocations[0]).toMatchObject({ executionSuccessful: false })
    await scan('--format', 'markdown')
    expect(printed.stdout).toMatch(/\*\*Vulnerabilities may be missed: .*1 file that could not be read/)
    expect(printed.stdout).not.toContain('No vulnerabilities found')
    writeFileSync(join(project, 'composer.lock'), '{"packages": [], "content-hash": "x"}')
    expect(await scan(...lowest)).toBe(0)
    expect(printed.stdout).not.toContain('could not be read')
    expect(printed.stdout).toContain('1 package with incomplete or outdated advisory data')
  })

  it('is undeclared if packages could not be checked, in every format', async () => {
    const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.1'))
    const listed = Array.from({ length: 12 }, (_, index) => ({ type: 'library', name: `own-${index}` }))
    const purls = ['pkg:npm/lodash@4.17.4', 'pkg:rpm/fedora/bash@5-1']
    const packages = purls.map((purl) => ({ type: 'library', name: 'x', version: '1', purl }))
    const sbom = { ...bom, components: [...listed, ...packages] }
    const file = write('sbom.json', JSON.stringify(sbom))
    const scanFile = (...more: string[]) => run('scan', '--offline', file, ...lowest, ...more)
    expect(await scanFile()).toBe(0)
    expect(printed.stdout).toContain(
      'Vulnerabilities may be missed: 1 of 14 packages checked (12 packages without a package URL',
    )
    expect(printed.stdout).not.toContain('No vulnerabilities found')
    expect(printed.stderr).toContain("1 component of the kind 'pkg:rpm/fedora'")
    await scanFile('--format', 'json')
    expect(json()).toMatchObject({ outcome: 'UNDECLARED', coverage: { listed: 14, checked: 1 } })
    expect(json().issues).toContainEqual(
      expect.objectContaining({ code: 'ecosystem-unsupported', isUncovered: true }),
    )
    await scanFile('--format', 'markdown')
    expect(printed.stdout).toContain('1 of 14 packages checked')
    expect(printed.stdout).not.toContain('No vulnerabilities found')
  })

  it('writes several formats at once, next to the table', async () => {
    const formats = ['json', 'sarif', 'cyclonedx', 'spdx', 'markdown', 'html', 'junit', 'gitlab', 'github']
    const outputs = formats.flatMap((format) => ['--output', `${format}=${join(folder, `out.${format}`)}`])
    await scan(...outputs)
    expect(printed.stdout).toMatch(/^Severity +Package/m)
    expect(printed.stdout.match(/unconfirmed/g)).toHaveLength(1)
    for (const format of formats)
      expect(readFileSync(join(folder, `out.${format}`), 'utf8')).toContain('CVE-2019-10744')
  })

  it('reads several files and folders as one inventory, and stdin', async () => {
    const other = join(folder, 'other')
    mkdirSync(other)
    writeFileSync(
      join(other, 'package-lock.json'),
      JSON.stringify({ ...lockfile, packages: { '': {}, 'node_modules/left': { version: '1.0.0' } } }),
    )
    const components = [
      { type: 'library', name: 'minimist', version: '1.2.0', purl: 'pkg:npm/minimist@1.2.0' },
    ]
    const sbom = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
    const stdin = vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(Readable.from([Buffer.from(sbom)]) as never)
    await scan(other, '-', '--json')
    stdin.mockRestore()
    const names = json().components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['express', 'lodash', 'left', 'minimist']))
    const { locations } = json().components.find(({ name }: { name: string }) => name === 'left')
    expect(locations).not.toEqual(json().components[0].locations)
  })

  it('shows only the findings that the options select, with the scores of all', async () => {
    await scan('--json')
    const { findings, scores } = json()
    await scan('--json', '--severity', 'critical', '--only-fixed')
    expect(json().findings.length).toBeLessThan(findings.length)
    expect(json().findings).toMatchObject([{ severity: 'critical' }])
    expect(json().scores).toEqual(scores)
    const packages = {
      '': { devDependencies: { lodash: '4' } },
      'node_modules/lodash': { version: '4.17.4', dev: true },
    }
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...lockfile, packages }))
    await scan('--json', '--exclude-dev')
    expect(json()).toMatchObject({ findings: [], components: [] })
  })

  it('does not apply an exclusion of the repository after its end', async () => {
    const exclude = (expires: string) => {
      const cves = [{ cve: 'CVE-2019-10744', reason: 'mitigated', expires }]
      writeFileSync(join(project, '.meterian'), JSON.stringify({ exclusions: { security: { cves } } }))
      return scan('--json')
    }
    const excluded = () => json().findings.find(({ id }: { id: string }) => id === 'CVE-2019-10744').excluded
    await exclude('2999-12-31')
    expect(excluded()).not.toBeNull()
    await exclude('2020-01-31')
    expect(excluded()).toBeNull()
    expect(json().issues).toMatchObject([
      { code: 'exclusion-expired', where: '.meterian#/exclusions/security/cves/0' },
    ])
    expect(printed.stderr).toContain('The exclusion of CVE-2019-10744 has expired on 2020-01-31')
    await exclude('soon')
    expect(json().issues).toMatchObject([{ code: 'exclusion-invalid' }])
  })

  it('is undeclared, and not nothing to analyze, without advisories of the ecosystem', async () => {
    const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
    const lock = {
      R: { Version: '4.3.0' },
      Packages: {
        ggplot2: { Package: 'ggplot2', Version: '3.4.0', Source: 'Repository', Repository: 'CRAN' },
      },
    }
    const file = write('renv.lock', JSON.stringify(lock))
    expect(await run('scan', '--offline', file, ...lowest, '--json')).toBe(0)
    expect(json()).toMatchObject({ outcome: 'UNDECLARED', components: [{ name: 'ggplot2' }] })
  })

  it.each<[string, string, () => string]>([
    [
      'a program',
      'tool is a program that does not list its packages',
      () => write('tool', Buffer.from('\u007fELF and more')),
    ],
  ])('refuses %s and names the way', async (_, sentence, path) => {
    expect(await run('scan', '--offline', path())).toBeLessThan(0)
    expect(printed.stderr).toContain(sentence)
    expect(printed.stderr).toContain('scan the sources,')
  })

  it('explains how to fix a damaged index', async () => {
    await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5'))
    writeFileSync(join(folder, 'assay', 'advisories', 'npm.index'), 'x'.repeat(400))
    expect(await scan()).toBe(-8)
    expect(printed.stderr).toContain('advisories sync --offline')
  })
})

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('advisories sync --offline', () => {
  it('replaces the index atomically', async () => {
    await syncDocuments(advisory('GHSA-x-2099-1001', '4.17.5'))
    await syncDocuments(
      advisory('GHSA-y-2099-1002', '4.17.5'),
      advisory('GHSA-z-2099-1003', '9', { withdrawn: '2026-01-03T00:00:00Z' }),
    )
    const broken = write('broken.jsonl.gz', gzipSync('x'.repeat(10_000)).subarray(0, 20))
    expect(await sync(broken)).toBeLessThan(0)
    await scan('--json')
    const ids = json().findings.flatMap(({ aliases }: { aliases: string[] }) => aliases)
    expect(ids).toContain('GHSA-y-2099-1002')
    expect(ids).not.toContain('GHSA-x-2099-1001')
    expect(ids).not.toContain('GHSA-z-2099-1003')
    expect(readdirSync(join(folder, 'assay'))).toEqual(['advisories'])
  })

  it('reads the layout of OSV with the lists next to it, each ecosystem with its own age', async () => {
    const osv = join(folder, 'osv')
    const put = (name: string, content: string | Uint8Array) => {
      mkdirSync(join(osv, name, '..'), { recursive: true })
      writeFileSync(join(osv, name), content)
      return join(osv, name)
    }
    const documents = (...list: object[]) => list.map((each) => JSON.stringify(each)).join('\n')
    put('npm/all.zip', documents(advisory('GHSA-x-2099-1001', '4.17.5')))
    put('npm/GHSA-x-2099-1001.json', '{"id": "the archive has it"')
    put('npm/modified_id.csv', '2026-01-01T00:00:00Z,GHSA-x-2099-1001\n')
    const hex = { package: { ecosystem: 'Hex', name: 'plug' }, versions: ['1.0.0'] }
    setAge(put('Hex/all.zip', documents(advisory('GHSA-y-2099-1002', '1', { affected: [hex] }))), 30)
    const catalog = { catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2099-1001' }] }
    put('known_exploited_vulnerabilities.json', JSON.stringify(catalog))
    put(
      'epss_scores-current.csv.gz',
      gzipSync('#model_version:v1\ncve,epss,percentile\nCVE-2099-1001,0.25,0.9\n'),
    )
    const releases = [{ name: '4', isEol: true, eolFrom: '2020-01-01' }]
    const identifiers = [{ type: 'purl', id: 'pkg:npm/express' }]
    put(
      'products/full',
      JSON.stringify({ result: [{ name: 'express', label: 'Express', identifiers, releases }] }),
    )
    expect(await sync(osv)).toBe(0)
    expect(printed.stdout).not.toContain('Skipped')
    await scan('--json')
    const { findings, components, advisories } = json()
    const found = findings.find(({ id }: { id: string }) => id === 'CVE-2099-1001')
    expect(found).toMatchObject({ knownExploited: true, epss: 0.25 })
    const express = components.find(({ name }: { name: string }) => name === 'express')
    expect(express.stability[0]).toContain('End of life')
    expect(advisories.ecosystems).toMatchObject([{ ecosystem: 'npm', state: 'current' }])
    await run('advisories', 'status', '--offline')
    const day = (days: number) => isoDay(Date.now() - days * dayMs)
    expect(printed.stdout).toMatch(new RegExp(`^Hex +1 +${day(30)} `, 'm'))
    expect(await sync(osv, '--ecosystems', 'Hex')).toBe(0)
    expect(printed.stdout).not.toMatch(/^npm /m)
  })

  it('rejects a file dated in the future, and a folder without files', async () => {
    const path = write('npm.jsonl', JSON.stringify(advisory('GHSA-x-2099-1001', '4.17.5')))
    setAge(path, -3)
    expect(await sync(path)).toBe(-8)
    expect(printed.stderr).toContain('in the future')
    mkdirSync(join(folder, 'none', 'npm'), { recursive: true })
    expect(await sync(join(folder, 'none'))).toBe(-8)
    expect(printed.stderr).toContain('none of its folders does')
  })

  it('reports what was skipped, and is limited to the requested ecosystems', async () => {
    const source = write('a.jsonl', `${JSON.stringify(advisory('GHSA-x-2099-1001', '4.17.5'))}\n{"id":\n`)
    expect(await sync(source, '--ecosystems', 'PyPI')).toBe(0)
    expect(printed.stdout).toContain('Skipped, json-invalid: 1')
    expect(printed.stdout).not.toMatch(/^npm /m)
    expect(await run('advisories', 'status', '--offline')).toBe(0)
    expect(printed.stdout).toMatch(/^PyPI +\d+ /m)
    expect(await sync(source, '--ecosystems', 'cobol')).toBe(-8)
    expect(printed.stderr).toContain("'cobol' is not a known ecosystem")
  })

  it('reads one address, or the archives below it', async () => {
    const urls: string[] = []
    const server = createServer((request, response) => {
      urls.push(request.url!)
      const isThere = request.url === '/npm.json'
      response
        .writeHead(isThere ? 200 : 404)
        .end(isThere ? JSON.stringify(advisory('GHSA-x-2099-1001', '4.17.5')) : '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      expect(await sync(`${url}/npm.json`)).toBe(0)
      expect(printed.stdout).toMatch(/^1 documents? read/)
      expect(await sync(url, '--ecosystems', 'npm,crates.io')).toBe(-9)
      expect(urls).toEqual(['/npm.json', '/npm/all.zip', '/crates.io/all.zip'])
      expect(printed.stderr).toContain('has no archives of advisories')
    } finally {
      server.close()
    }
    expect(await sync(url)).toBe(-9)
    expect(printed.stderr).toContain('could not be fetched')
  })
})

describe('advisories import --offline', () => {
  const lowest = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
  const pypi = (id: string) => ({
    ...advisory(id, '2.0'),
    affected: [{ package: { ecosystem: 'PyPI', name: 'requests' }, versions: ['1.0'] }],
  })

  /** npm was complete a day ago, PyPI ten days ago; Go never was. */
  function writeArchive(): string {
    const now = Date.now()
    const databases = [
      { ecosystem: 'npm', source: 'a mirror', checkedAt: now - dayMs },
      { ecosystem: 'pypi', source: 'another', checkedAt: now - 10 * dayMs },
    ]
    const go = {
      ...pypi('GHSA-z-2099-1003'),
      affected: [{ package: { ecosystem: 'Go', name: 'example.org/m' } }],
    }
    const lines = [
      { assay: 'knowledge', version: 1, exportedAt: now, databases },
      advisory('GHSA-x-2099-1001', '4.17.5'),
      pypi('GHSA-y-2099-1002'),
      go,
    ]
    const end = { assay: 'end', lines: lines.length }
    return write('archive.jsonl.gz', gzipSync([...lines, end].map((line) => JSON.stringify(line)).join('\n')))
  }
  const ages = () =>
    json().advisories.ecosystems.map(({ ecosystem, source, state }: Record<string, unknown>) => [
      ecosystem,
      source,
      state,
    ])

  it('keeps the source and age of each ecosystem, also when it is exported again', async () => {
    let archive = writeArchive()
    for (const output of ['once.jsonl.gz', 'twice.jsonl.gz']) {
      rmSync(join(project, 'requirements.txt'), { force: true })
      expect(await run('advisories', 'import', '--offline', archive)).toBe(0)
      expect(await scan(...lowest, '--json', '--max-advisory-age', '7d')).toBe(0)
      expect(json()).toMatchObject({ outcome: 'PASS' })
      writeFileSync(join(project, 'requirements.txt'), 'requests==2.31.0\n')
      writeFileSync(join(project, 'go.mod'), 'module example.org/own\n\nrequire example.org/m v1.0.0\n')
      expect(await scan(...lowest, '--json', '--max-advisory-age', '7d')).toBe(16)
      expect(printed.stderr).toContain(
        'Only the starter set of advisories is loaded for Go. The advisory data for PyPI is 10 days old.',
      )
      expect(json()).toMatchObject({ outcome: 'UNDECLARED' })
      expect(ages()).toEqual([
        ['go', expect.any(String), 'starter'],
        ['pypi', 'another', 'outdated'],
        ['npm', 'a mirror', 'current'],
      ])
      rmSync(join(project, 'go.mod'))
      expect(await scan(...lowest, '--max-advisory-age', '11d')).toBe(0)
      archive = join(folder, output)
      expect(await run('advisories', 'export', '--offline', '--output', archive)).toBe(0)
    }
  })
})

describe('rules of the repository', () => {
  const write = (text: string) => writeFileSync(join(project, 'assay.yaml'), text)

  it('fails the scan, and names rule and finding', async () => {
    write('rules:\n  - name: No lodash\n    when: component.name == "lodash"\n')
    expect((await scan('--min-security', '0')) & 32).toBe(32)
    expect(printed.stdout).toContain('Failed by rule No lodash of assay.yaml:\n  lodash 4.17.4')
    write('rules:\n  - name: No lodash\n    when: component.name == "lodash"\n    effect: warn\n')
    expect((await scan('--min-security', '0')) & 32).toBe(0)
    expect(printed.stdout).toContain('Warning by rule No lodash of assay.yaml')
  })

  it('says which rules cannot be evaluated without a server', async () => {
    write(
      'rules:\n  - name: Exploited\n    when: finding.severity == "critical" || finding.kev\n' +
        '  - name: Fixable\n    when: finding.fix_available && finding.package == "lodash"\n',
    )
    expect((await scan('--min-security', '0')) & 32).toBe(32)
    expect(printed.stdout).toContain('Not evaluated: rule Exploited of assay.yaml')
    expect(printed.stdout).toContain('finding.kev cannot be known offline')
    expect(printed.stdout).toMatch(/Failed by rule Fixable of assay\.yaml:\n {2}CVE-\S+ in lodash 4\.17\.4/)
  })
})
