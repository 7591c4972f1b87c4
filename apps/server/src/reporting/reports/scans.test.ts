import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { assessSbom } from '@assay/engine/quality/assess-sbom.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

let urls = 0
const newUrl = () => `https://example.org/team/shop-${urls++}`

async function scan(url: string, bytes: Uint8Array, { branch = 'main', name = 'bom.json' } = {}) {
  const build = await member.api.uploads.intoNew({ body: { file: filePart(bytes, name), url, branch } })
  return { params: { projectUuid: build.uuid }, reportUuid: build.reportUuid! }
}

const purl = (key: string) => `pkg:npm/${key}`
/** shop -> express -> lodash, and shop -> lodash. */
const graph = npmInventory(['express@4.17.1', 'lodash@4.17.4', 'minimist@1.2.0'], {
  metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } },
  dependencies: [
    { ref: 'shop', dependsOn: [purl('express@4.17.1'), purl('lodash@4.17.4')] },
    { ref: purl('express@4.17.1'), dependsOn: [purl('lodash@4.17.4'), purl('minimist@1.2.0')] },
  ],
})

describe('GET /projects/{uuid}/overview', () => {
  test('has the scan, adjacent scans, branches and thresholds', async () => {
    const url = newUrl()
    const first = await scan(url, npmInventory(['minimist@1.2.0']))
    const second = await scan(url, npmInventory(['minimist@1.2.8']))
    const other = await scan(url, npmInventory(['lodash@4.17.4']), { branch: 'next' })
    const overview = await member.api.scans.overview({ params: first.params })
    expect(overview).toMatchObject({
      project: { uuid: first.params.projectUuid, url, name: expect.stringContaining('shop') },
      branch: 'main',
      scan: { uuid: second.reportUuid, number: 2, source: 'upload', outcome: 'PASS', isDeclared: false },
      minimumScores: { security: 90, stability: 80, licensing: 95 },
    })
    expect(overview.scan.vulnerabilityCount).toBe(0)
    expect(overview.scan.mitigationCount).toBe(-overview.scan.vulnerabilityDelta)
    expect(overview.scan.files).toEqual(['sbom-cdx.json'])
    expect(overview.scans.map(({ uuid, number }) => [uuid, number])).toEqual([
      [second.reportUuid, 2],
      [first.reportUuid, 1],
    ])
    expect(overview.branches.map(({ name, reportUuid }) => [name, reportUuid])).toEqual([
      ['next', other.reportUuid],
      ['main', second.reportUuid],
    ])
  })

  test("names the formula of the scan, not the account's current one", async () => {
    const owner = await server.newAccount()
    const { accountUuid } = owner
    const body = { file: filePart(npmInventory(['lodash@4.17.4'])), url: newUrl(), branch: 'main' }
    const first = await owner.api.uploads.intoNew({ body })
    const change = { securityScoring: 'graded' as const }
    await owner.api.accounts.configure({ params: { accountUuid }, body: change })
    const params = { projectUuid: first.uuid }
    const scoring = async () => (await owner.api.scans.overview({ params })).scan.securityScoring
    expect(await scoring()).toBe('cvss')
    await owner.api.uploads.intoNew({ body })
    expect(await scoring()).toBe('graded')
    const { db } = server
    await db
      .updateTable('scan')
      .set({ security_scoring: null })
      .where('account_uuid', '=', accountUuid)
      .execute()
    expect(await scoring()).toBeNull()
  })

  test('of an earlier report is unchanged, with the outcome declared since', async () => {
    const { params, reportUuid } = await scan(newUrl(), npmInventory(['lodash@4.17.4']))
    await member.api.reports.declareOutcome({ params, query: { outcome: 'PASS' } })
    const { scan: shown } = await member.api.scans.overview({ params, query: { reportUuid } })
    expect([shown.outcome, shown.isDeclared]).toEqual(['PASS', true])
    expect(shown.security).toBeLessThan(90)
  })

  test('returns 404 for a project without a scan', async () => {
    const { uuid } = await member.api.projects.create({ body: { url: newUrl() } })
    const request = member.api.scans.overview({ params: { projectUuid: uuid } })
    await expect(request).rejects.toMatchObject({ status: 404 })
  })

  test('returns 404 for an unknown branch or a report of another project', async () => {
    const [one, two] = [await scan(newUrl(), graph), await scan(newUrl(), graph)]
    for (const query of [{ branch: 'none' }, { reportUuid: two.reportUuid }]) {
      const request = member.api.scans.overview({ params: one.params, query })
      await expect(request).rejects.toMatchObject({ status: 404 })
    }
  })
})

