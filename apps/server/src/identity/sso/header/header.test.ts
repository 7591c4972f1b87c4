import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { sessionOf, signedIn } from '#testing/sessions.ts'
import { startTestServer } from '#testing/test-server.ts'

// The test is the proxy: its connections come from 127.0.0.1.

const secret = 'a secret between the proxy and the server'

const settings = {
  ASSAY_HEADER_LOGIN_PROXIES: '192.0.2.0/24, 127.0.0.1, ::1',
  ASSAY_HEADER_LOGIN_SECRET: secret,
  ASSAY_HEADER_LOGIN_ROLES: '{"admins":"Administrator"}',
  ASSAY_HEADER_LOGIN_TEAMS: '{"devs":"Backend"}',
  ASSAY_HEADER_LOGIN_TRUST_ADDRESSES: 'true',
  ASSAY_HEADER_LOGIN_LOGOUT_URL: 'https://proxy.example.org/logout',
  ASSAY_HEADER_LOGIN_NAME: 'Our proxy',
}
const server = testServer(() => ({ withWorker: false, settings }))
const admin = forAllTests(() => server.newAccount())

type Headers = readonly (readonly [name: string, value: string])[]
interface Answer {
  status: number
  location: string
  cookie: string
  body: string
}

/** With the headers exactly as they are written here. */
const send = (path: string, headers: Headers, { to = server, method = 'GET' } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = method === 'GET' ? headers : [...headers, ['Content-Length', '0']]
    const sending = request(to.url + path, { method, headers: all.flat() }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        const { location = '', 'set-cookie': cookies = [] } = response.headers
        const refresh = cookies.find((line) => line.startsWith('assay_refresh=')) ?? ''
        resolve({ status: response.statusCode!, location, cookie: refresh.split(';', 1)[0]!, body })
      })
    })
    sending.on('error', reject).end()
  })
const host: Headers = [['Host', 'assay.test']]
const proxied = (user: string, more: Headers = []): Headers => [
  ...host,
  ['X-Assay-Proxy-Secret', secret],
  ['Remote-User', user],
  ...more,
]
const start = (headers: Headers, to = server) =>
  send('/api/v1/sso/header/start?returnTo=/projects', headers, { to })
const refresh = (cookie: string, headers: Headers) =>
  send('/api/v1/credentials/refresh', [...headers, ['Cookie', cookie]], { method: 'POST' })
const me = async (cookie: string, headers: Headers) => {
  const { token } = JSON.parse((await refresh(cookie, headers)).body) as { token: string }
  return sessionOf(server, token).users.me()
}
const failed = { status: 302, location: '/?login=signOnFailed', cookie: '' }
const newUser = () => `ada-${randomUUID()}`
async function invited() {
  const member = await server.addMember(admin, 'Viewer')
  return { member, user: newUser(), email: [['Remote-Email', member.email]] as Headers }
}

