import { severityNames } from '@assay/engine/severity-names.ts'
import {
  saveCatalogLinks,
  saveKnownExploited,
  saveProbabilities,
} from '#knowledge/advisories/clusters/signal-store.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let teamUuid: string

/** Advisory of lodash in the starter set. */
const exploited = 'CVE-2020-8203'

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  teamUuid = await server.addTeam(member, 'Shop')
  await scan('a', ['lodash@4.17.4'], { teamUuid })
  await scan('b', ['lodash@4.17.4', 'lodash@4.17.11'])
  await scan('b', ['lodash@4.17.15'], { branch: 'next' })
  await scan('c', ['left-pad@1.3.0'])
  await server.db.transaction().execute(async (tx) => {
    await saveKnownExploited(tx, [exploited])
    await saveProbabilities(tx, new Map([['CVE-2021-23337', 0.75]]))
  })
})

async function scan(project: string, packages: string[], more: { teamUuid?: string; branch?: string } = {}) {
  const { branch = 'main', ...rest } = more
  const file = filePart(npmInventory(packages))
  const body = { file, url: `https://example.org/${project}`, branch, ...rest }
  return (await member.api.uploads.intoNew({ body })).uuid
}

type Query = NonNullable<Parameters<TestMember['api']['openVulnerabilities']['list']>[0]['query']>
const ask = (query: Query = {}, { api, accountUuid } = member) =>
  api.openVulnerabilities.list({ params: { accountUuid }, query })
const ids = async (query: Query = {}) =>
  (await ask(query)).vulnerabilities.map(({ cve, uuid }) => cve ?? uuid)

describe('GET /insights/vulnerabilities/count', () => {
  test.each<Query>([
    {},
    { severity: 'HIGH' },
    { exploited: 'true' },
    { fixable: 'false' },
    { text: 'lodash', branches: 'main' },
    { branches: '@default' },
    { project: 'example.org/b' },
    { ecosystem: 'maven' },
  ])('has as many vulnerabilities and findings as the list, for %o', async (query) => {
    const { vulnerabilities } = await ask({ ...query, all: 'true' })
    const count = await member.api.openVulnerabilities.count({
      params: { accountUuid: member.accountUuid },
      query,
    })
    expect(count).toEqual({
      vulnerabilities: vulnerabilities.length,
      findings: vulnerabilities.reduce((sum, { findings }) => sum + findings, 0),
    })
  })
})