describe('GET /projects/{uuid}/findings', () => {
  test('describes advisory, severity, matching rule, fix and dependency paths', async () => {
    const { params, reportUuid } = await scan(newUrl(), graph)
    const findings = await member.api.scans.findings({ params })
    const lodash = findings.find(({ cve }) => cve === 'CVE-2019-10744')!
    expect(lodash).toMatchObject({
      severity: 'CRITICAL',
      cvss: 9.1,
      ecosystem: 'npm',
      package: 'lodash',
      category: 'vulnerability',
      recordIds: ['ASY-2019-10744'],
      isKnownExploited: false,
      exclusion: null,
      cwes: ['CWE-20', 'CWE-1321'],
      lifetime: {
        introducedNumber: 1,
        introducedBy: 'first-scan',
        introducedReportUuid: reportUuid,
        endedAt: null,
        endKind: null,
      },
    })
    expect(lodash.fixedVersions).toContain('4.17.12')
    const [version] = lodash.versions
    expect(version).toMatchObject({ version: '4.17.4', isDirect: true, locations: ['sbom-cdx.json'] })
    expect(version!.evidence).toEqual([
      {
        recordId: 'ASY-2019-10744',
        packageName: 'lodash',
        order: 'SemVer 2.0.0',
        rule: 'every version before 4.17.12, which fixes it',
      },
    ])
    expect(version!.paths).toEqual([['lodash:4.17.4'], ['express:4.17.1', 'lodash:4.17.4']])
    expect(version!.safeVersions.latestPatch).toMatch(/^4\.17\./)
    const minimist = findings.find(({ package: name }) => name === 'minimist')!
    expect(minimist.versions[0]).toMatchObject({
      isDirect: false,
      paths: [['express:4.17.1', 'minimist:1.2.0']],
    })
  })

  test('of an earlier report include how they ended since', async () => {
    const url = newUrl()
    const first = await scan(url, npmInventory(['minimist@1.2.0', 'lodash@4.17.4']))
    const second = await scan(url, npmInventory(['minimist@1.2.8']))
    const query = { reportUuid: first.reportUuid }
    const findings = await member.api.scans.findings({ params: first.params, query })
    const endOf = (name: string) => findings.find((each) => each.package === name)!.lifetime
    expect(endOf('minimist')).toMatchObject({
      endKind: 'upgraded',
      fixedBy: 'minimist 1.2.8',
      daysToFix: 0,
      endedNumber: 2,
      endedReportUuid: second.reportUuid,
    })
    expect(endOf('lodash')).toMatchObject({ endKind: 'removed', fixedBy: 'removed' })
    expect(await member.api.scans.findings({ params: first.params })).toEqual([])
  })

  test('include excluded ones with the reason', async () => {
    const { params } = await scan(newUrl(), npmInventory(['minimist@1.2.0']))
    const { projectUuid } = params
    const made = await member.api.exclusions.create({
      params: { accountUuid: member.accountUuid },
      query: { domain: 'security' },
      body: { cve: 'CVE-2020-7598', description: 'not reachable', projectUuid },
    })
    await member.api.reports.recompute({ params })
    const findings = await member.api.scans.findings({ params })
    expect(findings.find(({ cve }) => cve === 'CVE-2020-7598')).toMatchObject({
      exclusion: { uuid: made.id, reason: 'mitigated', description: 'not reachable' },
      lifetime: null,
    })
    const counted = findings.filter(({ exclusion }) => exclusion === null)
    const { scan: shown } = await member.api.scans.overview({ params })
    expect(counted).toHaveLength(shown.vulnerabilityCount)
    expect(shown.source).toBe('rescan')
  })
})