describe('a login by the headers of a proxy', () => {
  test('is offered, and starts a session of the member with the address', async () => {
    expect(await server.anonymous.publicConfig.get()).toMatchObject({ ways: { header: 'Our proxy' } })
    const { member, user, email } = await invited()
    const headers = proxied(user, email)
    const entered = await start(headers)
    expect(entered).toMatchObject({ status: 302, location: '/projects' })
    expect(await me(entered.cookie, headers)).toMatchObject({ id: member.uuid })
    const params = { accountUuid: admin.accountUuid }
    const { events } = await admin.api.audit.list({ params, query: { action: 'credentials.login' } })
    expect(events[0]).toMatchObject({ memberUuid: member.uuid, credential: 'header' })
  })

  test('recognizes the user afterwards, whatever the address is', async () => {
    const { member, user, email } = await invited()
    await start(proxied(user, email))
    const headers = proxied(user, [['Remote-Email', 'other@example.org']])
    expect(await me((await start(headers)).cookie, headers)).toMatchObject({ id: member.uuid })
  })

  test('gives the role and the teams of groups, and takes them away', async () => {
    await server.addTeam(admin, 'Backend')
    const { user, email } = await invited()
    const withGroups = proxied(user, [...email, ['Remote-Groups', 'Devs, admins']])
    expect(await me((await start(withGroups)).cookie, withGroups)).toMatchObject({ role: 'Administrator' })
    const without = proxied(user, email)
    expect(await me((await start(without)).cookie, without)).toMatchObject({ role: 'Viewer' })
  })

  test('needs an invitation, and a second factor at the proxy if the account requires one', async () => {
    const stranger = proxied(newUser(), [['Remote-Email', 'stranger@example.org']])
    expect(await start(stranger)).toMatchObject({ location: '/?login=notInvited', cookie: '' })
    const other = await signedIn(server, await server.newAccount())
    const params = { accountUuid: other.accountUuid }
    await other.api.accounts.configure({ params, body: { requiresMfa: true } })
    const headers = proxied(newUser(), [['Remote-Email', other.email]])
    expect(await start(headers)).toMatchObject({ location: '/?login=secondFactorMissing', cookie: '' })
  })

  test('may name the user by the subject of a client certificate', async () => {
    const { member, email } = await invited()
    const subject = `CN=Ada L\\C3\\B6velace,OU=R&D+serialNumber=${randomUUID()},O="Example, Inc.",C=DE`
    const headers = proxied(subject, email)
    expect(await me((await start(headers)).cookie, headers)).toMatchObject({ id: member.uuid })
    const renewed = proxied(subject)
    expect(await me((await start(renewed)).cookie, renewed)).toMatchObject({ id: member.uuid })
  })

  test('does not start from another site', async () => {
    const { user, email } = await invited()
    const headers = proxied(user, [...email, ['Sec-Fetch-Site', 'cross-site']])
    expect(await start(headers)).toMatchObject({ location: '/projects', cookie: '' })
  })

  test('leads to the logout of the proxy', async () => {
    const { user, email } = await invited()
    const headers = proxied(user, email)
    const { cookie } = await start(headers)
    const { body } = await send('/api/v1/credentials/logout', [...headers, ['Cookie', cookie]], {
      method: 'POST',
    })
    expect(JSON.parse(body)).toEqual({ logoutUrl: 'https://proxy.example.org/logout' })
  })
})

