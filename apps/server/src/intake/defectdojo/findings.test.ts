import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type DefectDojoClient, defectDojoClient } from '#testing/defectdojo-client.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'

// What clients of DefectDojo read after an import.

let client: DefectDojoClient
let shop: { test: number; engagement_id: number; product_id: number }

const bom = (...packages: string[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components: packages.map((each) => {
    const [name, version] = each.split('@')
    return { type: 'library', name, version, purl: `pkg:npm/${each}` }
  }),
})

const upload = async (product: string, packages: string[], more: Record<string, string> = {}) => {
  const fields = { scan_type: 'CycloneDX Scan', product_name: product, engagement_name: 'main', ...more }
  const path = '/api/v2/reimport-scan/'
  const { status, body } = await client.report(
    path,
    { ...fields, auto_create_context: 'true' },
    bom(...packages),
  )
  expect(status).toBe(201)
  return body
}

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  client = defectDojoClient(server, await server.addToken(member, { access: 'write' }))
  shop = await upload('shop', ['lodash@4.17.4'])
  await upload('shop', ['minimist@0.0.8'], { test_title: 'admin' })
  await upload('other', ['lodash@4.17.4'])
})

const listed = async (query: string) => {
  const { status, body } = await client.get(`/api/v2/findings/?${query}`)
  expect(status).toBe(200)
  return body
}
const titles = async (query: string): Promise<string[]> =>
  (await listed(query)).results.map(({ title }: { title: string }) => title)

const lodash = ['CVE-2019-10744 in lodash', 'CVE-2020-8203 in lodash', 'CVE-2021-23337 in lodash']
const minimist = ['CVE-2020-7598 in minimist', 'CVE-2021-44906 in minimist']

describe('findings are listed', () => {
  test('as DefectDojo shows them, most severe first', async () => {
    const { results } = await listed(`test=${shop.test}&active=true`)
    expect(results).toHaveLength(lodash.length)
    expect(results[0]).toMatchObject({
      test: shop.test,
      title: 'CVE-2019-10744 in lodash',
      severity: 'Critical',
      numerical_severity: 'S0',
      component_name: 'lodash',
      component_version: '4.17.4',
      vulnerability_ids: expect.arrayContaining([{ vulnerability_id: 'CVE-2019-10744' }]),
      fix_available: true,
      date: new Date().toISOString().slice(0, 10),
      active: true,
      verified: true,
      is_mitigated: false,
      mitigated: null,
      display_status: 'Active, Verified',
    })
    const one = await client.get(`/api/v2/findings/${results[1].id}/`)
    expect(one).toEqual({ status: 200, body: results[1] })
    expect((await client.get('/api/v2/findings/12/')).status).toBe(404)
  })

  test.each([
    ['test', () => `test=${shop.test}`, lodash],
    ['engagement', () => `test__engagement=${shop.engagement_id}`, [...lodash, ...minimist]],
    ['product', () => `test__engagement__product=${shop.product_id}`, [...lodash, ...minimist]],
    ['type of the test', () => 'test__test_type=2&product_name=other', lodash],
    ['another type', () => 'test__test_type=1', []],
    ['name of the product', () => 'product_name=other', lodash],
    ['severity', () => `test=${shop.test}&severity=critical`, [lodash[0]]],
    ['severities', () => `test=${shop.test}&severity=Low,Critical&severity=Info`, [lodash[0]]],
    ['component', () => 'component_name=MINI', minimist],
    ['version', () => `component_version=0.0.8`, minimist],
    ['vulnerability', () => 'vulnerability_id=cve-2020-7598', [minimist[0]]],
    ['title', () => 'title=44906', [minimist[1]]],
    ['mitigated ones', () => 'is_mitigated=True', []],
    ['inactive ones', () => 'active=false', []],
    ['active ones, as old forms send it', () => `active=2&test=${shop.test}`, lodash],
    ['unverified ones', () => 'verified=false', []],
    ['a time to come', () => `discovered_after=${new Date(Date.now() + 1000).toISOString()}`, []],
    ['what is no number', () => 'test=x', []],
  ])('by %s', async (...[, query, expected]) => {
    expect(new Set(await titles(query()))).toEqual(new Set(expected))
  })

  test('in pages that name the next one', async () => {
    const first = await listed(`test__engagement=${shop.engagement_id}&limit=3`)
    expect([first.count, first.results.length, first.previous]).toEqual([5, 3, null])
    const second = await client.get(new URL(first.next).pathname + new URL(first.next).search)
    const ids = [...first.results, ...second.body.results].map(({ id }: { id: number }) => id)
    expect([new Set(ids).size, second.body.next]).toEqual([5, null])
  })

  test('only of projects that the member sees', async () => {
    const teamUuid = await server.addTeam(member, 'Elsewhere')
    const other = await server.addMember(member, 'Team viewer', teamUuid)
    const theirs = defectDojoClient(server, other.authorization)
    expect((await theirs.get('/api/v2/findings/')).body).toMatchObject({ count: 0 })
  })
})

