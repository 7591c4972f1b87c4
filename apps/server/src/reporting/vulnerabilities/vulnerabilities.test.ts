import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

async function scan(url: string, packages: string[], by = { member, branch: 'main' }) {
  const body = { file: filePart(npmInventory(packages)), url, branch: by.branch }
  const build = await by.member.api.uploads.intoNew({ body })
  return { projectUuid: build.uuid, reportUuid: build.reportUuid! }
}

const get = (id: string) => member.api.vulnerabilities.get({ params: { id } })
const where = (id: string, query = {}) => member.api.vulnerabilities.occurrences({ params: { id }, query })

describe('GET /vulns/{database}', () => {
  const list = (database: string, query = {}) =>
    member.api.vulnerabilities.list({ params: { database }, query })
  const find = (database: string, id: string) => member.api.vulnerabilities.find({ params: { database, id } })

  test('returns an advisory with every key in each of its databases', async () => {
    const { uuid } = await get('CVE-2019-10744')
    const advice = await find('nodejs', 'CVE-2019-10744')
    expect(advice).toMatchObject({
      id: uuid,
      library: { name: 'lodash', language: 'nodejs' },
      versionRange: '[,4.17.12)',
      severity: 'CRITICAL',
      cve: 'CVE-2019-10744',
      cwe: 'CWE-20',
      cvss: 9.1,
      type: 'SECURITY',
      active: true,
      fixedVersions: ['4.17.12'],
      fixedInVersions: ['4.17.12'],
      source: 'ASY-2019-10744',
    })
    expect(advice.description).toContain('lodash')
    for (const database of ['npm', 'all', 'nvd', 'NVD-me', 'nvd-raw', 'gha'])
      expect(await find(database, 'ghsa-jf85-cpcp-j695')).toMatchObject({ id: uuid })
  })

  test('contains Log4Shell', async () => {
    expect(await find('java', 'CVE-2021-44228')).toMatchObject({
      library: { language: 'java' },
      severity: 'CRITICAL',
    })
  })

  test.each([
    ['python', 'CVE-2019-10744'],
    ['cwe', 'CWE-99999'],
    ['cpe', 'CVE-2019-10744'],
    ['all', 'CVE-1999-9999'],
    ['cobol', 'CVE-2019-10744'],
  ])('returns 404 in %s for %s', async (database, id) => {
    await expect(find(database, id)).rejects.toMatchObject({ status: 404 })
  })

  test('lists the newest first, filtered by severity, CVE and package, in pages', async () => {
    const all = await list('nodejs', { limit: 200 })
    expect(all.length).toBeGreaterThan(5)
    expect(new Set(all.map(({ library }) => library.language))).toEqual(new Set(['nodejs']))
    const ids = all.map(({ id }) => id)
    const dates = await Promise.all(ids.map(async (id) => (await get(id)).publishedAt ?? 0))
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    const page = await list('nodejs', { limit: 2, offset: 1 })
    expect(page.map(({ id }) => id)).toEqual(ids.slice(1, 3))
    const critical = await list('all', { severity: 'CRITICAL', limit: 200 })
    expect(new Set(critical.map(({ severity }) => severity))).toEqual(new Set(['CRITICAL']))
    expect(await list('all', { filters: 'severity=CRITICAL', limit: 200 })).toEqual(critical)
    const ofLodash = await list('all', { name: 'lodash' })
    expect(ofLodash.map(({ cve }) => cve)).toContain('CVE-2019-10744')
    expect(new Set(ofLodash.map(({ library }) => library.name))).toEqual(new Set(['lodash']))
    expect(await list('all', { cve: 'cve-2019-10744' })).toMatchObject([{ cve: 'CVE-2019-10744' }])
    expect(await list('cpe')).toEqual([])
    await expect(list('cobol')).rejects.toMatchObject({ status: 404 })
  })

  test('filters by the severity that is sent, rates malware as critical and names no placeholder as a fix', async () => {
    const record = (id: string, name: string, more: object = {}) => {
      const events = [{ introduced: '0' }, { fixed: '999.999.999' }]
      const affected = [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }]
      return JSON.stringify({ id, modified: '2024-01-01T00:00:00Z', affected, ...more })
    }
    const origins = { 'malicious-packages-origins': [{ source: 'x' }] }
    const texts = [
      { where: 'unrated.json', text: record('GHSA-2222-3333-4444', 'unrated') },
      { where: 'evil.json', text: record('GHSA-2222-3333-5555', 'evil', { database_specific: origins }) },
    ]
    await ingest(server.db, 'test', texts)
    const sent = async (name: string, severity?: 'MEDIUM' | 'CRITICAL' | 'NA') =>
      (await list('all', { name, severity })).map((each) => [each.severity, each.cvss, each.fixedVersions])
    expect(await sent('unrated')).toEqual([['MEDIUM', 5.5, []]])
    expect(await sent('unrated', 'MEDIUM')).toHaveLength(1)
    expect(await sent('unrated', 'NA')).toEqual([])
    expect(await sent('evil', 'CRITICAL')).toEqual([['CRITICAL', 9.5, []]])
    expect(await sent('evil', 'MEDIUM')).toEqual([])
    expect((await get('GHSA-2222-3333-4444')).affected).toMatchObject([{ fixedVersions: [] }])
  })

  test('lists the advisories of a weakness, and finds the newest of one', async () => {
    const { uuid } = await get('CVE-2019-10744')
    const all = await list('cwe', { limit: 200 })
    expect(all.map(({ id }) => id)).toContain(uuid)
    expect(all.every(({ cwe }) => cwe !== null)).toBe(true)
    const polluted = await list('cwe', { cwe: 'cwe-1321', limit: 200 })
    expect(polluted.map(({ id }) => id)).toContain(uuid)
    expect(polluted.length).toBeLessThan(all.length)
    expect(await list('nodejs', { cwe: 'CWE-1321', limit: 200 })).toEqual(polluted)
    expect(await find('cwe', 'CWE-1321')).toMatchObject({ id: polluted[0]!.id })
    await expect(list('cwe', { cwe: 'XSS' })).rejects.toMatchObject({ errorType: 'invalidInput' })
  })
})

