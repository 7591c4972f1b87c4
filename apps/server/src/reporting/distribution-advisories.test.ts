import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'

const first = 'CVE-2031-8001'
const second = 'CVE-2031-8002'
const update = 'ALSA-2031:8000'

const record = (id: string, more: object) => ({
  where: 'test',
  text: JSON.stringify({
    id,
    modified: new Date().toISOString(),
    affected: [
      {
        package: { ecosystem: 'AlmaLinux:9', name: 'acmetool' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0-1.el9' }] }],
      },
    ],
    ...more,
  }),
})
const take = async (...texts: { text: string; where: string }[]) => {
  await ingest(server.db, 'test', texts)
  await compileStale(server.db)
}

/** Scans the package again and returns the counted findings. */
async function scan() {
  const purl = 'pkg:rpm/almalinux/acmetool@1.0-1.el9?distro=almalinux-9'
  const components = [{ type: 'library', name: 'acmetool', version: '1.0-1.el9', purl }]
  const file = filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }))
  const body = { file, url: 'https://example.org/image', branch: 'main' }
  const { uuid: projectUuid } = await member.api.uploads.intoNew({ body })
  const all = await member.api.scans.findings({ params: { projectUuid } })
  return all.filter(({ exclusion }) => exclusion === null)
}

const server = testServer()
const member = forAllTests(() => server.newAccount())

test('an advisory of several CVEs is found by each, and by the worst of them', async () => {
  const { api, accountUuid } = member
  await take(record(update, { summary: 'Important: acmetool security update', related: [first, second] }))
  await take({
    where: 'kev.json',
    text: JSON.stringify({ catalogVersion: '1', vulnerabilities: [{ cveID: second }] }),
  })
  await take({ where: 'epss.csv', text: `cve,epss,percentile\n${first},0.3,0.5\n${second},0.1,0.2\n` })
  const [finding] = await scan()
  expect(finding).toMatchObject({
    displayId: update,
    cve: null,
    cves: [first, second],
    severity: 'HIGH',
    isKnownExploited: true,
    epss: expect.closeTo(0.3, 3),
  })
  const { vulnerabilities } = await api.openVulnerabilities.list({
    params: { accountUuid },
    query: { text: second.toLowerCase(), exploited: 'true' },
  })
  expect(vulnerabilities).toMatchObject([{ displayId: update, epss: expect.closeTo(0.3, 3) }])
  expect(await api.vulnerabilities.get({ params: { id: first } })).toMatchObject({
    displayId: update,
    cves: [first, second],
    isKnownExploited: true,
  })
  const { upgrades } = await api.fixes.list({})
  expect(upgrades).toMatchObject([{ knownExploited: 1 }])
})

test('it is excluded if all of its CVEs are', async () => {
  const { api, accountUuid } = member
  const exclude = (cve: string) =>
    api.exclusions.create({ params: { accountUuid }, query: { domain: 'security' }, body: { cve } })
  const one = await exclude(first)
  expect(await scan()).toHaveLength(1)
  const other = await exclude(second)
  expect(await scan()).toEqual([])
  for (const { id } of [one, other])
    await api.exclusions.remove({ params: { accountUuid }, query: { domain: 'security', id } })
})

test('once each CVE has a record of its own, the finding continues as one of them', async () => {
  const [before] = await scan()
  await take(record('DEBIAN-LIKE-1', { upstream: [first] }), record('DEBIAN-LIKE-2', { upstream: [second] }))
  const findings = await scan()
  const shown = findings.map(({ displayId, recordIds }) => `${displayId} ${recordIds.includes(update)}`)
  expect(shown.toSorted()).toEqual([`${first} true`, `${second} true`])
  const since = findings.map(({ lifetime }) => lifetime!.introducedAt)
  expect(Math.min(...since)).toBe(before!.lifetime!.introducedAt)
})

test('an advisory of another module stream does not count; if the stream is unknown, its finding says so', async () => {
  const build = (at: number, version: string) => `1:${version}-1.module_el9.2.0+${at}+abcdef01`
  const fixed = (id: string, stream: number, version: string) =>
    record(id, {
      summary: `Important: acmejs:${stream} security update`,
      affected: [
        {
          package: { ecosystem: 'AlmaLinux:9', name: 'acmejs' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: build(stream, version) }] }],
        },
      ],
    })
  await take(fixed('ALSA-2031:8018', 18, '18.20.2'), fixed('ALSA-2031:8020', 20, '20.12.2'))
  const found = async (name: string, version: string, rpmmod: string) => {
    const purl = `pkg:rpm/almalinux/acmejs@${version.replace('1:', '')}?distro=almalinux-9&epoch=1${rpmmod}`
    const components = [{ type: 'library', name: 'acmejs', version, purl }]
    const file = filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }))
    const body = { file, url: `https://example.org/${name}`, branch: 'main' }
    const { uuid: projectUuid } = await member.api.uploads.intoNew({ body })
    const findings = await member.api.scans.findings({ params: { projectUuid } })
    const report = await member.api.reports.full({ params: { projectUuid }, query: {} })
    const advices = report.security.assessments.flatMap(({ reports }) =>
      reports.flatMap((each) => each.advices),
    )
    return {
      findings: findings
        .map(({ displayId, versions }) => `${displayId}${versions[0]!.isUncertain ? '?' : ''}`)
        .sort(),
      uncertain: advices.map(({ isUncertain }) => isUncertain),
    }
  }
  const old18 = build(1, '18.1.0')
  expect(await found('known', old18, '&rpmmod=acmejs%3A18%3A1%3Aa')).toEqual({
    findings: ['ALSA-2031:8018'],
    uncertain: [false],
  })
  expect(await found('unknown', old18, '')).toEqual({
    findings: ['ALSA-2031:8018?', 'ALSA-2031:8020?'],
    uncertain: [true, true],
  })
  expect(await found('other', build(2, '10.0.0'), '&rpmmod=acmejs%3A10%3A1%3Aa')).toEqual({
    findings: [],
    uncertain: [],
  })
})
