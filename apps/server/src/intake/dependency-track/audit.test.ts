import type { Finding } from '@assay/contract/intake/dependency-track-objects.ts'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type DependencyTrackClient, dependencyTrackClient } from '#testing/dependency-track-client.ts'
import { npmInventory } from '#testing/inventories.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'

let client: DependencyTrackClient
/** Versions of the projects shop and blog, which both have lodash 4.17.4. */
let shop: string
let blog: string

const bom = npmInventory(['lodash@4.17.4', 'left-pad@1.3.0'])

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  client = dependencyTrackClient(server, member)
  shop = await client.upload(['shop', '1.0'], bom)
  blog = await client.upload(['blog', '1.0'], bom)
})

const findingsOf = async (uuid: string, suppressed = true) =>
  (await client.get(`/api/v1/finding/project/${uuid}?suppressed=${suppressed}`)).body as Finding[]

async function findingOf(uuid: string, vulnId: string): Promise<Finding> {
  const found = (await findingsOf(uuid)).find(({ vulnerability }) => vulnerability.vulnId === vulnId)
  if (!found) throw new Error(`${vulnId} is not found`)
  return found
}

const named = (uuid: string, { component, vulnerability }: Finding) => ({
  project: uuid,
  component: component.uuid,
  vulnerability: vulnerability.uuid,
})

const read = (uuid: string, finding: Finding) =>
  client.get(`/api/v1/analysis?${new URLSearchParams(named(uuid, finding))}`)

describe('the analysis of a finding', () => {
  test('does not exist until something is recorded, then has state, justification and comments', async () => {
    const finding = await findingOf(shop, 'CVE-2019-10744')
    expect(await read(shop, finding)).toMatchObject({ status: 404, body: 'No analysis exists.' })
    const { status, body } = await client.send('PUT', '/api/v1/analysis', {
      ...named(shop, finding),
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisDetails: 'Nothing calls defaultsDeep.',
      comment: 'Checked the callers.',
      isSuppressed: true,
    })
    expect(status).toBe(200)
    const expected = {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisDetails: 'Nothing calls defaultsDeep.',
      isSuppressed: true,
    }
    expect(body).toMatchObject(expected)
    const again = (await read(shop, finding)).body
    expect(again).toMatchObject(expected)
    expect(again.analysisComments.map(({ comment }: { comment: string }) => comment)).toEqual(
      expect.arrayContaining(['Checked the callers.', 'Analysis: NOT_SET → NOT_AFFECTED']),
    )
    await expect
      .poll(async () => (await findingOf(shop, 'CVE-2019-10744')).analysis)
      .toMatchObject({ state: 'NOT_AFFECTED', isSuppressed: true })
    expect((await findingsOf(shop, false)).map(({ vulnerability }) => vulnerability.vulnId)).not.toContain(
      'CVE-2019-10744',
    )
    expect((await findingOf(blog, 'CVE-2019-10744')).analysis).toMatchObject({ state: 'NOT_SET' })
  })

  test.each([
    [{ analysisState: 'IN_TRIAGE' }, 'in-triage', { analysisState: 'IN_TRIAGE', isSuppressed: false }],
    [{ analysisState: 'EXPLOITABLE' }, 'fix-planned', { analysisState: 'EXPLOITABLE', isSuppressed: false }],
    [
      { analysisState: 'EXPLOITABLE', analysisResponse: 'WILL_NOT_FIX' },
      'accepted',
      { analysisState: 'EXPLOITABLE', analysisResponse: 'WILL_NOT_FIX', isSuppressed: true },
    ],
    [{ suppressed: 'true' }, 'accepted', { isSuppressed: true }],
    [{ analysisState: 'FALSE_POSITIVE' }, 'false-positive', { analysisState: 'FALSE_POSITIVE' }],
    [{ analysisState: 'RESOLVED' }, 'not-affected', { analysisState: 'NOT_AFFECTED' }],
    [{ analysisState: 'NOT_SET' }, 'open', { analysisState: 'NOT_SET', isSuppressed: false }],
  ])('%o is the state %s', async (sent, state, answer) => {
    const finding = await findingOf(blog, 'CVE-2020-8203')
    const { body } = await client.send('PUT', '/api/v1/analysis', { ...named(blog, finding), ...sent })
    expect(body).toMatchObject(answer)
    const { projectUuid } = await ours()
    const ref = { projectUuid, ecosystem: 'npm', package: 'lodash', advisoryUuid: finding.vulnerability.uuid }
    const { accountUuid } = member
    expect(await member.api.triage.read({ params: { accountUuid }, query: ref })).toMatchObject({ state })
  })

  async function ours() {
    const { items } = await member.api.projects.page({
      params: { accountUuid: member.accountUuid },
      query: { text: 'blog' },
    })
    return { projectUuid: items[0]!.uuid }
  }
})