describe('GET /projects/{uuid}/components', () => {
  test('lists each with licenses and license problems', async () => {
    const publishedAt = Date.UTC(2020, 0, 1)
    await saveReleases(server.db, member.accountUuid, {
      ecosystem: 'npm',
      name: 'lodash',
      source: 'registry.example.org',
      checkedAt: publishedAt,
      releases: ['4.17.4', '4.17.5'].map((version) => ({ version, publishedAt })),
    })
    const bare = { type: 'library', name: 'bare', version: '1.0.0', purl: purl('bare@1.0.0') }
    const document = JSON.parse(new TextDecoder().decode(graph)) as { components: object[] }
    const { params } = await scan(
      newUrl(),
      jsonBytes({ ...document, components: [...document.components, bare] }),
    )
    const components = await member.api.scans.components({ params })
    expect(components.map(({ name }) => name)).toEqual(['bare', 'express', 'lodash', 'minimist'])
    expect(components[0]).toMatchObject({
      licenses: [],
      warnings: ['No license found'],
      violations: [],
    })
    expect(components[2]).toMatchObject({
      name: 'lodash',
      version: '4.17.4',
      language: 'nodejs',
      isDirect: true,
      purl: purl('lodash@4.17.4'),
      licenses: [{ id: 'MIT', name: 'MIT License', uri: 'https://spdx.org/licenses/MIT.html' }],
    })
    expect(components[2]!.latestPatch).toBe('4.17.5')
    expect(components[3]!.latestPatch).toBeNull()
  })
})

