import { describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { reevaluate } from './record-infrastructure.ts'

const server = testServer()

interface Found {
  sysid: string
  path?: string
  line?: number
  suppression?: string
}

const sarif = (
  found: Found[],
  { tool = 'Checkov', ...more }: { tool?: string; artifacts?: object[] } = {},
) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: tool,
          rules: [...new Set(found.map(({ sysid }) => sysid))].map((id) => ({
            id,
            shortDescription: { text: `Rule ${id}` },
            properties: { 'security-severity': '8.0' },
          })),
        },
      },
      results: found.map(({ sysid, path = 'main.tf', line = 1, suppression }) => ({
        ruleId: sysid,
        message: { text: `${sysid} fails` },
        locations: [{ physicalLocation: { artifactLocation: { uri: path }, region: { startLine: line } } }],
        ...(suppression !== undefined && {
          suppressions: [{ kind: 'inSource', justification: suppression }],
        }),
      })),
      ...more,
    },
  ],
})
const part = (filename: string, content: unknown) => ({
  filename,
  bytes: new TextEncoder().encode(JSON.stringify(content)),
})

const upload = ({ api }: TestMember, document: object, path = 'results.sarif') =>
  api.uploads.intoNew({
    body: { file: part('results.sarif', document), path, url: 'https://example.org/a', branch: 'main' },
  })
const reportOf = ({ api }: TestMember, projectUuid: string) => api.isaac.report({ params: { projectUuid } })
const findingsOf = ({ api }: TestMember, projectUuid: string) =>
  api.isaac.findings({ params: { projectUuid } })
const openOf = async (member: TestMember, projectUuid: string) =>
  (await findingsOf(member, projectUuid)).filter(({ lifetime }) => lifetime?.endedAt === null)

