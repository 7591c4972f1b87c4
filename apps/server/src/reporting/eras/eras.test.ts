import { dayMs } from '@assay/engine/time.ts'
import { eraFormats, type EraFormat } from '@assay/contract/eras.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { limits } from '@assay/contract/limits.ts'
import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { pngOf } from '#testing/png.ts'
import { type TestMember } from '#testing/test-server.ts'
import { planErasJob } from './plan-eras-job.ts'

let teams: { near: string; far: string }
let viewer: TestMember
let projects: { near: string; far: string }

const server = testServer()
const admin = forAllTests(() => server.newAccount())
beforeAll(async () => {
  teams = { near: await server.addTeam(admin, 'Near'), far: await server.addTeam(admin, 'Far') }
  viewer = await server.addMember(admin, 'Team viewer', teams.near)
  projects = {
    near: await upload('=near', ['lodash@4.17.4', 'left-pad@1.3.0'], teams.near),
    far: await upload('far', ['minimist@0.0.8'], teams.far),
  }
  await upload('=near', ['lodash@4.17.21', 'left-pad@1.3.0', 'minimist@0.0.8'], teams.near)
  const of = { language: 'nodejs', name: 'left-pad', version: '1.3.0' }
  await admin.api.overrides.setLicense({ params: of, body: { license: 'MIT' } })
  for (const projectUuid of Object.values(projects))
    await admin.api.reports.recompute({ params: { projectUuid } })
})

const upload = async (name: string, packages: string[], teamUuid: string) =>
  (
    await admin.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(packages)),
        branch: 'main',
        url: `https://example.org/${name}`,
        teamUuid,
      },
    })
  ).uuid

type NewEra = Parameters<TestMember['api']['eras']['create']>[0]['body']

const waitUntilReady = (member: TestMember, eraUuid: string) =>
  expect
    .poll(() => member.api.eras.progress({ params: { eraUuid } }), { timeout: 120_000, interval: 200 })
    .toBe(100)

async function make(member: TestMember, body: NewEra): Promise<string> {
  const eraUuid = await member.api.eras.create({ body })
  await waitUntilReady(member, eraUuid)
  return eraUuid
}

const get = (path: string, { authorization } = admin) =>
  fetch(`${server.url}/api/v1/eras/${path}`, { headers: { authorization } })

const fileOf = async (eraUuid: string, format: EraFormat, member = admin) =>
  Buffer.from(await member.api.eras.file({ params: { eraUuid, format } }))

interface Written {
  charts: { title: string; values: Record<string, number> }[]
  projects: { project: string; branch: string }[]
  vulnerabilities: { project: string; package: string; vulnerability: string }[]
  fixes: { package: string; daysToFix: number; fixedBy: string }[]
  licenses: { license: string; components: number }[]
  licenseTexts: { license: string; text: string }[]
  components: { component: string; licenses: string }[]
  summary: Record<string, string>
}
const jsonOf = async (eraUuid: string, member = admin) =>
  JSON.parse((await fileOf(eraUuid, 'json', member)).toString()) as Written

