import { severityNames } from '@assay/engine/severity-names.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { type Table, textOf } from '@assay/text/documents/document.ts'
import { cellWidths, fontSize } from '#reporting/documents/pdf/draw-table.ts'
import { openPdf } from '#reporting/documents/pdf/open-pdf.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { findingsTable, cellsUpTo, upgradesTable } from './report-tables.ts'

let projectUuid: string
const url = 'https://example.org/exports'

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  projectUuid = await upload(['lodash@4.17.4', 'left-pad@1.3.0'])
})

const upload = async (packages: string[], address = url) =>
  (
    await member.api.uploads.intoNew({
      body: { file: filePart(npmInventory(packages)), branch: 'main', url: address },
    })
  ).uuid

const params = () => ({ projectUuid })

const get = (path: string, { authorization } = member) =>
  fetch(`${server.url}/api/v1${path}`, { headers: { authorization } })

describe('POST /reports/{uuid}/bible, GET …/bible/{id}, GET …/bible', () => {
  test('returns an id, then 404 with a percentage, then 100, then the inventory', async () => {
    expect((await get(`/reports/${projectUuid}/bible`)).status).toBe(404)
    const id = await member.api.reportExports.makeBible({ params: params() })
    expect(id).toMatch(/^[\da-f-]{36}$/)
    const progress = async () => {
      const response = await get(`/reports/${projectUuid}/bible/${id}`)
      return [response.status, await response.text()]
    }
    const [status, text] = await progress()
    if (status === 404) expect(text).toMatch(/^\d{1,2}$/)
    await expect.poll(progress, { timeout: 60_000 }).toEqual([200, '100'])
    const bible = await member.api.reportExports.bible({ params: params() })
    expect(bible.project.name).toBe('example.org/exports')
    expect(bible.components['nodejs']!.map(({ name, version }) => `${name}@${version}`)).toEqual([
      'left-pad@1.3.0',
      'lodash@4.17.4',
    ])
  })

  test("contains the account's license and copyright overrides", async () => {
    const of = { language: 'nodejs', name: 'left-pad', version: '1.3.0' }
    await member.api.overrides.setCopyright({ params: of, body: { text: 'Copyright Somebody' } })
    await member.api.overrides.setLicense({ params: of, body: { license: 'WTFPL' } })
    await member.api.reports.recompute({ params: params() })
    const bibleUuid = await member.api.reportExports.makeBible({ params: params() })
    const progress = () => member.api.reportExports.bibleProgress({ params: { projectUuid, bibleUuid } })
    await expect.poll(progress, { timeout: 60_000 }).toBe(100)
    const { components, licenses } = await member.api.reportExports.bible({ params: params() })
    expect(components['nodejs']![0]).toEqual({
      name: 'left-pad',
      version: '1.3.0',
      licenses: ['WTFPL'],
      copyright: { text: 'Copyright Somebody', source: 'override' },
    })
    expect(licenses).toContainEqual({ id: 'WTFPL', name: 'Do What The F*ck You Want To Public License' })
  })

  test('is limited to its project and its members', async () => {
    const bibleUuid = await member.api.reportExports.makeBible({ params: params() })
    const other = await member.api.projects.create({ body: { url: 'https://example.org/other' } })
    const stranger = await server.newAccount()
    const team = await server.addTeam(member, 'Elsewhere')
    const viewer = await server.addMember(member, 'Team viewer', team)
    expect((await get(`/reports/${other.uuid}/bible/${bibleUuid}`)).status).toBe(404)
    for (const each of [stranger, viewer])
      await expect(
        each.api.reportExports.bibleProgress({ params: { projectUuid, bibleUuid } }),
      ).rejects.toMatchObject({ status: 404, errorType: 'notFound' })
  })

  test('reports why it failed', async () => {
    const bibleUuid = await member.api.reportExports.makeBible({ params: params() })
    const failed = { state: 'failed', reason: 'The disk is full', attempt: 9 }
    await server.db.updateTable('report_export').set(failed).where('uuid', '=', bibleUuid).execute()
    await expect(
      member.api.reportExports.bibleProgress({ params: { projectUuid, bibleUuid } }),
    ).rejects.toMatchObject({ status: 409, errorType: 'exportFailed', message: 'The disk is full' })
  })
})