describe('isaac.report', () => {
  it('reports the results of an uploaded SARIF file, separate from scores and vulnerabilities', async () => {
    const member = await server.newAccount()
    const build = await upload(member, sarif([{ sysid: 'CKV_1' }, { sysid: 'CKV_2', path: 'b.tf', line: 9 }]))
    expect(build).toMatchObject({ status: 'success', reportUuid: null, security: null, issues: [] })
    const report = await reportOf(member, build.uuid)
    expect(report).toMatchObject({
      uuid: build.isaacReportUuid,
      tool: 'ISAAC',
      scanners: ['Checkov'],
      project: { branch: 'main' },
      findingCount: 2,
      severities: { CRITICAL: 0, HIGH: 2, MEDIUM: 0, LOW: 0, NA: 0 },
      introducedCount: 2,
      fixedCount: 0,
      excludedCount: 0,
    })
    const projectUuid = build.uuid
    await expect(member.api.reports.full({ params: { projectUuid } })).rejects.toMatchObject({ status: 404 })
  })

  it('is stored with the report of the same upload and does not affect it', async () => {
    const member = await server.newAccount()
    const inventory = { ...filePart(npmInventory(['lodash@4.17.4'])), filename: 'bom.json' }
    const body = { url: 'https://example.org/a', branch: 'main' }
    const alone = await member.api.uploads.folderIntoNew({ body: { ...body, file: [inventory] } })
    const before = await member.api.scans.overview({ params: { projectUuid: alone.uuid } })
    const results = part('results.sarif', sarif([{ sysid: 'CKV_1' }]))
    const both = await member.api.uploads.folderIntoNew({ body: { ...body, file: [inventory, results] } })
    const after = await member.api.scans.overview({ params: { projectUuid: alone.uuid } })
    expect(both.reportUuid).toBe(after.scan.uuid)
    expect([before.infrastructureFindingCount, after.infrastructureFindingCount]).toEqual([null, 1])
    expect(after.scan.vulnerabilityCount).toBe(before.scan.vulnerabilityCount)
    expect([after.scan.security, both.security]).toEqual([before.scan.security, String(before.scan.security)])
    expect(await reportOf(member, alone.uuid)).toMatchObject({ uuid: both.isaacReportUuid, findingCount: 1 })
  })

  it('remains available by UUID after newer ones, and only within the account', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid, isaacReportUuid: reportUuid } = await upload(
      member,
      sarif([{ sysid: 'CKV_1' }]),
    )
    await upload(member, sarif([{ sysid: 'CKV_2' }]))
    const query = { reportUuid: reportUuid! }
    expect(await member.api.isaac.report({ params: { projectUuid }, query })).toMatchObject({
      findingCount: 1,
    })
    const findings = await member.api.isaac.findings({ params: { projectUuid }, query })
    expect(findings).toMatchObject([{ sysid: 'CKV_1', lifetime: { endedAt: null, isNew: true } }])
    const other = await server.newAccount()
    await expect(reportOf(other, projectUuid)).rejects.toMatchObject({ status: 404 })
    await expect(findingsOf(other, projectUuid)).rejects.toMatchObject({ status: 404 })
    const uploadOfOther = await upload(other, sarif([]))
    await expect(
      member.api.isaac.report({
        params: { projectUuid },
        query: { reportUuid: uploadOfOther.isaacReportUuid! },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    ['another scanner', sarif([], { tool: 'CodeQL' })],
    ['another version', { version: '2.0.0', runs: [] }],
  ])('stores nothing of %s, which is rejected', async (_, document) => {
    const member = await server.newAccount()
    await expect(upload(member, document)).rejects.toMatchObject({
      status: 400,
      errorType: 'unreadableDocument',
    })
  })
})

describe('a build with SARIF', () => {
  async function build({ api, accountUuid }: TestMember, documents: { content: string; path?: string }[]) {
    await api.builds.create({ body: { url: 'https://example.org/a', branch: 'main' } })
    const { uuid: id } = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirstOrThrow()
    const params = { id }
    const accepted: number[] = []
    for (const document of documents) {
      const response = await api.builds.submit({ params, body: { language: 'nodejs', ...document } })
      accepted.push(response.accepted)
    }
    await api.builds.start({ params })
    const get = () => api.builds.get({ params })
    await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe('success')
    return { accepted, done: await get() }
  }
  const two = JSON.stringify(sarif([{ sysid: 'CKV_1' }, { sysid: 'CKV_2' }]))

  it.each([undefined, '/?format=csv', '/?format=sarif', '/results.sarif', '/results.json'])(
    'accepts it at the path %s like an upload',
    async (path) => {
      const member = await server.newAccount()
      const { accepted, done } = await build(member, [{ content: two, ...(path !== undefined && { path }) }])
      expect(accepted).toEqual([2])
      expect(done).toMatchObject({ reportUuid: null, security: null, issues: [] })
      expect(await reportOf(member, done.uuid)).toMatchObject({ uuid: done.isaacReportUuid, findingCount: 2 })
    },
  )

  it('accepts it next to dependencies, whose scores are not affected', async () => {
    const member = await server.newAccount()
    const { accepted, done } = await build(member, [{ content: 'lodash,4.17.4' }, { content: `\n${two}` }])
    expect(accepted).toEqual([1, 2])
    const other = await server.newAccount()
    const { done: alone } = await build(other, [{ content: 'lodash,4.17.4' }])
    expect([done.security, done.stability]).toEqual([alone.security, alone.stability])
    expect(await reportOf(member, done.uuid)).toMatchObject({ findingCount: 2 })
  })

  it.each([
    ['of another scanner', JSON.stringify(sarif([], { tool: 'CodeQL' }))],
    ['that is other JSON', '{"a":1}'],
    ['that is truncated', two.slice(0, -9)],
  ])('rejects a document %s', async (_, content) => {
    await expect(build(await server.newAccount(), [{ content }])).rejects.toMatchObject({
      status: 400,
      errorType: 'unreadableDocument',
    })
  })
})

describe('isaac.findings', () => {
  it('continue when lines move, and end as removed with their age in days', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member, sarif([{ sysid: 'CKV_1' }, { sysid: 'CKV_2' }]))
    const past = new Date(Date.now() - 5.5 * 86_400_000)
    await server.db
      .updateTable('isaac_finding')
      .set({ introduced_at: past })
      .where('account_uuid', '=', member.accountUuid)
      .execute()
    await upload(member, sarif([{ sysid: 'CKV_1', line: 40 }]))
    const findings = await findingsOf(member, projectUuid)
    expect(findings).toMatchObject([
      { sysid: 'CKV_1', line: 40, lifetime: { introducedAt: past.getTime(), isNew: false, endedAt: null } },
      { sysid: 'CKV_2', lifetime: { endKind: 'removed', daysToFix: 5 } },
    ])
    expect(await reportOf(member, projectUuid)).toMatchObject({
      findingCount: 1,
      introducedCount: 0,
      fixedCount: 1,
    })
    // A finding that returns opens a new lifetime.
    await upload(member, sarif([{ sysid: 'CKV_1' }, { sysid: 'CKV_2' }]))
    expect(await openOf(member, projectUuid)).toMatchObject([
      { sysid: 'CKV_1', lifetime: { isNew: false } },
      { sysid: 'CKV_2', lifetime: { isNew: true } },
    ])
  })

  it('are not fixed by a scan that did not read their file, or by another scanner', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member, sarif([{ sysid: 'CKV_1' }]))
    await upload(member, sarif([{ sysid: 'DL3008', path: 'Dockerfile' }], { tool: 'Hadolint' }))
    expect((await openOf(member, projectUuid)).map(({ sysid }) => sysid)).toEqual(['DL3008', 'CKV_1'])
    const artifacts = [{ location: { uri: 'other.tf' }, roles: ['analysisTarget'] }]
    await upload(member, sarif([], { artifacts }))
    expect(await findingsOf(member, projectUuid)).toMatchObject([
      { sysid: 'DL3008', lifetime: { endedAt: null } },
      { sysid: 'CKV_1', lifetime: { endKind: 'coverage-lost', daysToFix: null } },
    ])
    expect(await reportOf(member, projectUuid)).toMatchObject({ fixedCount: 0, findingCount: 1 })
  })

  it('suppressed in the source are listed but do not count', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member, sarif([{ sysid: 'CKV_1', suppression: 'accepted' }]))
    expect(await findingsOf(member, projectUuid)).toMatchObject([
      { sysid: 'CKV_1', lifetime: null, exclusion: { reason: 'suppressed', description: 'accepted' } },
    ])
    expect(await reportOf(member, projectUuid)).toMatchObject({ findingCount: 0, excludedCount: 1 })
  })
})