describe('GET /projects/{uuid}/comparison', () => {
  const packagesOf = (list: { package: string }[]) => [...new Set(list.map((each) => each.package))]

  test('groups findings into introduced, fixed, dropped and unchanged, older scan first', async () => {
    const url = newUrl()
    const first = await scan(url, npmInventory(['minimist@1.2.0', 'lodash@4.17.4', 'axios@0.21.0']))
    const { params } = first
    const minimist = {
      library: { name: 'minimist', language: 'nodejs' },
      version: '*',
      projectUuid: params.projectUuid,
    }
    await member.api.exclusions.create({
      params: { accountUuid: member.accountUuid },
      query: { domain: 'security' },
      body: minimist,
    })
    const second = await scan(url, npmInventory(['minimist@1.2.0', 'lodash@4.17.5', 'node-fetch@2.6.0']))
    // In either order.
    const query = { from: second.reportUuid, to: first.reportUuid }
    const comparison = await member.api.scans.compare({ params, query })
    expect([comparison.from.uuid, comparison.to.uuid]).toEqual([first.reportUuid, second.reportUuid])
    expect(packagesOf(comparison.introduced)).toEqual(['node-fetch'])
    expect(packagesOf(comparison.fixed)).toEqual(['axios'])
    expect(packagesOf(comparison.dropped)).toEqual(['minimist'])
    expect(packagesOf(comparison.unchanged)).toEqual(['lodash'])
    expect(comparison.unchanged[0]).toMatchObject({ before: ['4.17.4'], after: ['4.17.5'] })
    expect(comparison.fixed[0]).toMatchObject({ before: ['0.21.0'], after: [] })
    const { from, to, introduced, fixed, dropped, unchanged } = comparison
    expect(fixed.length + dropped.length + unchanged.length).toBe(from.vulnerabilityCount)
    expect(introduced.length + unchanged.length).toBe(to.vulnerabilityCount)
  })

  test('compares two branches in the given order', async () => {
    const url = newUrl()
    const main = await scan(url, npmInventory(['minimist@1.2.0', 'lodash@4.17.4']))
    const next = await scan(url, npmInventory(['lodash@4.17.4', 'axios@0.21.0']), { branch: 'next' })
    const query = { from: next.reportUuid, to: main.reportUuid }
    const { from, to, ...lists } = await member.api.scans.compare({ params: main.params, query })
    expect([from.branch, to.branch]).toEqual(['next', 'main'])
    expect(packagesOf(lists.introduced)).toEqual(['minimist'])
    expect(packagesOf(lists.fixed)).toEqual(['axios'])
    expect(packagesOf(lists.unchanged)).toEqual(['lodash'])
  })

  test('lists the components that were added, removed, upgraded and relicensed, with their findings', async () => {
    const url = newUrl()
    const licensed = (id: string) => ({
      components: [
        {
          type: 'library',
          name: 'moment',
          version: '2.30.1',
          purl: 'pkg:npm/moment@2.30.1',
          licenses: [{ license: { id } }],
        },
      ],
    })
    const bom = (keys: string[], id: string) => {
      const listed = JSON.parse(Buffer.from(npmInventory(keys)).toString()) as { components: object[] }
      return jsonBytes({ ...listed, components: [...listed.components, ...licensed(id).components] })
    }
    const before = ['axios@0.21.0', 'lodash@4.17.20', 'minimist@1.2.8', 'left-pad@1.3.0']
    const after = ['lodash@4.17.21', 'minimist@1.2.0', 'left-pad@1.3.0', 'qs@6.9.7']
    const first = await scan(url, bom(before, 'MIT'))
    await scan(url, bom(after, 'Apache-2.0'))
    const { components } = await member.api.scans.compare({ params: first.params })
    expect(components.map((each) => [each.package, each.kind])).toEqual([
      ['axios', 'removed'],
      ['lodash', 'upgraded'],
      ['minimist', 'downgraded'],
      ['moment', 'relicensed'],
      ['qs', 'added'],
    ])
    const [axios, lodash, minimist, moment] = components
    expect(axios).toMatchObject({ ecosystem: 'npm', before: [{ version: '0.21.0' }], after: [] })
    expect(axios!.fixed).toBeGreaterThan(0)
    expect(lodash).toMatchObject({ before: [{ version: '4.17.20' }], after: [{ version: '4.17.21' }] })
    expect([lodash!.fixed > 0, lodash!.introduced]).toEqual([true, 0])
    expect([minimist!.introduced > 0, minimist!.fixed]).toEqual([true, 0])
    expect([moment!.before[0]!.licenses, moment!.after[0]!.licenses]).toEqual([['MIT'], ['Apache-2.0']])
  })

  test('compares published versions by their names, whatever was scanned since', async () => {
    const url = newUrl()
    const { params } = await scan(url, npmInventory(['left-pad@1.0.0']))
    await member.api.versions.create({ params, body: { name: '1.0' } })
    await scan(url, npmInventory(['left-pad@1.1.0']))
    await member.api.versions.create({ params, body: { name: '1.1' } })
    await scan(url, npmInventory(['left-pad@1.2.0', 'qs@6.9.7']))
    const compare = (query: object) => member.api.scans.compare({ params, query })
    const changes = async (query: object) =>
      (await compare(query)).components.map(({ before, after }) => [before[0]?.version, after[0]?.version])
    expect(await changes({ fromVersion: '1.0', toVersion: '1.1' })).toEqual([['1.0.0', '1.1.0']])
    expect(await changes({ fromVersion: '1.1' })).toEqual([
      ['1.1.0', '1.2.0'],
      [undefined, '6.9.7'],
    ])
    await expect(compare({ fromVersion: '9' })).rejects.toMatchObject({ status: 404 })
  })

  test('without a base, goes back to the last scan that differs', async () => {
    const url = newUrl()
    const numbers = async (query = {}) => {
      const { from, to, components } = await member.api.scans.compare({ params, query })
      return [from.branch, from.number, to.branch, to.number, components.length]
    }
    const { params, reportUuid } = await scan(url, npmInventory(['left-pad@1.0.0']))
    await expect(member.api.scans.compare({ params })).rejects.toMatchObject({ status: 404 })
    await scan(url, npmInventory(['left-pad@1.0.0']))
    expect(await numbers()).toEqual(['main', 1, 'main', 2, 0])
    await scan(url, npmInventory(['left-pad@1.1.0']))
    // The first one is compared with the last.
    expect(await numbers({ to: reportUuid })).toEqual(['main', 1, 'main', 3, 1])
    await scan(url, npmInventory(['left-pad@1.1.0']))
    expect(await numbers()).toEqual(['main', 2, 'main', 4, 1])
    await scan(url, npmInventory(['left-pad@1.3.0', 'qs@6.9.7']), { branch: 'next' })
    expect(await numbers({ toBranch: 'next' })).toEqual(['main', 4, 'next', 1, 2])
    expect(await numbers({ fromBranch: 'next', toBranch: 'main' })).toEqual(['next', 1, 'main', 4, 2])
    expect(await numbers({ from: reportUuid, toBranch: 'next' })).toEqual(['main', 1, 'next', 1, 2])
  })

  test('as Markdown, names what changed and leads to the page', async () => {
    const url = newUrl()
    const first = await scan(url, npmInventory(['lodash@4.17.20']))
    const second = await scan(url, npmInventory(['lodash@4.17.21', 'left-pad@1.3.0']))
    const { projectUuid } = first.params
    const file = async (format: string, query = {}) => {
      const bytes = await member.api.scans.compareFile({ params: { projectUuid, format }, query })
      return Buffer.from(bytes).toString()
    }
    const text = await file('md')
    expect(text).toContain('| Upgraded | lodash | 4.17.20 | 4.17.21 |')
    expect(text).toMatch(/\| Added \| left-pad \| {2}\| 1\.3\.0 \|/)
    expect(text).toContain('CVE-2021-23337')
    expect(text).toContain(`/projects?pid=${projectUuid}&branch=main&reportUuid=${second.reportUuid}`)
    const same = { from: first.reportUuid, to: first.reportUuid }
    expect(await file('md', same)).toContain('Nothing differs between')
    const { components } = JSON.parse(await file('json')) as { components: unknown[] }
    expect(components).toHaveLength(2)
    expect((await file('pdf')).slice(0, 5)).toBe('%PDF-')
    await expect(file('exe')).rejects.toMatchObject({ status: 404 })
  })

  test('returns 404 for a report of another project', async () => {
    const [one, two] = [await scan(newUrl(), graph), await scan(newUrl(), graph)]
    const query = { from: one.reportUuid, to: two.reportUuid }
    const request = member.api.scans.compare({ params: one.params, query })
    await expect(request).rejects.toMatchObject({ status: 404 })
  })
})