describe('POST /reports/{uuid}/prs', () => {
  const entry = {
    dependency: { library: { name: 'lodash', language: 'nodejs' }, version: '4.17.4' },
    prs: [{ title: 'Upgrade lodash', url: 'https://example.org/pulls/1' }],
  }

  test('records pull requests that reports show until the version is gone', async () => {
    const body = { createdAt: '20/11/2026-23:40:11', entries: [entry], openPrLinks: [] }
    expect(await member.api.reportExports.addPullRequests({ params: params(), body })).toEqual(body)
    expect((await member.api.reports.full({ params: params() })).pullRequests).toEqual(body)
    await upload(['lodash@4.17.21', 'left-pad@1.3.0'])
    expect((await member.api.reports.full({ params: params() })).pullRequests?.entries).toEqual([])
    await upload(['lodash@4.17.4', 'left-pad@1.3.0'])
  })

  test('replaces those recorded for the same report', async () => {
    await member.api.reportExports.addPullRequests({ params: params(), body: { entries: [entry] } })
    const { createdAt } = await member.api.reportExports.addPullRequests({ params: params(), body: {} })
    expect(createdAt).toMatch(/^\d\d\/\d\d\/\d{4}-\d\d:\d\d:\d\d$/)
    const { pullRequests } = await member.api.reports.full({ params: params() })
    expect(pullRequests).toEqual({ createdAt, entries: [], openPrLinks: [] })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://user:secret@example.org/', '/pulls/1'])(
    'rejects the address %s',
    async (address) => {
      const response = await fetch(`${server.url}/api/v1/reports/${projectUuid}/prs`, {
        method: 'POST',
        headers: { authorization: member.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ entries: [{ ...entry, prs: [{ title: '', url: address }] }] }),
      })
      expect(response.status).toBe(400)
    },
  )
})

describe('GET /reports/{uuid}/full?includes=expanded-licenses', () => {
  test('adds links to license texts', async () => {
    const licenses = async (includes?: string) => {
      const query = includes === undefined ? {} : { includes }
      const { licensing } = await member.api.reports.full({ params: params(), query })
      return licensing.assessments[0]!.results.find(({ name }) => name === 'left-pad')!.licenses[0]!
    }
    expect(Object.keys(await licenses())).toEqual(['id', 'name', 'uri'])
    expect(await licenses('expanded-licenses')).toEqual({
      ...(await licenses()),
      links: [
        { type: 'INFO', url: 'https://spdx.org/licenses/WTFPL.html' },
        {
          type: 'TEXT',
          url: 'https://raw.githubusercontent.com/spdx/license-list-data/main/text/WTFPL.txt',
        },
      ],
      osiApproved: false,
    })
  })
})

