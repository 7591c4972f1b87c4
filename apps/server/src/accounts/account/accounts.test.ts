import { newOperator } from '#testing/upload-advisories.ts'
import { describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false })
const admin = forEachTest(() => server.newAccount())

const own = () => ({ params: { accountUuid: admin.accountUuid } })
const of = ({ accountUuid }: TestMember) => ({ params: { accountUuid } })

describe('an account', () => {
  test('can be listed, read and changed by its administrator', async () => {
    expect(await admin.api.accounts.list()).toMatchObject([{ uuid: admin.accountUuid, admin: true }])
    await admin.api.accounts.update({ ...own(), body: { name: 'Renamed' } })
    expect(await admin.api.accounts.get({ params: { account: admin.accountUuid } })).toMatchObject({
      name: 'Renamed',
      email: 'test@example.org',
      default: false,
    })
  })

  test("of anonymous visitors is the placeholder 'default', by its name or uuid, with a login, too", async () => {
    const uuid = '00000000-0000-0000-0000-000000000000'
    for (const account of ['default', uuid])
      for (const api of [server.anonymous, admin.api])
        expect(await api.accounts.get({ params: { account } })).toMatchObject({
          uuid,
          default: true,
          admin: false,
        })
    await expect(
      server.anonymous.accounts.get({ params: { account: admin.accountUuid } }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('is found by the address of a member in scope', async () => {
    const other = await server.newAccount()
    const find = (email: string) => admin.api.accounts.list({ query: { q: `member_email=${email}` } })
    expect(await find(admin.email)).toMatchObject([{ uuid: admin.accountUuid }])
    expect(await find(other.email)).toEqual([])
  })

  test('is deleted with all its data if check repeats its name', async () => {
    await expect(admin.api.accounts.remove({ ...own(), query: { check: 'x' } })).rejects.toMatchObject({
      errorType: 'checkFailed',
    })
    await admin.api.accounts.remove({ ...own(), query: { check: 'Test' } })
    await expect(admin.api.users.me()).rejects.toMatchObject({ status: 401 })
    const events = server.db.selectFrom('audit_event').select('action')
    expect(await events.where('account_uuid', '=', admin.accountUuid).execute()).toEqual([])
    const lines = server.logged().split('\n')
    expect(lines.find((line) => line.includes('An account was removed'))).toContain(admin.accountUuid)
  })

  test('names who can reopen it after it was closed', async () => {
    const operator = await newOperator(server)
    await admin.api.accounts.activate({ ...own(), query: { active: 'false' } })
    await expect(admin.api.users.me()).rejects.toMatchObject({ status: 401 })
    await operator.api.accounts.activate({ ...own(), query: { active: 'true' } })
    await admin.api.users.me()
  })
})

describe('the operator', () => {
  test('creates accounts and sees all of them', async () => {
    const operator = await newOperator(server)
    const created = await operator.api.accounts.create({
      body: { name: 'Branch', email: 'branch@example.org' },
    })
    expect(created).toMatchObject({ name: 'Branch', invitationUrl: null })
    expect((await server.mailed()).map(({ to }) => to)).toContain('branch@example.org')
    const listed = await operator.api.accounts.list()
    expect(listed.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([created.uuid, admin.accountUuid]))
    await operator.api.accounts.remove({ params: { accountUuid: created.uuid }, query: { check: 'Branch' } })
    await expect(operator.api.accounts.get({ params: { account: created.uuid } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('creates accounts that are scored by the graded formula, and can choose a public one', async () => {
    const operator = await newOperator(server)
    const { uuid } = await operator.api.accounts.create({ body: { name: 'New', email: 'new@example.org' } })
    const { security_scoring: scoring } = await server.db
      .selectFrom('account')
      .select('security_scoring')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow()
    expect(scoring).toBe('graded')
    for (const securityScoring of ['severity', 'cvss'] as const)
      expect(await admin.api.accounts.configure({ ...own(), body: { securityScoring } })).toMatchObject({
        securityScoring,
      })
  })

  test('changes, closes and reopens other accounts', async () => {
    const operator = await newOperator(server)
    expect((await operator.api.users.me()).account).toMatchObject({ operator: true, active: true })
    const api = operator.api.accounts
    expect(await api.update({ ...own(), body: { name: 'Renamed' } })).toMatchObject({
      name: 'Renamed',
      operator: false,
    })
    expect(await api.setPlan({ ...own(), query: { name: 'opensource' } })).toMatchObject({
      plan: 'opensource',
    })
    expect((await api.setFeatures({ ...own(), query: { names: 'scim' } })).features).toEqual(['scim'])
    const path = `/api/v1/accounts/${admin.accountUuid}/features`
    const { authorization } = admin
    const without = await fetch(server.url + path, { method: 'POST', headers: { authorization } })
    expect(without.status).toBe(400)
    expect((await api.get({ params: { account: admin.accountUuid } })).features).toContain('scim')
    expect((await admin.api.users.me()).account).toMatchObject({ name: 'Renamed', plan: 'opensource' })
    expect(await api.activate({ ...own(), query: { active: 'false' } })).toMatchObject({ active: false })
    const listed = await api.list()
    expect(listed.find(({ uuid }) => uuid === admin.accountUuid)).toMatchObject({ active: false })
    const stranger = await server.newAccount()
    await expect(stranger.api.accounts.update({ ...own(), body: { name: 'Mine' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('cannot close its own account, and cannot read the configuration of others', async () => {
    const operator = await newOperator(server)
    await expect(
      operator.api.accounts.remove({ ...of(operator), query: { check: 'Test' } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(operator.api.accounts.configuration(own())).rejects.toMatchObject({ status: 404 })
  })

  test('is not an administrator of another account', async () => {
    await expect(
      admin.api.accounts.create({ body: { name: 'X', email: 'x@example.org' } }),
    ).rejects.toMatchObject({ status: 403, errorType: 'operatorOnly' })
  })

  test.each([
    ['Required information not provided.', { name: '', email: 'a@example.org' }],
    ['Required information not provided.', { name: 'A', email: '' }],
    ['email must be an email address', { name: 'A', email: 'nobody' }],
  ])('gets %j for %j', async (message, body) => {
    await expect(admin.api.accounts.create({ body })).rejects.toThrow(message)
  })
})

describe('features and plan', () => {
  test("'members' is derived from the absence of teams and cannot be set", async () => {
    const set = (names: string) => admin.api.accounts.setFeatures({ ...own(), query: { names } })
    expect((await set('teams,scim')).features).toEqual(['teams', 'scim'])
    expect((await set('scim,members')).features).toEqual(['scim', 'members'])
    const { features, plan } = await admin.api.accounts.setPlan({ ...own(), query: { name: 'opensource' } })
    expect([features, plan]).toEqual([['scim'], 'opensource'])
    for (const name of ['nonsense', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])
      await expect(set(name)).rejects.toMatchObject({ status: 400, errorType: 'featureUnknown' })
  })

  test('are listed with a description; each plan has an icon', async () => {
    const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
    const { referenceData } = admin.api
    expect(namesOf(await referenceData.accountProperties())).toEqual(
      expect.arrayContaining(['autogroupings', 'experimental', 'logo']),
    )
    expect(namesOf(await referenceData.teamProperties())).toContain('notifications')
    const names = namesOf(await referenceData.features())
    expect(names).toContain('teams')
    for (const { name } of await admin.api.referenceData.plans()) {
      const { paths } = await server.anonymous.referenceData.planIllustration({ params: { name } })
      expect(paths.length).toBeGreaterThan(0)
    }
  })
})

test('the scan quota is a text saying that there is none', async () => {
  const path = `${server.url}/api/v1/accounts/${admin.accountUuid}/payg/tokens`
  const response = await fetch(path, { headers: { authorization: admin.authorization } })
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/plain', 'unlimited'])
  expect(await admin.api.accounts.paygTokens(own())).toBe('unlimited')
})

test('the support token is read-only for a day and replaces the previous one', async () => {
  const none = { expiresAt: null, token: null }
  const session = await signedIn(server, admin)
  expect(await session.api.accounts.supportToken(own())).toEqual(none)
  const call = (token: string) =>
    fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: `token ${token}` } })
  const first = await admin.api.accounts.makeSupportToken(own())
  const second = await admin.api.accounts.makeSupportToken(own())
  expect([(await call(first.token)).status, (await call(second.token)).status]).toEqual([401, 200])
  expect(await session.api.accounts.supportToken(own())).toEqual(second)
  const rows = server.db.selectFrom('api_token').selectAll().where('account_uuid', '=', admin.accountUuid)
  const [row] = (await rows.execute()).filter(({ sealed }) => sealed !== null)
  expect(Buffer.from(row!.sealed!).includes(second.token)).toBe(false)
  const response = await fetch(`${server.url}/api/v1/teams`, {
    method: 'POST',
    headers: { authorization: `token ${second.token}`, 'content-type': 'application/json' },
    body: '{"name":"x"}',
  })
  expect(response.status).toBe(403)
  const past = { expires_at: new Date(Date.now() - 1) }
  await server.db.updateTable('api_token').set(past).where('uuid', '=', row!.uuid).execute()
  expect(await session.api.accounts.supportToken(own())).toEqual(none)
})

test('the support token is only shown to sessions of administrators; others see its expiry', async () => {
  const { expiresAt } = await admin.api.accounts.makeSupportToken(own())
  const collaborator = await server.addMember(admin, 'Collaborator')
  for (const { api } of [collaborator, await signedIn(server, collaborator), admin])
    expect(await api.accounts.supportToken(own())).toEqual({ expiresAt, token: null })
  const unauthorized = { status: 403, message: 'Unauthorized' }
  await expect(collaborator.api.accounts.makeSupportToken(own())).rejects.toMatchObject(unauthorized)
  for (const role of ['Viewer', 'Team administrator', 'Team viewer'] as const) {
    const { api } = await server.addMember(admin, role)
    await expect(api.accounts.supportToken(own())).rejects.toMatchObject(unauthorized)
  }
})

describe('a property', () => {
  const at = (name: string) => ({ params: { accountUuid: admin.accountUuid, name } })

  test('is null until set, and stores objects', async () => {
    expect(await admin.api.properties.ofAccount(at('ours'))).toBeNull()
    await admin.api.properties.setOfAccount({ ...at('ours'), body: { domains: ['example.org'] } })
    expect(await admin.api.properties.ofAccount(at('ours'))).toEqual({ domains: ['example.org'] })
    await admin.api.properties.setOfAccount({ ...at('ours'), body: '' })
    expect(await admin.api.properties.ofAccount(at('ours'))).toBeNull()
    await admin.api.properties.setOfAccount({ ...at('text'), body: '{"a":1}' })
    expect(await admin.api.properties.ofAccount(at('text'))).toEqual({ a: 1 })
  })

  test('with single sign-on domains requires a recent login', async () => {
    const body = { domains: ['example.org'] }
    await expect(admin.api.properties.setOfAccount({ ...at('autogroupings'), body })).rejects.toMatchObject({
      status: 403,
      errorType: 'forbidden',
    })
    const { api } = await signedIn(server, admin)
    await api.properties.setOfAccount({ ...at('autogroupings'), body })
    const old = { confirmed_at: new Date(Date.now() - 3_600_000) }
    await server.db.updateTable('session').set(old).where('member_uuid', '=', admin.uuid).execute()
    await expect(api.properties.setOfAccount({ ...at('autogroupings'), body })).rejects.toMatchObject({
      errorType: 'loginTooOld',
    })
  })

  test.each([
    [undefined, 'The property is missing'],
    ['{', 'The property content is invalid'],
    ['[1]', 'The property is invalid'],
    [[1], 'The property is invalid'],
    [7, 'The property is invalid'],
  ])('of %j is rejected: %s', async (body, message) => {
    await expect(admin.api.properties.setOfAccount({ ...at('x'), body })).rejects.toThrow(message)
  })

  test('of a team is stored separately', async () => {
    const teamUuid = await server.addTeam(admin, 'team')
    const params = { teamUuid, name: 'notifications' }
    await admin.api.properties.setOfTeam({ params, body: { mail: true } })
    expect(await admin.api.properties.ofTeam({ params })).toEqual({ mail: true })
    const stranger = await server.newAccount()
    expect(await admin.api.properties.ofTeam({ params })).toEqual({ mail: true })
    expect(await stranger.api.properties.ofTeam({ params })).toBeNull()
  })
})

test("site statistics count only the caller's account", async () => {
  await server.addMember(admin, 'Viewer')
  expect(await admin.api.referenceData.siteStats()).toEqual({
    accounts: 1,
    members: 2,
    teams: 0,
    projects: 0,
    scans: 0,
  })
})
