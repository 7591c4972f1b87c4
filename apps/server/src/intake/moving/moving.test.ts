import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type DependencyTrackClient, dependencyTrackClient } from '#testing/dependency-track-client.ts'
import { npmInventory } from '#testing/inventories.ts'

let client: DependencyTrackClient
const bom = npmInventory(['lodash@4.17.4', 'left-pad@1.3.0'])

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(() => {
  client = dependencyTrackClient(server, member)
})

const params = () => ({ accountUuid: member.accountUuid })
const notify = (group: string, subject: object) =>
  client.send('POST', '/api/v1/dependency-track/notifications', {
    notification: { level: 'INFORMATIONAL', scope: 'PORTFOLIO', group, subject },
  })

describe('versions of clients', () => {
  const publishedOf = async (projectUuid: string) =>
    (await member.api.versions.list({ params: { projectUuid } })).map(({ name, branch }) => [name, branch])

  test('are branches, until the account publishes them; the default branch is none', async () => {
    const before = await client.upload(['shop', '1.0'], bom)
    const latest = await client.upload(['shop', '2.0'], bom, { isLatest: true })
    const setting = await member.api.moving.setting({ params: params() })
    const { projectUuid } = setting.preview[0]!
    expect(setting).toMatchObject({
      publishesVersions: false,
      projects: 1,
      branches: 2,
      preview: [{ name: 'shop', mainBranch: '2.0', versions: ['1.0'], published: [] }],
    })
    expect(await publishedOf(projectUuid)).toEqual([])
    await member.api.moving.set({ params: params(), body: { publishesVersions: true } })
    await client.upload(['shop', '1.1'], bom)
    await expect.poll(() => publishedOf(projectUuid)).toEqual([['1.1', '1.1']])
    const [first] = await member.api.versions.list({ params: { projectUuid } })
    await client.upload(['shop', '1.1'], npmInventory(['lodash@4.17.21']))
    await expect
      .poll(async () => (await member.api.versions.list({ params: { projectUuid } }))[0]!.reportUuid)
      .not.toBe(first!.reportUuid)
    await client.upload(['shop', '2.0'], bom)
    expect(await publishedOf(projectUuid)).toEqual([['1.1', '1.1']])
    expect((await member.api.moving.setting({ params: params() })).preview[0]!.published).toEqual(['1.1'])
    expect(before).not.toBe(latest)
  })

  test('are chosen by those who may change the configuration', async () => {
    const viewer = await server.addMember(member, 'Viewer')
    await expect(
      viewer.api.moving.set({ params: params(), body: { publishesVersions: false } }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('the comparison', () => {
  const project = { name: 'shadowed', version: '1' }
  const lodash = { group: '', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4?type=jar' }
  const vulnerability = (vulnId: string) => ({ vulnId, source: 'NVD', severity: 'HIGH' })

  test('counts what both find, and says why they differ', async () => {
    const uuid = await client.upload(['shadowed', '1'], bom)
    const ids = (
      (await client.get(`/api/v1/finding/project/${uuid}`)).body as { vulnerability: { vulnId: string } }[]
    ).map((finding) => finding.vulnerability.vulnId)
    expect(ids).toEqual(expect.arrayContaining(['CVE-2019-10744', 'CVE-2020-8203']))
    const told = await notify('NEW_VULNERABLE_DEPENDENCY', {
      project,
      component: lodash,
      vulnerabilities: [
        vulnerability('CVE-2019-10744'),
        vulnerability('CVE-1999-0001'),
        vulnerability('CVE-2020-8203'),
      ],
    })
    expect(told).toMatchObject({ status: 202, body: { findings: 3 } })
    await notify('NEW_VULNERABILITY', {
      component: { name: 'absent', version: '1', purl: 'pkg:npm/absent@1' },
      vulnerability: vulnerability('CVE-2020-0001'),
      affectedProjects: [project, { name: 'elsewhere', version: '3' }],
    })
    await notify('PROJECT_AUDIT_CHANGE', {
      project,
      component: lodash,
      vulnerability: vulnerability('CVE-2020-8203'),
      analysis: { suppressed: true, state: 'NOT_AFFECTED' },
    })
    const { nextCursor, versions } = await member.api.moving.comparison({ params: params() })
    expect(nextCursor).toBeNull()
    expect(versions).toMatchObject([
      { name: 'elsewhere', version: '3', projectUuid: null, both: 0, onlyThere: 1 },
      { name: 'shadowed', version: '1', both: 1, onlyThere: 2 },
    ])
    expect(versions[0]!.differences).toMatchObject([{ reason: 'not-scanned-here' }])
    const reasonOf = (id: string) => versions[1]!.differences.find(({ vulnerability: named }) => named === id)
    expect(reasonOf('CVE-1999-0001')).toMatchObject({
      foundBy: 'dependency-track',
      reason: 'advisory-unknown',
    })
    expect(reasonOf('CVE-2020-0001')).toMatchObject({ reason: 'component-missing' })
    expect(reasonOf('CVE-2020-8203')).toMatchObject({ foundBy: 'assay', reason: 'suppressed-there' })
    expect(versions[1]!.onlyHere).toBe(ids.length - 1)
    const first = await member.api.moving.comparison({ params: params(), query: { limit: 1 } })
    const second = await member.api.moving.comparison({
      params: params(),
      query: { limit: 1, cursor: first.nextCursor! },
    })
    expect([first, second].flatMap((page) => page.versions)).toEqual(versions)
    expect(second.nextCursor).toBeNull()
    await notify('VULNERABILITY_RETRACTED', {
      project,
      component: lodash,
      vulnerability: vulnerability('CVE-1999-0001'),
    })
    const again = await member.api.moving.comparison({ params: params() })
    expect(again.versions[1]).toMatchObject({ both: 1, onlyThere: 1 })
  })

  test('takes notifications about other things, and shows members of teams only what they see', async () => {
    expect(await notify('DATASOURCE_MIRRORING', {})).toMatchObject({ status: 202, body: { findings: 0 } })
    expect((await notify('BOM_PROCESSED', { project })).status).toBe(400)
    const team = await server.addMember(member, 'Team viewer', await server.addTeam(member, 'A'))
    const seen = await team.api.moving.comparison({ params: params() })
    expect(seen.versions).toEqual([])
  })
})