describe('GET /reports/{uuid}/pdf', () => {
  test('is tagged, has bookmarks, title and language, and its text can be extracted', async () => {
    const response = await get(`/reports/${projectUuid}/pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="report-/)
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.7')
    for (const part of [
      '/Marked true',
      '/StructTreeRoot',
      '/Outlines',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
    ])
      expect(text).toContain(part)
    for (const tag of ['/S /H1', '/S /H2', '/S /Table', '/S /TH', '/S /TD', '/S /Figure'])
      expect(text).toContain(tag)
    // Ids lead to their advisories.
    expect(text).toContain('/S /Link')
    expect(text).toContain('/URI (https://nvd.nist.gov/vuln/detail/CVE-')
    expect(text).toContain('Open vulnerabilities by severity: Critical')
    expect(titlesIn(text)).toEqual(expect.arrayContaining(['Summary', 'Vulnerabilities', 'Licenses']))
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>')
    // Fonts are embedded.
    expect(text.match(/\/FontFile2/g)).toHaveLength(2)
  })

  const inLanguage = async (liked: string, { authorization } = member) => {
    const headers = { authorization, 'accept-language': liked }
    const response = await fetch(`${server.url}/api/v1/reports/${projectUuid}/pdf`, { headers })
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    return { language: response.headers.get('content-language'), text }
  }

  test('is in the language of the browser', async () => {
    const { language, text } = await inLanguage('de-CH,de;q=0.9,en;q=0.1')
    expect(language).toBe('de')
    expect(text).toContain('/Lang (de-DE)')
    expect(text).toContain('Offene Schwachstellen nach Schweregrad: Kritisch')
    expect(titlesIn(text)).toEqual(expect.arrayContaining(['Zusammenfassung', 'Schwachstellen', 'Lizenzen']))
    expect((await inLanguage('fr')).language).toBe('en')
  })

  test('is in the language of the profile, regardless of browser and client', async () => {
    const reader = await server.addMember(member, 'Viewer')
    await reader.api.users.update({ body: { language: 'de' } })
    expect((await inLanguage('en', reader)).language).toBe('de')
    expect((await get(`/reports/${projectUuid}/pdf`, reader)).headers.get('content-language')).toBe('de')
  })

  test('returns 404 for other accounts', async () => {
    const stranger = await server.newAccount()
    expect((await get(`/reports/${projectUuid}/pdf`, stranger)).status).toBe(404)
  })
})

test('the report counts what an upgrade closes, worded as in the interface', async () => {
  const scope = accountScope(member.accountUuid)
  const report = await findReport(server.db, scope, { projectUuid })
  const table = upgradesTable(server.context, scope, { ...report, texts: documentTextsIn('en') })
  const rows = (await Array.fromAsync(table.rows())).flat()
  expect(rows.map(([name]) => name)).toEqual(['lodash'])
  const findings = await member.api.scans.findings({ params: params() })
  const counts = Map.groupBy(findings, ({ severity }) => severityNames[severity].toLowerCase())
  const named = ['critical', 'high', 'medium', 'low', 'none', 'unrated'].filter((name) => counts.has(name))
  expect(rows[0]!.at(-1)).toBe(named.map((name) => `${counts.get(name)!.length} ${name}`).join(', '))
})

test.each([
  ['en', '1 finding also needs another upgrade of this package'],
  ['de', '1 Befund braucht zusätzlich ein weiteres Upgrade dieses Pakets'],
] as const)(
  'an upgrade that closes a finding only with another one says so, in %s',
  async (language, text) => {
    const shared = await upload(['minimist@0.2.1', 'minimist@1.2.5'], `${url}/shared`)
    const report = await findReport(server.db, accountScope(member.accountUuid), { projectUuid: shared })
    const table = upgradesTable(server.context, accountScope(member.accountUuid), {
      ...report,
      texts: documentTextsIn(language),
    })
    const rows = (await Array.fromAsync(table.rows())).flat()
    expect(rows.map((row) => [row[1], row.at(-1)])).toEqual([
      ['0.2.1', text],
      ['1.2.5', text],
    ])
  },
)

const vulnerabilities = async (language: 'en' | 'de', uuid = projectUuid): Promise<Table> => {
  const scope = accountScope(member.accountUuid)
  const report = await findReport(server.db, scope, { projectUuid: uuid })
  const advisories = openAdvisories({ db: server.db, folder: server.config.dataFolder })
  return findingsTable({ ...server.context, advisories }, scope, {
    ...report,
    texts: documentTextsIn(language),
  })
}

test('the report has a row per package and versions, with the fix of each finding', async () => {
  const several = await upload(['minimist@0.2.1', 'minimist@1.2.4', 'minimist@1.2.5'], `${url}/several`)
  const { rows } = await vulnerabilities('en', several)
  const found = (await Array.fromAsync(rows())).flat()
  const installed = found.map(([name, versions]) => `${textOf(name)} ${textOf(versions)}`)
  expect(installed).toEqual([...new Set(installed)])
  const findingsOf = (versions: string) => textOf(found.find((row) => row[1] === versions)?.at(-1))
  const text = (fix: string) => `CVE-2021-44906 critical 9.8 → ${fix}`.replaceAll(' ', '\u00A0')
  expect(findingsOf('0.2.1')).toContain(text('0.2.4'))
  expect(findingsOf('1.2.4, 1.2.5')).toContain(text('1.2.6'))
})

test('findings continue in a further row before a cell is cut', () => {
  expect(cellsUpTo(8, [])).toEqual([])
  const parts = ['abc', 'def', 'ghi', 'longer than that', 'x'].map((text) => ({ text }))
  expect(cellsUpTo(8, parts).map(textOf)).toEqual(['abc, def', 'ghi', 'longer than that', 'x'])
})

test.each(['en', 'de'] as const)(
  'versions, ids and words of the report fit in their columns: %s',
  async (language) => {
    const { columns } = await vulnerabilities(language)
    const { counted, report } = documentTextsIn(language)
    const summary = { language, title: '', subject: '', createdAt: new Date(0), logo: null }
    const pdf = openPdf({ ...summary, sections: [] })
    const words: Record<string, string[]> = {
      version: ['9.4.51.v20230217,'],
      vulnerability: Object.values(counted).flatMap((severity) =>
        [`(${report.excluded})`, '→ 9.4.51.v20230217'].map((end) => `CVE-2020-36518 ${severity} 9.8 ${end},`),
      ),
    }
    const widths = cellWidths(pdf, columns)
    const cut = columns.flatMap(({ key, title }, at) => {
      const widthIn = (font: string) => (word: string) =>
        pdf.font(font).fontSize(fontSize).widthOfString(word)
      const drawn = (words[key] ?? []).map(widthIn('body'))
      const room = widths[at]!
      return Math.max(widthIn('bold')(title), ...drawn) > room ? [`${key}: ${room}`] : []
    })
    expect(cut).toEqual([])
  },
)

/** The titles of bookmarks as written in the file. */
const titlesIn = (text: string) => [...text.matchAll(/\/Title \(([\w ]+)\)/g)].map(([, title]) => title)

describe('GET /sasha/projects/{uuid}/report', () => {
  test('returns scores, trend and the next fixes', async () => {
    const report = await member.api.reportExports.securityReport({ params: params() })
    const full = await member.api.reports.full({ params: params() })
    expect(report.uuid).toBe(full.uuid)
    expect(report.security.score).toBe(full.security.score)
    expect(report.trend[0]!.reportUUID).toBe(full.uuid)
    const counted = Object.values(report.security.severities).reduce((sum, count) => sum + count, 0)
    expect(counted).toBe(report.security.vulnerabilityCount)
    expect(counted).toBeGreaterThan(0)
    const [next] = report.nextFixes
    expect(next).toMatchObject({ library: { name: 'lodash', language: 'nodejs' }, version: '4.17.4' })
    expect(next!.vulnerabilities).toHaveLength(counted)
  })
})

describe('GET /reports/{uuid}/summary', () => {
  test('counts findings by severity, identified and addressed', async () => {
    const { url: address, tags, branches } = await member.api.reports.summary({ params: params() })
    expect([address, tags]).toEqual([url, []])
    const [main] = branches
    const counted = Object.values(main!.severities).reduce((sum, count) => sum + count, 0)
    expect(counted).toBe(main!.vulnerabilityCount)
    expect(main!.vulnerabilitiesIdentified - main!.vulnerabilitiesAddressed).toBe(counted)
    expect(main!.vulnerabilitiesAddressed).toBeGreaterThan(0)
    expect(main!.languages).toEqual(['nodejs'])
  })
})