describe('isaac.policies', () => {
  it('lists the rules seen in the account only', async () => {
    const member = await server.newAccount()
    expect(await member.api.isaac.policies()).toEqual([])
    await upload(member, sarif([{ sysid: 'CKV_2' }, { sysid: 'CKV_1' }]))
    await upload(member, sarif([{ sysid: 'DL3008' }], { tool: 'Hadolint' }))
    const policies = await member.api.isaac.policies()
    expect(policies.map(({ sysid }) => sysid)).toEqual(['CKV_1', 'CKV_2', 'DL3008'])
    expect(policies[0]).toEqual({
      sysid: 'CKV_1',
      tool: 'Checkov',
      title: 'Rule CKV_1',
      description: '',
      helpUri: null,
      enabled: true,
      severity: 'HIGH',
      defaultSeverity: 'HIGH',
      tags: [],
    })
    expect(await (await server.newAccount()).api.isaac.policies()).toEqual([])
  })
})

describe('isaac.setPolicy', () => {
  type Change = Parameters<TestMember['api']['isaac']['setPolicy']>[0]['body']
  const set = ({ api }: TestMember, sysid: string, body: Change) =>
    api.isaac.setPolicy({ params: { sysid }, body })
  const eventually = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000 })

  it('disables a rule, which excludes its findings without fixing them, and enables it again, without an upload', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member, sarif([{ sysid: 'CKV_1' }, { sysid: 'CKV_2' }]))
    const findings = () => findingsOf(member, projectUuid)
    const introducedAt = (await findings())[0]!.lifetime!.introducedAt
    expect(await set(member, 'CKV_1', { enabled: false })).toMatchObject({ enabled: false })
    await eventually(findings).toMatchObject([
      { sysid: 'CKV_1', lifetime: { endKind: 'excluded', daysToFix: null } },
      { sysid: 'CKV_2', lifetime: { isNew: false, endedAt: null } },
      { sysid: 'CKV_1', lifetime: null, exclusion: { reason: 'policy' } },
    ])
    const report = () => reportOf(member, projectUuid)
    expect(await report()).toMatchObject({
      findingCount: 1,
      introducedCount: 0,
      fixedCount: 0,
      excludedCount: 1,
      scanners: ['Checkov'],
    })
    await set(member, 'CKV_1', { enabled: true })
    await eventually(findings).toMatchObject([
      { sysid: 'CKV_1', lifetime: { isNew: false, endedAt: null, introducedAt } },
      { sysid: 'CKV_2', lifetime: { isNew: false } },
    ])
    expect(await report()).toMatchObject({ findingCount: 2, introducedCount: 0, excludedCount: 0 })
  })

  it('overrides the severity until the override is removed', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member, sarif([{ sysid: 'CKV_1' }]))
    const [kept] = await findingsOf(member, projectUuid)
    const severities = async () => (await reportOf(member, projectUuid)).severities
    expect(await set(member, 'CKV_1', { severity: 'LOW' })).toMatchObject({
      severity: 'LOW',
      defaultSeverity: 'HIGH',
    })
    await eventually(severities).toMatchObject({ HIGH: 0, LOW: 1 })
    expect(await set(member, 'CKV_1', { severity: null })).toMatchObject({ severity: 'HIGH' })
    await eventually(severities).toMatchObject({ HIGH: 1, LOW: 0 })
    expect(await findingsOf(member, projectUuid)).toMatchObject([
      { severity: 'HIGH', lifetime: { introducedAt: kept!.lifetime!.introducedAt, isNew: false } },
    ])
  })

  it('applies to results of all scanners, and suppressed results stay suppressed', async () => {
    const member = await server.newAccount()
    const first = [{ sysid: 'CKV_1' }, { sysid: 'CKV_2', suppression: 'accepted' }]
    const { uuid: projectUuid } = await upload(member, sarif(first))
    await upload(member, sarif([{ sysid: 'DL3008', path: 'Dockerfile' }], { tool: 'Hadolint' }))
    expect(await reportOf(member, projectUuid)).toMatchObject({ findingCount: 2, excludedCount: 1 })
    await set(member, 'CKV_1', { enabled: false })
    const excluded = async () =>
      (await findingsOf(member, projectUuid))
        .filter(({ lifetime }) => lifetime === null)
        .map(({ sysid, exclusion }) => [sysid, exclusion?.reason])
    await eventually(excluded).toEqual([
      ['CKV_1', 'policy'],
      ['CKV_2', 'suppressed'],
    ])
    await set(member, 'CKV_2', { enabled: false })
    await eventually(async () => (await excluded())[1]).toEqual(['CKV_2', 'policy'])
    await set(member, 'CKV_2', { enabled: true })
    await eventually(async () => (await excluded())[1]).toEqual(['CKV_2', 'suppressed'])
    expect((await openOf(member, projectUuid)).map(({ sysid }) => sysid)).toEqual(['DL3008'])
  })

  it('records no scan if nothing changes', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid, isaacReportUuid } = await upload(member, sarif([{ sysid: 'CKV_1' }]))
    const { db, account } = { db: server.db, account: member.accountUuid }
    const { uuid: branchUuid } = await db
      .selectFrom('branch')
      .select('uuid')
      .where('account_uuid', '=', account)
      .executeTakeFirstOrThrow()
    const again = () =>
      db
        .transaction()
        .execute((tx) => reevaluate(tx, accountScope(account), { projectUuid, branchUuid, now: Date.now() }))
    await again()
    expect((await reportOf(member, projectUuid)).uuid).toBe(isaacReportUuid)
  })

  it('limits a rule to projects with a tag', async () => {
    const member = await server.newAccount()
    const document = sarif([{ sysid: 'CKV_1' }])
    const { uuid: projectUuid } = await upload(member, document)
    expect(await set(member, 'CKV_1', { tags: ['prod', 'prod'] })).toMatchObject({
      enabled: true,
      tags: ['prod'],
    })
    await eventually(() => findingsOf(member, projectUuid)).toMatchObject([
      { lifetime: { endKind: 'excluded' } },
      { exclusion: { reason: 'tags' } },
    ])
    const { uuid: tagUuid } = await member.api.tags.create({ body: { name: 'prod' } })
    await member.api.tags.update({ params: { tagUuid }, body: { projects: [projectUuid] } })
    await upload(member, document)
    expect(await openOf(member, projectUuid)).toHaveLength(1)
  })

  it('requires a known rule, a change and permission', async () => {
    const member = await server.newAccount()
    await expect(set(member, 'CKV_9', { enabled: false })).rejects.toMatchObject({ status: 404 })
    await upload(member, sarif([{ sysid: 'zizmor/artipacked' }], { tool: 'zizmor' }))
    expect(await set(member, 'zizmor/artipacked', { enabled: false })).toMatchObject({ enabled: false })
    await expect(set(member, 'zizmor/artipacked', {})).rejects.toMatchObject({ errorType: 'invalidInput' })
    const viewer = await server.addMember(member, 'Viewer')
    await expect(set(viewer, 'zizmor/artipacked', { enabled: true })).rejects.toMatchObject({ status: 403 })
    expect(await viewer.api.isaac.policies()).toMatchObject([{ enabled: false }])
  })
})