describe('GET /reports/{uuid}/sbom-cdx.json', () => {
  test('can be scanned again with the same result', async () => {
    const { params, reportUuid } = await scan(newUrl(), graph)
    const bom = await member.api.scans.inventory({ params })
    expect(bom.serialNumber).toBe(`urn:uuid:${reportUuid}`)
    const again = await scan(newUrl(), jsonBytes(bom))
    const [before, after] = await Promise.all(
      [params, again.params].map(async (of) => ({
        findings: await member.api.scans.findings({ params: of }),
        components: await member.api.scans.components({ params: of }),
      })),
    )
    // The exported document says in which file each component was.
    const untimed = (list: typeof before) =>
      list!.components.map((each) => ({ ...each, licensedAt: null, found: null }))
    expect(untimed(after)).toEqual(untimed(before))
    const withoutTimes = (list: typeof before) => list!.findings.map((each) => ({ ...each, lifetime: null }))
    expect(withoutTimes(after)).toEqual(withoutTimes(before))
    expect((await member.api.scans.overview({ params: again.params })).scan.issues).toEqual([])
  })
})

describe('the minimum elements of the exported inventory', () => {
  const lacking = async (inventory: Uint8Array) => {
    const exported = await member.api.scans.inventory({ params: (await scan(newUrl(), inventory)).params })
    const [ntia, , bsi] = assessSbom(exported)!.profiles
    const idsOf = (profile: typeof ntia) =>
      profile!.rules.filter(({ met, of }) => met < of).map(({ id }) => id)
    return { ntia: idsOf(ntia), bsi: idsOf(bsi), compositions: exported.compositions }
  }

  test('are those that are known: its author, graph and completeness', async () => {
    const { ntia, bsi, compositions } = await lacking(graph)
    expect(ntia).toEqual(['supplier'])
    expect(bsi).not.toContain('dependencies')
    expect(compositions[0]!.aggregate).toBe('complete')
  })

  test('without a graph, it is not called complete', async () => {
    const { ntia, compositions } = await lacking(npmInventory(['lodash@4.17.4']))
    expect(ntia).toEqual(['dependencies', 'supplier'])
    expect(compositions[0]!.aggregate).toBe('unknown')
  })

  test('with a component that nothing needs, it is called incomplete', async () => {
    const metadata = { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } }
    const dependencies = [{ ref: 'shop', dependsOn: [purl('lodash@4.17.4')] }]
    const inventory = npmInventory(['lodash@4.17.4', 'minimist@1.2.0'], { metadata, dependencies })
    expect((await lacking(inventory)).compositions[0]!.aggregate).toBe('incomplete')
  })
})

describe('GET /projects/{uuid}/documents', () => {
  test('returns uploaded documents byte by byte', async () => {
    const { params, reportUuid } = await scan(newUrl(), graph)
    const documents = await member.api.scans.documents({ params })
    expect(documents).toEqual([{ position: 0, path: 'sbom-cdx.json', size: graph.length }])
    const bytes = await member.api.scans.document({ params: { ...params, reportUuid, position: '0' } })
    expect(Buffer.from(bytes).equals(graph)).toBe(true)
  })

  test('returns a document that begins like a compressed one to clients that accept compression', async () => {
    // https://datatracker.ietf.org/doc/html/rfc1950#section-2.2
    const lines = ['hbmqtt==0.9.6', ...Array.from({ length: 100 }, (_, at) => `package-${at}==1.0.0`)]
    const document = Buffer.from(lines.join('\n'))
    const { params, reportUuid } = await scan(newUrl(), document, { name: 'requirements.txt' })
    const bytes = await member.api.scans.document({ params: { ...params, reportUuid, position: '0' } })
    expect(document.equals(bytes)).toBe(true)
  })

  test.each(['1', '-1', 'x'])('returns none at %s', async (position) => {
    const { params, reportUuid } = await scan(newUrl(), npmInventory(['lodash@4.17.21']))
    const request = member.api.scans.document({ params: { ...params, reportUuid, position } })
    await expect(request).rejects.toMatchObject({ status: 404 })
  })
})