describe('the portfolio', () => {
  test('lists findings of all versions, by filters and in pages', async () => {
    const list = async (query = '') => client.get(`/api/v1/finding?showSuppressed=true${query}`)
    const expected = (await findingsOf(shop)).length + (await findingsOf(blog)).length
    expect((await list()).headers.get('x-total-count')).toBe(String(expected))
    // Rescans after decisions may still be running, and change both.
    await expect
      .poll(async () => {
        const page = (await list('&pageSize=2&pageNumber=2')).body
        const all = (await list()).body as Finding[]
        return isDeepStrictEqual(page, all.slice(2, 4))
      })
      .toBe(true)
    const some = async (query: string) => (await client.get(`/api/v1/finding?${query}`)).body as Finding[]
    expect(
      new Set((await some('severity=CRITICAL')).map(({ vulnerability }) => vulnerability.severity)),
    ).toEqual(new Set(['CRITICAL']))
    const ofBlog = await some('textSearchField=PROJECT_NAME&textSearchInput=BLO')
    expect(new Set(ofBlog.map(({ component }) => component.projectName))).toEqual(new Set(['blog']))
    expect(await some('attributedOnDateFrom=2099-01-01')).toEqual([])
    expect(await some('analysisStatus=IN_TRIAGE')).toEqual([])
    const finding = await findingOf(blog, 'CVE-2021-23337')
    await client.send('PUT', '/api/v1/analysis', { ...named(blog, finding), analysisState: 'IN_TRIAGE' })
    expect(await some('analysisStatus=IN_TRIAGE')).toMatchObject([
      { component: { project: blog }, analysis: { state: 'IN_TRIAGE' } },
    ])
    const grouped = await client.get('/api/v1/finding/grouped?severity=HIGH,MEDIUM')
    expect(grouped.body).toContainEqual(
      expect.objectContaining({
        vulnerability: expect.objectContaining({ vulnId: 'CVE-2021-23337', affectedProjectCount: 2 }),
      }),
    )
  })

  test('is searched by name and by id', async () => {
    expect((await client.get('/api/v1/search?query=lodash')).body.results).toMatchObject({
      component: [{ name: 'lodash', version: '4.17.4' }],
    })
    expect((await client.get('/api/v1/search/project?query=sho')).body).toEqual({
      results: { project: [{ uuid: shop, name: 'shop', version: '1.0' }] },
    })
    expect((await client.get('/api/v1/search/vulnerability?query=cve-2021-23337')).body).toMatchObject({
      results: { vulnerability: [{ vulnId: 'CVE-2021-23337', source: 'NVD' }] },
    })
    expect((await client.get('/api/v1/search/license?query=agpl-3.0-only')).body.results.license).toEqual([
      expect.objectContaining({ licenseId: 'AGPL-3.0-only' }),
    ])
    expect((await client.get('/api/v1/search?query=')).body.results).toMatchObject({ component: [] })
  })

  test('has the violations of license policies, and badges of them', async () => {
    await member.api.policies.create({
      params: { accountUuid: member.accountUuid },
      body: { name: 'No copyleft', mode: 'DENY', licenses: ['GPL-3.0-only'], tags: [] },
    })
    const licensed = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: [
        {
          type: 'library',
          name: 'copied',
          version: '1.0.0',
          purl: 'pkg:npm/copied@1.0.0',
          licenses: [{ license: { id: 'GPL-3.0-only' } }],
        },
      ],
    }
    const uuid = await client.upload(['copyleft', '1'], Buffer.from(JSON.stringify(licensed)))
    const { body, headers } = await client.get('/api/v1/violation')
    expect(headers.get('x-total-count')).toBe('1')
    expect(body).toMatchObject([
      {
        type: 'LICENSE',
        project: { uuid },
        component: { name: 'copied' },
        policyCondition: { policy: { name: 'No copyleft' } },
      },
    ])
    expect(body).toEqual((await client.get(`/api/v1/violation/project/${uuid}`)).body)
    for (const path of [`violations/project/${uuid}`, 'violations/project/copyleft/1'])
      expect((await client.get(`/api/v1/badge/${path}`)).body).toContain('1 F, 0 W, 0 I')
    expect((await client.get('/api/v1/badge/vulns/project/copyleft/1')).body).toContain('0 C, 0 H')
    expect((await client.get('/api/v1/badge/vulns/project/none/1')).status).toBe(404)
  })
})