describe('headers count for nothing', () => {
  const attempts: [string, (user: string, email: Headers) => Headers][] = [
    ['without the secret', (user, email) => [...host, ['Remote-User', user], ...email]],
    [
      'with another secret',
      (user, email) => [...host, ['X-Assay-Proxy-Secret', `${secret}x`], ['Remote-User', user], ...email],
    ],
    ['with two secrets', (user, email) => proxied(user, [...email, ['X-Assay-Proxy-Secret', 'x']])],
    ['with two users', (user, email) => proxied('somebody', [...email, ['Remote-User', user]])],
    [
      'with two users in different cases',
      (user, email) => proxied('somebody', [...email, ['REMOTE-USER', user]]),
    ],
    [
      'with an underscore beside the user',
      (user, email) => proxied('somebody', [...email, ['Remote_User', user]]),
    ],
    [
      'with an underscore beside the address',
      (user, email) => proxied(user, [['Remote_Email', email[0]![1]]]),
    ],
    [
      'with an underscore beside the secret',
      (user, email) => proxied(user, [...email, ['X_Assay-Proxy-Secret', secret]]),
    ],
    ['with two addresses', (user, email) => proxied(user, [['Remote-Email', 'x@example.org'], ...email])],
    [
      'with two lists of groups',
      (user, email) => proxied(user, [...email, ['Remote-Groups', 'x'], ['remote-groups', 'admins']]),
    ],
    ['without a user', (_, email) => proxied('', email)],
    ['with bytes that are no text', (_, email) => proxied('\u00FF\u00FE', email)],
  ]
  test.each(attempts)('%s', async (_, headersOf) => {
    const { user, email } = await invited()
    expect(await start(headersOf(user, email))).toMatchObject(failed)
  })

  test('from an address that is not listed, whatever it forwards', async () => {
    const other = await startTestServer({
      withWorker: false,
      beside: server,
      settings: {
        ...settings,
        ASSAY_HEADER_LOGIN_PROXIES: '192.0.2.0/24',
        ASSAY_TRUSTED_PROXIES: 'loopback',
      },
    })
    const { user, email } = await invited()
    for (const forwarded of [
      ['X-Forwarded-For', '192.0.2.7'],
      ['Forwarded', 'for=192.0.2.7'],
      ['X-Real-IP', '192.0.2.7'],
    ] as const)
      expect(await start(proxied(user, [...email, forwarded]), other)).toMatchObject(failed)
    await other.stop()
  })

  test('on every other path', async () => {
    const headers = proxied(newUser(), [['Remote-Email', admin.email]])
    for (const path of ['/api/v1/users/me', '/api/v1/accounts/me'])
      expect((await send(path, headers)).status).toBe(401)
    expect((await send('/api/v1/credentials/refresh', headers, { method: 'POST' })).status).toBe(401)
  })

  test('if there is no such setting', async () => {
    const other = await startTestServer({ withWorker: false, beside: server })
    const { user, email } = await invited()
    expect((await start(proxied(user, email), other)).status).toBe(404)
    await other.stop()
  })

  test('beside an API token, which goes on working', async () => {
    const headers = [...proxied(newUser()), ['Authorization', admin.authorization]] as Headers
    expect(JSON.parse((await send('/api/v1/users/me', headers)).body)).toMatchObject({ id: admin.uuid })
  })
})

describe('a session', () => {
  test.each<[string, (user: string) => Headers]>([
    ['of somebody else', () => proxied('somebody else')],
    ['without the proxy', (user) => [...host, ['Remote-User', user]]],
    ['of nobody', () => host],
  ])('ends with a refresh %s', async (_, headersOf) => {
    const { user, email } = await invited()
    const headers = proxied(user, email)
    const { cookie } = await start(headers)
    expect((await refresh(cookie, headersOf(user))).status).toBe(401)
    expect((await refresh(cookie, headers)).status).toBe(401)
  })

  test('of another login is none of the proxy', async () => {
    const { api } = await signedIn(server, await server.newAccount())
    expect(await api.users.me()).toMatchObject({ role: 'Administrator' })
  })
})

describe('an address that people may change at the proxy', () => {
  test('leads to no member', async () => {
    const other = await startTestServer({
      withWorker: false,
      beside: server,
      settings: { ...settings, ASSAY_HEADER_LOGIN_TRUST_ADDRESSES: 'false' },
    })
    const { user, email } = await invited()
    expect(await start(proxied(user, email), other)).toMatchObject({ location: '/?login=emailUnverified' })
    await other.stop()
  })
})

test.each([
  [{ ASSAY_HEADER_LOGIN_SECRET: '' }, /need each other/],
  [{ ASSAY_HEADER_LOGIN_PROXIES: '' }, /need each other/],
  [{ ASSAY_HEADER_LOGIN_PROXIES: 'uniquelocal' }, /IP addresses and networks/],
  [{ ASSAY_HEADER_LOGIN_SECRET: 'short' }, /32 characters/],
  [{ ASSAY_HEADER_LOGIN_EMAIL: 'Remote-User' }, /must differ/],
  [{ ASSAY_HEADER_LOGIN_USER: 'Remote_User' }, /name of a header/],
  [{ ASSAY_HEADER_LOGIN_ROLES: '{"a":"King"}' }, /must be JSON such as/],
])('%j is refused at the start', (more, message) => {
  expect(() => readConfig({ ...settings, ...more })).toThrow(message)
})