describe('GET /insights/vulnerabilities', () => {
  test('lists each open vulnerability once, with packages, versions, projects, branches and a fix', async () => {
    const { vulnerabilities, nextCursor } = await ask()
    expect(nextCursor).toBeNull()
    const found = vulnerabilities.find(({ cve }) => cve === 'CVE-2021-23337')!
    expect(found).toMatchObject({
      epss: 0.75,
      isKnownExploited: false,
      projects: 2,
      branches: 3,
      findings: 3,
      isFixAvailable: true,
      excludedProjects: 0,
      packages: [{ ecosystem: 'npm', name: 'lodash', fixedVersions: ['4.17.21'], nearestFixes: ['4.17.21'] }],
    })
    expect(found.packages[0]!.versions.toSorted()).toEqual(['4.17.11', '4.17.15', '4.17.4'])
    expect(found.aliases).toContain('CVE-2021-23337')
    expect(found.summary).not.toBe('')
    expect(found.firstSeenAt).toBeGreaterThan(0)
    expect(new Set(vulnerabilities.map(({ uuid }) => uuid)).size).toBe(vulnerabilities.length)
  })

  test('lists known exploited ones first, whatever their severity', async () => {
    const [first, ...rest] = (await ask()).vulnerabilities
    expect(first).toMatchObject({ cve: exploited, isKnownExploited: true })
    const rank = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NA', 'NONE']
    const order = rest.map(({ severity }) => rank.indexOf(severity))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('pages contain the same rows as the whole list in each order', async () => {
    for (const sort of ['priority', 'severity', 'epss', 'published'] as const) {
      const all = await ids({ sort })
      const paged: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await ask({ sort, limit: '2', ...(cursor && { cursor }) })
        paged.push(...page.vulnerabilities.map(({ cve, uuid }) => cve ?? uuid))
        cursor = page.nextCursor
      } while (cursor)
      expect(paged).toEqual(all)
      expect(await ids({ sort, all: 'true' })).toEqual(all)
    }
    expect((await ids({ sort: 'epss' }))[0]).toBe('CVE-2021-23337')
  })

  test('rejects a cursor of another order and an unknown ecosystem', async () => {
    const { nextCursor } = await ask({ limit: '1' })
    await expect(ask({ cursor: nextCursor!, sort: 'epss' })).rejects.toMatchObject({ status: 400 })
    await expect(ask({ ecosystem: 'none such' })).rejects.toMatchObject({ status: 400 })
  })

  test('filters by severity, exploitation, ecosystem, fix, team, tag, and part of an id or package name', async () => {
    const all = await ids()
    expect(await ids({ exploited: 'true' })).toEqual([exploited])
    expect(await ids({ text: 'cve-2021-2333' })).toEqual(['CVE-2021-23337'])
    expect(await ids({ text: 'LODA' })).toEqual(all)
    expect(await ids({ text: 'nothing such' })).toEqual([])
    expect(await ids({ ecosystem: 'nodejs' })).toEqual(all)
    expect(await ids({ ecosystem: 'maven' })).toEqual([])
    expect((await ids({ fixable: 'true' })).length + (await ids({ fixable: 'false' })).length).toBe(
      all.length,
    )
    const high = (await ask({ severity: 'HIGH' })).vulnerabilities
    expect(new Set(high.map(({ severity }) => severity))).toEqual(new Set(['HIGH']))
    expect(await ids({ tags: 'nothing' })).toEqual([])
    const ofTeam = (await ask({ teamUUID: teamUuid, text: '23337' })).vulnerabilities
    expect(ofTeam).toMatchObject([{ projects: 1, branches: 1, packages: [{ versions: ['4.17.4'] }] }])
    expect((await ask({ branches: 'next', text: '23337' })).vulnerabilities).toMatchObject([{ branches: 1 }])
  })

  test("counts a project's exclusion there, and stays open in the others", async () => {
    const projectUuid = await scan('a', ['lodash@4.17.4'])
    const { accountUuid, api } = member
    await api.exclusions.create({
      params: { accountUuid },
      query: { domain: 'security' },
      body: { cve: 'CVE-2021-23337', projectUuid },
    })
    await scan('a', ['lodash@4.17.4'])
    expect((await ask({ text: '23337' })).vulnerabilities).toMatchObject([
      { projects: 1, excludedProjects: 1 },
    ])
  })

  test('shows nothing of other accounts', async () => {
    const stranger = await server.newAccount()
    expect((await ask({}, stranger)).vulnerabilities).toEqual([])
    await expect(
      stranger.api.openVulnerabilities.list({ params: { accountUuid: member.accountUuid } }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test('GET /insights/vulnerabilities.csv has a header and one line per vulnerability', async () => {
  const { accountUuid, api } = member
  const lines = (await api.openVulnerabilities.csv({ params: { accountUuid } })).trimEnd().split('\r\n')
  expect(lines[0]).toContain('id,aliases,summary,severity,cvss,epss,known exploited')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(await ids())
  const severities = lines.slice(1).map((line) => /,(Critical|High|Medium|Low|Unrated),/.exec(line)?.[1])
  const listed = (await ask({})).vulnerabilities.map(({ severity }) => severityNames[severity])
  expect(severities).toEqual(listed)
})

test('an advisory with another CVE in the catalog is known exploited here, in the report and in the fixes', async () => {
  const own = await server.newAccount()
  const file = filePart(npmInventory(['lodash@4.17.4']))
  const url = 'https://example.org/several'
  const { uuid: projectUuid } = await own.api.uploads.intoNew({ body: { file, url, branch: 'main' } })
  const cve = 'CVE-2021-23337'
  const findings = await own.api.scans.findings({ params: { projectUuid } })
  const { advisoryUuid } = findings.find((each) => each.cve === cve)!
  const other = { alias: 'CVE-2021-99999', advisory_uuid: advisoryUuid }
  await server.db.insertInto('advisory_alias').values(other).execute()
  await server.db.transaction().execute(async (tx) => {
    await saveKnownExploited(tx, [other.alias])
    await saveCatalogLinks(tx)
  })
  const { vulnerabilities } = await ask({}, own)
  const exploitedOf = (rows: { cve: string | null; isKnownExploited: boolean }[]) =>
    rows.filter(({ isKnownExploited }) => isKnownExploited).map((row) => row.cve)
  expect(exploitedOf(vulnerabilities)).toEqual([cve])
  const listed = await own.api.scans.findings({ params: { projectUuid } })
  expect(exploitedOf(listed)).toEqual([cve])
  const { upgrades } = await own.api.fixes.list({})
  expect(upgrades.map(({ knownExploited }) => knownExploited).filter(Boolean)).toEqual([1])
})