test('what was upgraded is mitigated, what was left out is a false positive or an accepted risk', async () => {
  await upload('fixed', ['lodash@4.17.4', 'minimist@0.0.8'])
  const { test: id, statistics } = await upload('fixed', ['lodash@4.17.21', 'minimist@0.0.8'])
  expect(statistics.after.total).toMatchObject({ active: 2, is_mitigated: 3, total: 5 })
  const [mitigated] = (await listed('product_name=fixed&is_mitigated=true&o=title')).results
  expect(mitigated).toMatchObject({
    title: lodash[0],
    component_version: '4.17.4',
    test: id,
    active: false,
    mitigated: expect.stringMatching(/Z$/),
    display_status: 'Inactive, Verified, Mitigated',
  })
  expect((await titles('product_name=fixed&active=true')).toSorted()).toEqual(minimist)

  const params = { accountUuid: member.accountUuid }
  const { items } = await member.api.projects.page({ params, query: { text: 'fixed' } })
  const rows = await server.db
    .selectFrom('finding')
    .select(['advisory_uuid as advisoryUuid', 'cve'])
    .where('project_uuid', '=', items[0]!.uuid)
    .where('ended_at', 'is', null)
    .orderBy('cve')
    .execute()
  for (const [at, state] of (['false-positive', 'accepted'] as const).entries())
    await member.api.decisions.create({
      params,
      body: { state, reason: 'Tested', projectUuid: items[0]!.uuid, advisoryUuid: rows[at]!.advisoryUuid },
    })
  const { statistics: after } = await upload('fixed', ['lodash@4.17.21', 'minimist@0.0.8'])
  expect(after.after.total).toMatchObject({
    active: 0,
    false_p: 1,
    risk_accepted: 1,
    is_mitigated: 3,
    total: 5,
  })
  const [left] = (await listed('product_name=fixed&false_p=1')).results
  expect(left).toMatchObject({ title: minimist[0], active: false, false_p: true, test: id })
  expect((await client.get(`/api/v2/findings/${left.id}/`)).body).toEqual(left)
  expect(await titles('product_name=fixed&risk_accepted=true')).toEqual([minimist[1]])
})

describe('a login', () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v2/api-token-auth/`, { method: 'POST', body, headers })

  test('by password gives a token, in every form of body', async () => {
    const account = await server.newAccount()
    await setPassword(server, account)
    const { email } = account
    const login = { username: email, password: testPassword }
    const form = new FormData()
    for (const [name, value] of Object.entries(login)) form.set(name, value)
    for (const response of [
      await send(JSON.stringify(login), { 'content-type': 'application/json' }),
      await send(new URLSearchParams(login)),
      await send(form),
    ]) {
      const { token } = (await response.json()) as { token: string }
      const { status, body } = await defectDojoClient(server, `token ${token}`).get('/api/v2/user_profile/')
      expect([status, body.user.username, body.user.is_superuser]).toEqual([200, email, true])
    }
  })

  test('with a wrong or without a password is refused as DefectDojo does', async () => {
    const { email: username } = await server.newAccount()
    const wrong = await send(new URLSearchParams({ username, password: 'wrong' }))
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      expect.objectContaining({ non_field_errors: ['Unable to log in with provided credentials.'] }),
    ])
    const none = await send(new URLSearchParams({ username }))
    expect([none.status, await none.json()]).toEqual([
      400,
      expect.objectContaining({ password: ['This field may not be blank.'] }),
    ])
  })
})

test('lookups on the way: types by id, parts of names, and what there is none of', async () => {
  const get = async (path: string) => (await client.get(`/api/v2/${path}`)).body
  expect(await get('test_types/2/')).toMatchObject({ id: 2, name: 'CycloneDX Scan', static_tool: true })
  expect(await get('test_types/99/')).toMatchObject({ detail: 'Not found.' })
  expect(await get('product_types/1/')).toMatchObject({ id: 1 })
  expect(await get('products/?name__icontains=SHO')).toMatchObject({ count: 1, results: [{ name: 'shop' }] })
  expect(await get(`engagements/?product=${shop.product_id}&active=true`)).toMatchObject({
    count: 1,
    results: [{ id: shop.engagement_id, target_start: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
  })
  expect(await get(`tests/?engagement__product=${shop.product_id}&title=admin`)).toMatchObject({ count: 1 })
  expect(await get(`tests/?engagement=${shop.engagement_id}&test_type=1`)).toMatchObject({ count: 0 })
  for (const list of ['sla_configurations', 'risk_acceptance', 'test_imports'])
    expect(await get(`${list}/`)).toEqual({ count: 0, next: null, previous: null, results: [] })
})