describe('POST /eras and GET /eras/{id}', () => {
  test('returns 201 with an id, then 404 with the percentage as text, then 100', async () => {
    const response = await fetch(`${server.url}/api/v1/eras`, {
      method: 'POST',
      headers: { authorization: admin.authorization, 'content-type': 'application/json' },
      body: '{}',
    })
    const id = await response.text()
    expect([response.status, id]).toEqual([201, expect.stringMatching(/^[\da-f-]{36}$/)])
    const first = await get(id)
    if (first.status === 404) expect(await first.text()).toMatch(/^\d{1,2}$/)
    await waitUntilReady(admin, id)
    const ready = await get(id)
    expect([ready.status, await ready.text()]).toEqual([200, '100'])
  })

  test('rejects an unknown id with an error instead of a percentage', async () => {
    const params = { eraUuid: randomUUID() }
    await expect(admin.api.eras.progress({ params })).rejects.toThrow(ApiError)
  })

  test.each([
    [{ startDate: '2026-02-01', endDate: '2026-01-01' }, 'dateFilterError'],
    [{ startDate: '2001-01-01', endDate: '2026-01-01' }, 'dateFilterError'],
    [{ formats: [] }, 'invalidInput'],
    [{ formats: ['pdf', 'pdf'] }, 'invalidInput'],
    [{ formats: ['exe'] }, 'invalidInput'],
    [{ sections: ['everything'] }, 'invalidInput'],
    [{ branch: 'main' }, 'invalidInput'],
    [{ tag: 'a', teamUuid: randomUUID() }, 'invalidInput'],
  ])('rejects %j', async (body, errorType) => {
    const response = await fetch(`${server.url}/api/v1/eras`, {
      method: 'POST',
      headers: { authorization: admin.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([response.status, await response.json()]).toMatchObject([400, { errorType }])
  })

  test.each([
    ['team', () => ({ teamUuid: teams.far })],
    ['project', () => ({ projectUuid: projects.far })],
    ['tag', () => ({ tag: 'unknown' })],
    ['branch', () => ({ projectUuid: projects.near, branch: 'gone' })],
  ])('returns 404 for a %s out of scope', async (_what, body) => {
    await expect(viewer.api.eras.create({ body: body() })).rejects.toMatchObject({ status: 404 })
  })
})

test('every format has what was checked beside the scores, and no score that was not measured', async () => {
  const member = await server.newAccount()
  const file = filePart(
    jsonBytes({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [
        { type: 'library', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' },
        { type: 'library', name: 'unversioned', purl: 'pkg:npm/unversioned' },
      ],
    }),
  )
  await member.api.uploads.intoNew({ body: { file, url: 'https://example.org/partly', branch: 'main' } })
  const eraUuid = await make(member, { formats: [...eraFormats] })
  const [project] = (await jsonOf(eraUuid, member)).projects
  expect(project).toMatchObject({ checked: 1, components: 2, security: expect.any(Number), stability: null })
  // CSV names columns as JSON does.
  for (const format of ['html', 'md'] as const)
    expect((await fileOf(eraUuid, format, member)).toString()).toMatch(/Open.{1,80}Checked.{1,80}Components/s)
  expect((await fileOf(eraUuid, 'csv', member)).toString()).toMatch(/^list,.*,checked,/)
})

describe('the purpose of a report', () => {
  const listsOf = async (eraUuid: string) =>
    JSON.parse((await fileOf(eraUuid, 'json')).toString()) as {
      title: string
      subject: string
      facts: Record<string, string>
      summary: Record<string, string>
    } & Record<string, Record<string, unknown>[]>
  const pagesOf = async (eraUuid: string) =>
    (await fileOf(eraUuid, 'pdf')).toString('latin1').match(/\/Type \/Page\b/g)!.length

  test('executives get a verdict, the top risks, targets and what was done, on one page', async () => {
    const { accountUuid } = admin
    const fixTargets = { CRITICAL: 7, HIGH: 30, MEDIUM: null, LOW: null }
    await admin.api.accounts.configure({ params: { accountUuid }, body: { fixTargets } })
    const eraUuid = await make(admin, { purpose: 'executive', formats: ['pdf', 'json'] })
    const document = await listsOf(eraUuid)
    expect(document.title).toBe('Executive summary: Report of all projects')
    expect(document.subject).toMatch(
      /^\d+ of 2 projects below policy, exploited: not known, \d+ overdue; .* in the same projects\.$/,
    )
    expect(document.risks!.map((each) => each['package'])).toEqual(['minimist'])
    expect(document.targets).toMatchObject([
      { severity: 'Critical', target: '7 days' },
      { severity: 'High', target: '30 days' },
    ])
    expect(document.fixedUpgrades).toContainEqual(
      expect.objectContaining({ package: 'lodash', fixedBy: 'lodash 4.17.21', projects: 1 }),
    )
    expect(await pagesOf(eraUuid)).toBe(1)
    const [listed] = await admin.api.eras.list()
    expect(listed!.purpose).toBe('executive')
  })

  test('auditors get rules, exceptions with who made them, VEX, the age of the data, and a repeatable sample', async () => {
    const exclusion = { cve: 'CVE-2020-0001', description: 'Not reachable', version: '*' }
    await admin.api.exclusions.create({
      params: { accountUuid: admin.accountUuid },
      query: { domain: 'security' },
      body: exclusion,
    })
    await admin.api.policies.create({
      params: { accountUuid: admin.accountUuid },
      body: { name: 'No AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
    })
    const eraUuid = await make(admin, { purpose: 'audit', formats: ['json'] })
    const document = await listsOf(eraUuid)
    expect(document.facts).toMatchObject({
      'Minimum scores': expect.stringContaining('security'),
      'Fix targets': expect.stringContaining('Critical 7 days'),
    })
    expect(document.policies).toMatchObject([{ name: 'No AGPL', licenses: 'AGPL-3.0-only' }])
    expect(document.exceptions).toContainEqual(
      expect.objectContaining({
        subject: 'CVE-2020-0001',
        description: 'Not reachable',
        requestedBy: expect.stringContaining('@'),
      }),
    )
    expect(document.sample!.map((each) => String(each['project'])).toSorted()).toEqual([
      'example.org/=near',
      'example.org/far',
    ])
    expect(document.vex).toEqual([])
    expect(document.data).toBeInstanceOf(Array)
  })

  test('customers get licenses with their texts, SBOM and VEX', async () => {
    const formats = ['html', 'cdx.json', 'openvex.json'] as const
    const eraUuid = await make(admin, { purpose: 'customer', formats: [...formats] })
    const html = (await fileOf(eraUuid, 'html')).toString()
    expect(html).toContain('id="licenseTexts"')
    expect(html).not.toContain('id="vulnerabilities"')
    expect(JSON.parse((await fileOf(eraUuid, 'cdx.json')).toString())).toMatchObject({
      bomFormat: 'CycloneDX',
    })
  })
})

describe('GET /eras/{id}/report.{format}', () => {
  let eraUuid: string
  test('returns each format', async () => {
    eraUuid = await make(admin, { formats: [...eraFormats] })
    for (const format of eraFormats) expect((await fileOf(eraUuid, format)).length).toBeGreaterThan(100)
  })

  test('severities are named as in the interface', async () => {
    const text = (await fileOf(eraUuid, 'md')).toString()
    expect(text).toMatch(/\| (?:Critical|High|Medium|Low|Unrated) \|/)
    expect(text).not.toMatch(/\b(?:CRITICAL|HIGH|MEDIUM|LOW|NA)\b/)
  })

  test('JSON contains open and fixed vulnerabilities and licenses', async () => {
    const written = await jsonOf(eraUuid)
    expect(written.projects.map(({ project }) => project).toSorted()).toEqual([
      'example.org/=near',
      'example.org/far',
    ])
    expect(new Set(written.vulnerabilities.map((each) => each.package))).toEqual(new Set(['minimist']))
    expect(written.fixes.length).toBeGreaterThan(0)
    expect(written.fixes[0]).toMatchObject({ package: 'lodash', fixedBy: 'lodash 4.17.21', daysToFix: 0 })
    expect(written.summary['Fixed in the period']).toBe(String(written.fixes.length))
    expect(written.summary['Open at the end']).toBe(String(written.vulnerabilities.length))
    const components = written.components.filter(({ licenses }) => licenses === 'MIT').length
    expect(components).toBeGreaterThan(0)
    expect(written.licenses).toContainEqual({ license: 'MIT', name: 'MIT License', components })
    expect(written.licenseTexts.find(({ license }) => license === 'MIT')!.text).toContain(
      'Permission is hereby granted',
    )
  })

  test('the charts of a period that ends today include today, and no days to fix without a fix', async () => {
    const { charts, summary, fixes } = await jsonOf(eraUuid)
    const valuesOf = (name: string) => charts.find(({ title }) => title.startsWith(name))!.values
    expect(String(Object.values(valuesOf('Scans since')).at(-1))).toBe(summary['Scans'])
    const fixed = Object.entries(valuesOf('Vulnerabilities fixed')).filter(([, count]) => count > 0)
    expect(fixes.length).toBeGreaterThan(0)
    expect(Object.keys(valuesOf('Median days'))).toEqual(fixed.map(([severity]) => severity))
  })

  test('CSV contains no formulas', async () => {
    const lines = (await fileOf(eraUuid, 'csv')).toString().trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^list,project,branch,/)
    expect(lines.some((line) => line.startsWith('vulnerabilities,'))).toBe(true)
    const cells = lines.flatMap((line) => line.split(','))
    expect(cells.filter((cell) => /^["']?[=+@]/.test(cell) && !cell.startsWith("'"))).toEqual([])
  })

  test('PDF is tagged and bookmarked', async () => {
    const text = (await fileOf(eraUuid, 'pdf')).toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.7')
    for (const part of ['/Marked true', '/Lang (en-US)', '/S /TH', '/S /Figure']) expect(text).toContain(part)
    for (const title of ['Open vulnerabilities by upgrade', 'What was done', 'Licenses in use'])
      expect(text).toContain(`/Title (${title})`)
  })

  test("PDF and HTML begin with the account's logo, unless it is not an image", async () => {
    const { api, accountUuid } = await server.newAccount()
    const png = pngOf({ width: 1, height: 1, color: 6, data: deflateSync(Buffer.from([0, 9, 9, 9, 255])) })
    const broken = pngOf({ width: 1, height: 1, color: 6, data: Buffer.from('broken') })
    const imageOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
    const filesWith = async (bytes: Buffer) => {
      const body = { image: imageOf(bytes) }
      await api.properties.setOfAccount({ params: { accountUuid, name: 'logo' }, body })
      const made = await api.eras.create({ body: { formats: ['pdf', 'html'] } })
      const params = { eraUuid: made }
      await expect.poll(() => api.eras.progress({ params }), { timeout: 120_000 }).toBe(100)
      const [pdf, html] = await Promise.all(
        (['pdf', 'html'] as const).map((format) => api.eras.file({ params: { ...params, format } })),
      )
      return [Buffer.from(pdf!).toString('latin1'), Buffer.from(html!).toString()]
    }
    const [pdf, html] = await filesWith(png)
    expect(pdf).toContain('/Alt (Logo)')
    expect(pdf).toContain('/Subtype /Image')
    expect(html).toContain(`src="${imageOf(png)}"`)
    const [pdfWithout, htmlWithout] = await filesWith(broken)
    expect(pdfWithout).not.toContain('/Alt (Logo)')
    expect(htmlWithout).not.toContain('<img')
  })

  test('HTML escapes names and loads nothing', async () => {
    const html = (await fileOf(eraUuid, 'html')).toString()
    expect(html).toContain("default-src 'none'")
    expect(html).toContain('<h2 id="fixes">Fixed vulnerabilities</h2>')
    expect(html).toMatch(/<svg role="img" aria-label="Open vulnerabilities at the end of the period: /)
    expect(html).not.toMatch(/<script|https?:\/\/[^<"]*\.(?:js|css)/)
  })

  test('XLSX has a sheet per list', async () => {
    const bytes = await fileOf(eraUuid, 'xlsx')
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    for (let sheet = 1; sheet <= 7; sheet++)
      expect(bytes.includes(`xl/worksheets/sheet${sheet}.xml`)).toBe(true)
  })

  test('Markdown contains the tables', async () => {
    const text = (await fileOf(eraUuid, 'md')).toString()
    expect(text).toContain('## Fixed vulnerabilities')
    expect(text).toContain('| minimist |')
  })

  test('CycloneDX and SPDX list each component once, OpenVEX each statement', async () => {
    const read = async (format: EraFormat) => JSON.parse((await fileOf(eraUuid, format)).toString())
    const names = ['left-pad', 'lodash', 'minimist']
    const { bomFormat, components } = await read('cdx.json')
    expect(bomFormat).toBe('CycloneDX')
    expect(components.map(({ name }: { name: string }) => name).toSorted()).toEqual(names)
    const { spdxVersion, packages, relationships } = await read('spdx.json')
    expect(spdxVersion).toBe('SPDX-2.3')
    expect(packages.map(({ name }: { name: string }) => name).toSorted()).toEqual(names)
    expect(relationships).toHaveLength(packages.length)
    const { statements } = await read('openvex.json')
    expect(statements.length).toBeGreaterThan(0)
    expect(statements[0].products[0].subcomponents[0]['@id']).toContain('pkg:npm/minimist')
  })

  test('CycloneDX and SPDX add package URLs to components without one', async () => {
    const { api, authorization } = await server.newAccount()
    const created = await fetch(`${server.url}/api/v1/builds`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ branch: 'main', url: 'https://example.org/listed' }),
    })
    const id = created.headers.get('location')!.split('/').at(-1)!
    const content = 'ggplot2,3.3.0\n'
    await api.builds.submit({ params: { id }, body: { content, language: 'r' } })
    await api.builds.start({ params: { id } })
    await expect.poll(async () => (await api.builds.get({ params: { id } })).status).toBe('success')
    const eraUuid = await api.eras.create({ body: { formats: ['cdx.json', 'spdx.json'] } })
    await expect.poll(() => api.eras.progress({ params: { eraUuid } }), { timeout: 120_000 }).toBe(100)
    const { uuid: projectUuid } = await api.builds.get({ params: { id } })
    const files = await Promise.all(
      (['cdx.json', 'spdx.json'] as const).map((format) => api.eras.file({ params: { eraUuid, format } })),
    )
    const inventory = await api.scans.inventory({ params: { projectUuid } })
    for (const text of [...files.map((bytes) => Buffer.from(bytes).toString()), JSON.stringify(inventory)])
      expect(text).toContain('"pkg:cran/ggplot2@3.3.0"')
  })

  test('has its content type and is a download', async () => {
    const response = await get(`${eraUuid}/report.csv`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="report-${eraUuid}.csv"`)
  })

  test.each(['exe', 'toString', '__proto__', '..%2Fjson', ''])('has no file %j', async (format) => {
    expect([400, 404]).toContain((await get(`${eraUuid}/report.${format}`)).status)
  })

  test('has only the requested formats', async () => {
    const plain = await make(admin, { formats: ['json'], sections: ['fixes'] })
    expect((await get(`${plain}/report.pdf`)).status).toBe(404)
    const written = await jsonOf(plain)
    expect(Object.keys(written)).not.toContain('vulnerabilities')
    expect(written.fixes.length).toBeGreaterThan(0)
  })
})

describe('the language of a report', () => {
  const makeReportIn = async (language: string, body: NewEra) => {
    const response = await fetch(`${server.url}/api/v1/eras`, {
      method: 'POST',
      headers: {
        authorization: admin.authorization,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
    })
    const eraUuid = await response.text()
    await waitUntilReady(admin, eraUuid)
    return async (format: EraFormat) => (await fileOf(eraUuid, format)).toString('utf8')
  }

  test('is that of the browser in files for people, and English in files for programs', async () => {
    const formats = ['pdf', 'html', 'md', 'csv', 'json'] as const
    const german = await makeReportIn('de-AT,de;q=0.9', { formats: [...formats] })
    const english = await makeReportIn('en', { formats: [...formats] })
    const pdf = await german('pdf')
    for (const part of ['/Lang (de-DE)', '/Title (Zusammenfassung)', '/Title (Was getan wurde)'])
      expect(pdf).toContain(part)
    const html = await german('html')
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('<title>Bericht zu allen Projekten</title>')
    expect(html).toContain('<h2 id="fixes">Behobene Schwachstellen</h2>')
    expect(html).toMatch(/aria-label="Offene Schwachstellen am Ende des Zeitraums: Kritisch \d/)
    const markdown = await german('md')
    expect(markdown).toContain('## Zusammenfassung')
    expect(markdown).toMatch(/\| (?:Kritisch|Hoch|Mittel|Niedrig|Ohne Bewertung) \|/)
    for (const text of [html, markdown])
      expect(text).not.toMatch(/\b(?:Vulnerabilit|Severity|Fixed|Summary|Projects|Licenses)/)
    expect(await german('csv')).toBe(await english('csv'))
    const factsOf = (text: string) => Object.keys(JSON.parse(text).facts as object)
    expect(factsOf(await german('json'))).toEqual(factsOf(await english('json')))
  })

  test('of a schedule is that of its creator', async () => {
    const creator = await server.addMember(admin, 'Administrator')
    await creator.api.users.update({ body: { language: 'de' } })
    const { uuid, name } = await creator.api.eras.createSchedule({
      body: { every: 'week', projectUuid: projects.far, formats: ['html'] },
    })
    expect(name).toBe('Bericht zu example.org/far')
    await server.db
      .updateTable('report_schedule')
      .set({ next_at: new Date(Date.now() - 1000) })
      .where('uuid', '=', uuid)
      .execute()
    await planErasJob.run(server.context, {}, { priority: 'refresh' })
    const era = (await admin.api.eras.list()).find((each) => each.name === name)!
    await waitUntilReady(admin, era.uuid)
    expect((await fileOf(era.uuid, 'html')).toString()).toContain('<html lang="de">')
    await admin.api.eras.removeSchedule({ params: { scheduleUuid: uuid } })
  })
})

describe('content of and access to a report', () => {
  test("a team viewer's report is limited to the team, and hidden from other teams", async () => {
    const eraUuid = await make(viewer, { formats: ['json'] })
    const { projects: held } = await jsonOf(eraUuid, viewer)
    expect(held.map(({ project }) => project)).toEqual(['example.org/=near'])
    const other = await server.addMember(admin, 'Team viewer', teams.far)
    expect((await get(`${eraUuid}/report.json`, other)).status).toBe(404)
    expect((await other.api.eras.list()).map(({ uuid }) => uuid)).not.toContain(eraUuid)
    expect((await admin.api.eras.list()).map(({ uuid }) => uuid)).toContain(eraUuid)
  })

  test('a report of the account is hidden from team viewers', async () => {
    const eraUuid = await make(admin, { formats: ['json'] })
    expect((await get(`${eraUuid}/report.json`, viewer)).status).toBe(404)
  })

  test('a member who leaves the team loses access to its report', async () => {
    const leaving = await server.addMember(admin, 'Team viewer', teams.near)
    const eraUuid = await make(leaving, { teamUuid: teams.near, formats: ['json'] })
    expect((await get(`${eraUuid}/report.json`, leaving)).status).toBe(200)
    await admin.api.teams.removeMember({ params: { teamUuid: teams.near, memberUuid: leaving.uuid } })
    expect((await get(`${eraUuid}/report.json`, leaving)).status).toBe(404)
  })

  test('filters by tag and by project', async () => {
    const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'audited' } })
    await admin.api.tags.update({ params: { tagUuid }, body: { projects: [projects.far] } })
    for (const body of [{ tag: 'audited' }, { projectUuid: projects.far, branch: 'main' }]) {
      const { projects: held } = await jsonOf(await make(admin, { ...body, formats: ['json'] }))
      expect(held.map(({ project }) => project)).toEqual(['example.org/far'])
    }
  })
})

describe('DELETE /eras/{id}', () => {
  test('deletes the report with its files', async () => {
    const eraUuid = await make(admin, { formats: ['json'] })
    await admin.api.eras.remove({ params: { eraUuid } })
    expect((await get(eraUuid)).status).toBe(404)
    const rows = server.db.selectFrom('report_export_piece').selectAll().where('export_uuid', '=', eraUuid)
    expect(await rows.execute()).toEqual([])
  })

  test('returns 404 if the report is deleted between its lookup and the reading of its file', async () => {
    const eraUuid = await make(admin, { formats: ['json'] })
    await server.db.deleteFrom('report_export_piece').where('export_uuid', '=', eraUuid).execute()
    expect((await get(`${eraUuid}/report.json`)).status).toBe(404)
  })
})

describe('an interrupted run', () => {
  test('is restarted, and further output of the first run is discarded', async () => {
    const { beginRun, addPiece, finishRun, Superseded } = await import('#reporting/exports/run-store.ts')
    const uuid = randomUUID()
    const { accountUuid } = admin
    await server.db
      .insertInto('report_export')
      .values({
        account_uuid: accountUuid,
        uuid,
        kind: 'era',
        request: '{}',
        formats: ['json'],
        created_by: admin.email,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    const of = { accountUuid, uuid }
    const first = { ...of, attempt: (await beginRun(server.db, of))!.attempt }
    const piece = { format: 'json', number: 0, content: new Uint8Array([1]) }
    await addPiece(server.db, first, piece)
    const second = { ...of, attempt: (await beginRun(server.db, of))!.attempt }
    await expect(addPiece(server.db, first, { ...piece, number: 1 })).rejects.toThrow(Superseded)
    await expect(finishRun(server.db, first)).rejects.toThrow(Superseded)
    await addPiece(server.db, second, piece)
    await finishRun(server.db, second)
    const pieces = await server.db
      .selectFrom('report_export_piece')
      .select('attempt')
      .where('export_uuid', '=', uuid)
      .execute()
    expect(pieces).toEqual([{ attempt: second.attempt }])
    expect(await beginRun(server.db, of)).toBeUndefined()
    await server.db.deleteFrom('report_export').where('uuid', '=', uuid).execute()
  })
})

describe('schedules', () => {
  const dueNow = (uuid: string) =>
    server.db
      .updateTable('report_schedule')
      .set({ next_at: new Date(Date.now() - 1000) })
      .where('uuid', '=', uuid)
      .execute()

  test('generate a report when due, notify their creator, and continue with the next period', async () => {
    const { uuid } = await admin.api.eras.createSchedule({
      body: { every: 'week', name: 'Weekly of Near', teamUuid: teams.near, formats: ['json'] },
    })
    await dueNow(uuid)
    await planErasJob.run(server.context, {}, { priority: 'refresh' })
    const era = (await admin.api.eras.list()).find(({ name }) => name === 'Weekly of Near')!
    expect(era.isScheduled).toBe(true)
    await waitUntilReady(admin, era.uuid)
    const mail = (await server.mailed()).filter(({ subject }) => subject === 'Report ready: Weekly of Near')
    expect(mail.map(({ to }) => to)).toEqual([admin.email])
    expect(mail[0]!.text).toContain('/reports')
    const schedule = (await admin.api.eras.schedules()).find((each) => each.uuid === uuid)!
    expect(schedule).toMatchObject({ every: 'week', problem: null })
    expect(schedule.nextAt).toBeGreaterThan(Date.now())
    await admin.api.eras.removeSchedule({ params: { scheduleUuid: uuid } })
    expect((await admin.api.eras.schedules()).map((each) => each.uuid)).not.toContain(uuid)
  })

  test('of a member who left the team report an error and generate nothing', async () => {
    const leader = await server.addMember(admin, 'Team collaborator', teams.far)
    const { uuid } = await leader.api.eras.createSchedule({
      body: { every: 'month', name: 'Monthly of Far' },
    })
    await admin.api.teams.removeMember({ params: { teamUuid: teams.far, memberUuid: leader.uuid } })
    await dueNow(uuid)
    await planErasJob.run(server.context, {}, { priority: 'refresh' })
    expect((await admin.api.eras.list()).map(({ name }) => name)).not.toContain('Monthly of Far')
    const schedule = (await admin.api.eras.schedules()).find((each) => each.uuid === uuid)!
    expect(schedule.problem).toContain('may no longer read')
  })

  test('of an account with too many pending reports do not delay others', async () => {
    const crowded = await server.newAccount()
    const about = {
      account_uuid: crowded.accountUuid,
      kind: 'era',
      request: '{}',
      formats: [],
      created_by: '',
    }
    const full = Array.from({ length: limits.unfinishedExports }, () => ({
      ...about,
      uuid: randomUUID(),
      expires_at: new Date(Date.now() + dayMs),
    }))
    await server.db.insertInto('report_export').values(full).execute()
    const requests = [crowded, admin].map((member) =>
      member.api.eras.createSchedule({ body: { every: 'week', name: 'Beside', formats: ['json'] } }),
    )
    for (const { uuid } of await Promise.all(requests)) await dueNow(uuid)
    await planErasJob.run(server.context, {}, { priority: 'refresh' })
    expect(await crowded.api.eras.schedules()).toMatchObject([
      { problem: expect.stringContaining('Too many') },
    ])
    expect((await admin.api.eras.list()).map(({ name }) => name)).toContain('Beside')
  })

  test('cannot be created by viewers', async () => {
    await expect(viewer.api.eras.createSchedule({ body: { every: 'week' } })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('GET /eras/config', () => {
  test('lists the available options', async () => {
    const config = await viewer.api.eras.config()
    expect(config.formats).toEqual([...eraFormats])
    expect(config).toMatchObject({ sendsMail: true, keptDays: 90, intervals: ['week', 'month'] })
  })
})