describe('GET /projects/{uuid}/reports/{uuid}/documents/{position}/quality', () => {
  const assess = async (document: Uint8Array, options?: Parameters<typeof scan>[2], position = '0') => {
    const { params, reportUuid } = await scan(newUrl(), document, options)
    return member.api.scans.quality({ params: { ...params, reportUuid, position } })
  }

  test('names what an SBOM lacks, by list of minimum elements', async () => {
    const { format, components, profiles } = await assess(graph)
    expect(format).toMatch(/^CycloneDX 1\.\d$/)
    expect(components).toBeGreaterThan(0)
    expect(profiles.map(({ id }) => id)).toEqual(['ntia-2021', 'cisa-2026', 'bsi-2.1'])
    const supplier = profiles[0]!.rules.find(({ id }) => id === 'supplier')
    expect(supplier).toMatchObject({ met: 0, of: components, missing: expect.arrayContaining([]) })
    expect(supplier!.missing).toHaveLength(components)
  })

  test('assesses a document of several megabytes', async () => {
    const list = Array.from({ length: 20_000 }, (_, at) => `package-with-a-long-name-${at}@1.0.${at}`)
    const { components, profiles } = await assess(npmInventory(list))
    expect(components).toBe(20_000)
    expect(profiles[0]!.rules.find(({ id }) => id === 'supplier')!.missing).toHaveLength(100)
  })

  test('assesses nothing but SBOMs', async () => {
    const lock = Buffer.from('hbmqtt==0.9.6')
    expect(await assess(lock, { name: 'requirements.txt' })).toEqual({
      format: null,
      components: 0,
      profiles: [],
      signature: { state: 'unsigned', keys: [], signers: [], problem: null },
    })
  })

  test('knows no other position', async () => {
    await expect(assess(graph, undefined, '1')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a team member', () => {
  test('cannot see reports of projects of other teams', async () => {
    const { params, reportUuid } = await scan(newUrl(), graph)
    const team = await server.addTeam(member, 'others')
    const { api } = await server.addMember(member, 'Team viewer', team)
    const calls = [
      () => api.scans.overview({ params }),
      () => api.scans.findings({ params, query: { reportUuid } }),
      () => api.scans.components({ params }),
      () => api.scans.compare({ params, query: { from: reportUuid, to: reportUuid } }),
      () => api.scans.compareFile({ params: { ...params, format: 'md' } }),
      () => api.scans.inventory({ params }),
      () => api.scans.documents({ params }),
      () => api.scans.document({ params: { ...params, reportUuid, position: '0' } }),
      () => api.scans.quality({ params: { ...params, reportUuid, position: '0' } }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
  })
})

test('a component of an SBOM keeps its source package, hashes, references and copyright, without a guess at its place', async () => {
  const component = {
    type: 'library',
    name: 'libssl3',
    version: '3.0.11-1',
    purl: 'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12&upstream=openssl%403.0.11-1',
    hashes: [{ alg: 'SHA-1', content: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' }],
    externalReferences: [{ type: 'vcs', url: 'https://example.org/openssl.git' }],
    copyright: '(c) The OpenSSL Project',
  }
  const lodash = { type: 'library', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' }
  const components = [component, lodash, { type: 'operating-system', name: 'debian', version: '12.5' }]
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
  const { params } = await scan(newUrl(), jsonBytes(bom))
  const listed = await member.api.scans.components({ params })
  expect(listed.map(({ name, source, isDirect }) => [name, source, isDirect])).toEqual([
    ['libssl3', { name: 'openssl', version: '3.0.11-1' }, null],
    ['lodash', null, null],
  ])

  const { components: exported } = await member.api.scans.inventory({ params })
  const { hashes, externalReferences, copyright } = component
  expect(exported.find(({ name }) => name === 'libssl3')).toMatchObject({
    hashes,
    externalReferences,
    copyright,
  })

  const { security } = await member.api.reports.full({ params })
  const entries = security.assessments.flatMap(({ reports }) => reports)
  expect(entries.map(({ dependency, isDirect }) => [dependency.name, isDirect])).toEqual([['lodash', null]])
})