describe('GET /vulnerabilities/{id}', () => {
  test('merges the content of its records', async () => {
    const shown = await get('CVE-2019-10744')
    expect(shown).toMatchObject({
      cve: 'CVE-2019-10744',
      severity: 'CRITICAL',
      cvss: 9.1,
      category: 'vulnerability',
      aliases: ['ASY-2019-10744', 'CVE-2019-10744', 'GHSA-jf85-cpcp-j695'],
      publishedAt: Date.UTC(2019, 6, 10),
      withdrawnAt: null,
      isKnownExploited: false,
      cwes: ['CWE-20', 'CWE-1321'],
      records: [{ id: 'ASY-2019-10744', cvss: { version: '3.1', score: 9.1 } }],
    })
    expect(shown.summary).toContain('lodash')
    expect(shown.details.length).toBeGreaterThan(50)
    expect(shown.links.map(({ type }) => type)).toContain('FIX')
    const lodash = shown.affected.find((each) => each.package === 'lodash')
    expect(lodash).toMatchObject({
      ecosystem: 'npm',
      language: 'nodejs',
      suffix: '',
      recordIds: ['ASY-2019-10744'],
      versions: [],
      ranges: [{ introduced: '0', fixed: '4.17.12', lastAffected: null, limit: null }],
      fixedVersions: ['4.17.12'],
    })
    expect(lodash!.url).toMatch(/^https:\/\/.*lodash/)
  })

  test('accepts every id in any spelling', async () => {
    const { uuid } = await get('CVE-2019-10744')
    const ids = ['cve-2019-10744', 'ghsa-JF85-cpcp-j695', 'ASY-2019-10744', ' CVE-2019-10744 ', uuid]
    for (const id of [...ids, uuid.toUpperCase(), `MET-${uuid.slice(0, 8)}`]) {
      expect((await get(id)).uuid).toBe(uuid)
    }
  })

  test.each(['CVE-1999-0001', 'x', '%', 'MET-00000000', 'MET-1', randomUUID()])('rejects %j', async (id) => {
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
    await expect(where(id)).rejects.toMatchObject({ status: 404 })
  })

  test('follows merged clusters, merges their records, and includes exploit data', async () => {
    const affected = (ranges: object[], versions: string[] = []) => [
      {
        package: { ecosystem: 'npm', name: 'joined' },
        ranges: [{ type: 'SEMVER', events: ranges }],
        versions,
      },
    ]
    const record = (of: object) => ({ where: 'test', text: JSON.stringify(of) })
    const kev = 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog?field_cve=CVE-2030-1000'
    await ingest(server.db, 'test', [
      record({
        id: 'GHSA-aaaa-bbbb-cccc',
        affected: affected([{ introduced: '2.0.0' }, { fixed: '2.1.0' }]),
      }),
      record({
        id: 'OTHER-1',
        withdrawn: '2030-01-01T00:00:00Z',
        affected: affected([{ introduced: '7.0.0' }]),
      }),
      record({
        id: 'PYSEC-2030-1',
        affected: affected([{ introduced: '0' }, { fixed: '1.5.0' }], ['1.4.9', '1.9.0']),
      }),
    ])
    const [older, younger, withdrawn] = await Promise.all(
      ['GHSA-aaaa-bbbb-cccc', 'PYSEC-2030-1', 'OTHER-1'].map((id) => get(id)),
    )
    expect(withdrawn).toMatchObject({ withdrawnAt: Date.UTC(2030, 0), affected: [{ package: 'joined' }] })
    await ingest(server.db, 'test', [
      record({
        id: 'CVE-2030-1000',
        aliases: ['GHSA-aaaa-bbbb-cccc', 'PYSEC-2030-1'],
        references: [{ type: 'WEB', url: kev }],
        affected: affected([{ introduced: '2.0.0' }, { fixed: '2.1.0' }]),
      }),
    ])
    await compileStale(server.db)
    const joined = await get(younger!.uuid)
    expect([older!.uuid, younger!.uuid]).toContain(joined.uuid)
    expect((await get(older!.uuid)).uuid).toBe(joined.uuid)
    expect(joined).toMatchObject({
      cve: 'CVE-2030-1000',
      isKnownExploited: true,
      exploitedBy: ['advisory'],
      withdrawnAt: null,
      records: [{ id: 'CVE-2030-1000' }, { id: 'GHSA-aaaa-bbbb-cccc' }, { id: 'PYSEC-2030-1' }],
      affected: [
        {
          recordIds: ['CVE-2030-1000', 'GHSA-aaaa-bbbb-cccc', 'PYSEC-2030-1'],
          ranges: [
            { introduced: '0', fixed: '1.5.0' },
            { introduced: '2.0.0', fixed: '2.1.0' },
          ],
          versions: ['1.9.0'],
          fixedVersions: ['1.5.0', '2.1.0'],
        },
      ],
    })
  })
})