describe('a version', () => {
  test('is copied with inventory and properties', async () => {
    const property = { groupName: 'ci', propertyName: 'job', propertyValue: '7', propertyType: 'INTEGER' }
    const path = `/api/v1/project/${shop}/property`
    expect(await client.send('PUT', path, property)).toMatchObject({ status: 201, body: property })
    expect((await client.send('PUT', path, property)).status).toBe(409)
    const changed = { ...property, propertyValue: '8' }
    expect((await client.send('POST', path, changed)).body).toEqual(changed)
    const { status, body } = await client.send('PUT', '/api/v1/project/clone', {
      project: shop,
      version: '2.0',
      includeProperties: true,
      makeCloneLatest: true,
    })
    expect(status).toBe(200)
    await expect
      .poll(async () => (await client.get(`/api/v1/event/token/${body.token}`)).body)
      .toEqual({ processing: false })
    const copy = (await client.get('/api/v1/project/lookup?name=shop&version=2.0')).body
    expect(copy).toMatchObject({ isLatest: true, metrics: { components: 2 } })
    expect((await client.get(`/api/v1/project/${copy.uuid}/property`)).body).toEqual([changed])
    expect((await client.send('DELETE', path, property)).status).toBe(204)
    expect((await client.get(path)).body).toEqual([])
    expect(
      (await client.send('PUT', '/api/v1/project/clone', { project: shop, version: '2.0' })).status,
    ).toBe(409)
  })

  test('is listed and copied by the calls of version 5', async () => {
    const first = (await client.get('/api/v2/projects?limit=1&name_contains=blog')).body
    expect(first).toEqual({
      items: [expect.objectContaining({ uuid: blog, name: 'blog', version: '1.0', is_active: 'ACTIVE' })],
      total: { count: 1, type: 'EXACT' },
    })
    const page = (await client.get(`/api/v2/projects/${blog}/components?limit=1`)).body
    expect(page).toMatchObject({ items: [{ name: 'left-pad' }], next_page_token: '1', total: { count: 2 } })
    const next = await client.get(`/api/v2/projects/${blog}/components?page_token=${page.next_page_token}`)
    expect(next.body.items).toMatchObject([{ name: 'lodash', purl: 'pkg:npm/lodash@4.17.4' }])
    const copied = await client.send('POST', `/api/v2/projects/${blog}/clone`, { version: '1.1' })
    expect(copied).toMatchObject({ status: 201, body: { uuid: expect.any(String) } })
    expect((await client.get(`/api/v1/project/${copied.body.uuid}`)).body).toMatchObject({ version: '1.1' })
  })
})

describe('a login', () => {
  const logIn = (username: string, password: string) =>
    fetch(`${server.url}/api/v1/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    })

  test('gives a token that works as Bearer; a wrong password gives none', async () => {
    const own = await server.newAccount()
    await setPassword(server, own)
    const response = await logIn(own.email, testPassword)
    expect(response.status).toBe(200)
    const token = await response.text()
    expect(response.headers.get('set-cookie')).toBeNull()
    const self = await fetch(`${server.url}/api/v1/team/self`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(self.status).toBe(200)
    expect((await logIn(own.email, 'wrong')).status).toBe(401)
  })
})