test('includes exploit data in the vulnerability and its occurrences', async () => {
  const epss = '#model_version:v2025.03.14,score_date:2026-11-20T00:00:00+0000\ncve,epss,percentile\n'
  await ingest(server.db, 'test', [
    { text: `${epss}CVE-2020-8203,0.0125,0.79\n`, where: 'epss' },
    {
      text: JSON.stringify({ catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2020-8203' }] }),
      where: 'kev',
    },
  ])
  expect(await get('CVE-2020-8203')).toMatchObject({
    isKnownExploited: true,
    exploitedBy: ['cisa'],
    epss: 0.0125,
  })
  const { projectUuid } = await scan('https://example.org/a/signals', ['lodash@4.17.11'])
  const findings = await member.api.scans.findings({ params: { projectUuid } })
  const signalsOf = (id: string) => {
    const { isKnownExploited, epss: chance } = findings.find(({ cve }) => cve === id)!
    return [isKnownExploited, chance]
  }
  expect(signalsOf('CVE-2020-8203')).toEqual([true, 0.0125])
  expect(signalsOf('CVE-2019-10744')).toEqual([false, null])
})

describe('GET /vulnerabilities/{id}/occurrences', () => {
  test('lists affected and fixed branches, with dates and fixes', async () => {
    const id = 'CVE-2020-7598'
    const now = await scan('https://example.org/a/now', ['minimist@1.2.0'])
    const fixed = await scan('https://example.org/a/fixed', ['minimist@1.2.1'])
    const end = await scan('https://example.org/a/fixed', ['minimist@1.2.8'])
    await scan('https://example.org/a/fixed', ['minimist@1.2.0'], { member, branch: 'next' })
    await scan('https://example.org/a/never', ['lodash@4.17.4'])
    const { items, ...counts } = await where(id)
    expect(counts).toEqual({ openCount: 2, endedCount: 1, openProjects: 2, excluded: [] })
    expect(items.map(({ projectUrl, branch }) => [projectUrl, branch])).toEqual([
      ['https://example.org/a/fixed', 'next'],
      ['https://example.org/a/now', 'main'],
      ['https://example.org/a/fixed', 'main'],
    ])
    expect(items[1]).toMatchObject({
      projectUuid: now.projectUuid,
      package: 'minimist',
      ecosystem: 'npm',
      versions: ['1.2.0'],
      lifetime: { introducedReportUuid: now.reportUuid, introducedNumber: 1, endedAt: null },
    })
    expect(items[2]).toMatchObject({
      versions: ['1.2.1'],
      lifetime: {
        introducedReportUuid: fixed.reportUuid,
        endedReportUuid: end.reportUuid,
        endedNumber: 2,
        endKind: 'upgraded',
        fixedBy: 'minimist 1.2.8',
        daysToFix: 0,
      },
    })
    const part = async (query: object) => (await where(id, query)).items.map(({ branch }) => branch)
    expect(await part({ state: 'open' })).toEqual(['next', 'main'])
    expect(await part({ state: 'ended' })).toEqual(['main'])
    expect(await part({ limit: 1, offset: 1 })).toEqual(['main'])
  })

  test('lists where it is excluded and why', async () => {
    const id = 'CVE-2019-10744'
    const account = await server.newAccount()
    const body = { cve: id, description: 'no trim of such input' }
    await account.api.exclusions.create({
      params: { accountUuid: account.accountUuid },
      query: { domain: 'security' },
      body,
    })
    await scan('https://example.org/c/excluded', ['lodash@4.17.4'], { member: account, branch: 'main' })
    const { openCount, excluded } = await account.api.vulnerabilities.occurrences({ params: { id } })
    expect(openCount).toBe(0)
    expect(excluded).toMatchObject([
      {
        projectUrl: 'https://example.org/c/excluded',
        branch: 'main',
        package: 'lodash',
        versions: ['4.17.4'],
        reason: 'mitigated',
        description: 'no trim of such input',
      },
    ])
    const team = await server.addTeam(account, 'others')
    const { api } = await server.addMember(account, 'Team viewer', team)
    expect((await api.vulnerabilities.occurrences({ params: { id } })).excluded).toEqual([])
  })

  test('shows nothing of other accounts or of projects out of scope', async () => {
    const id = 'CVE-2021-23337'
    const account = await server.newAccount()
    await scan('https://example.org/b/secret', ['lodash@4.17.4'], { member: account, branch: 'main' })
    const team = await server.addTeam(account, 'others')
    const viewer = await server.addMember(account, 'Team viewer', team)
    const countOf = async ({ api }: TestMember) =>
      (await api.vulnerabilities.occurrences({ params: { id } })).openCount
    expect(await countOf(account)).toBe(1)
    expect(await countOf(viewer)).toBe(0)
    expect(await countOf(await server.newAccount())).toBe(0)
  })
})
