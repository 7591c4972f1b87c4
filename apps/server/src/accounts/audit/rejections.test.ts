import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { readSecret } from '#platform/secrets/secret.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false })

const logIn = (email: string, password: string) =>
  fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
const get = (path: string, authorization: string) => fetch(server.url + path, { headers: { authorization } })
const eventsOf = async ({ accountUuid, api }: TestMember, action: string) =>
  (await api.audit.list({ params: { accountUuid }, query: { action } })).events
/** The fields of the log lines about refused requests. */
const logged = () =>
  server
    .logged()
    .split('\n')
    .filter((line) => line.includes('"security":'))
    .map((line) => (JSON.parse(line) as { security: Record<string, string> }).security)

describe('a failed login', () => {
  test('is in the audit log of the member’s account, the 1st and the 10th in an hour, without what was typed', async () => {
    const member = await server.newAccount()
    await setPassword(server, member)
    for (let at = 0; at < 5; at++) expect((await logIn(member.email, 'guess-9f2c')).status).toBe(401)
    await expect.poll(() => eventsOf(member, 'credentials.failed')).toHaveLength(1)
    const [event] = await eventsOf(member, 'credentials.failed')
    expect(event).toMatchObject({
      memberUuid: null,
      memberEmail: member.email,
      credential: 'password',
      address: '127.0.0.1',
      agent: 'node',
      target: { call: 'credentials.login', memberUuid: member.uuid },
      after: { reason: 'wrongCredentials', count: 1 },
    })
    expect(JSON.stringify(event)).not.toContain('guess-9f2c')
    await expect.poll(() => logged().filter(({ member: uuid }) => uuid === member.uuid)).toHaveLength(5)
    expect(logged().at(-1)).toMatchObject({ account: member.accountUuid, address: '127.0.0.1' })
    expect(server.logged()).not.toContain('guess-9f2c')
  })

  test('with an address of nobody is only in the log, without the address', async () => {
    const email = `${randomUUID()}@example.org`
    const before = logged().length
    await logIn(email, 'guess')
    await expect.poll(() => logged().length).toBe(before + 1)
    expect(logged().at(-1)).toMatchObject({ action: 'credentials.failed', account: null, member: null })
    expect(server.logged()).not.toContain(email)
  })

  test('that was locked out is another event', async () => {
    const member = await server.newAccount()
    for (let at = 0; at < 8; at++) await logIn(member.email, 'guess')
    await expect.poll(() => eventsOf(member, 'credentials.lockedOut')).toHaveLength(1)
    expect((await eventsOf(member, 'credentials.lockedOut'))[0]).toMatchObject({
      after: { reason: 'tooManyAttempts', count: 1 },
    })
    await server.db.deleteFrom('login_failure').execute()
  })
})

describe('a refused call', () => {
  test('names the member, the credential and the call', async () => {
    const admin = await server.newAccount()
    const viewer = await server.addMember(admin, 'Viewer')
    const uuid = readSecret('token', viewer.authorization.split(' ')[1]!)!.uuid
    for (let at = 0; at < 10; at++)
      expect((await get(`/api/v1/accounts/${admin.accountUuid}/audit`, viewer.authorization)).status).toBe(
        403,
      )
    await expect.poll(() => eventsOf(admin, 'access.refused')).toHaveLength(2)
    const [tenth, first] = await eventsOf(admin, 'access.refused')
    expect(first).toMatchObject({
      memberUuid: viewer.uuid,
      memberEmail: viewer.email,
      credential: `token ${uuid}`,
      target: { call: 'audit.list' },
      after: { reason: 'forbidden', count: 1 },
    })
    expect(tenth).toMatchObject({ after: { count: 10 } })
  })
})

describe('an API token that is not valid', () => {
  const path = '/api/v1/users/me'

  test.each([
    ['forged', 'forgedToken', { change: (text: string) => `${text.slice(0, -4)}AAAA`, expires_at: null }],
    ['expired', 'expiredToken', { change: (text: string) => text, expires_at: new Date(0) }],
  ])('because it is %s is recorded', async (_, reason, { change, expires_at }) => {
    const member = await server.newAccount()
    const presented = change((await server.addToken(member, {})).split(' ')[1]!)
    const { uuid } = readSecret('token', presented)!
    await server.db.updateTable('api_token').set({ expires_at }).where('uuid', '=', uuid).execute()
    for (const scheme of ['token', 'Bearer'])
      expect((await get(path, `${scheme} ${presented}`)).status).toBe(401)
    await expect.poll(() => eventsOf(member, 'tokens.misused')).toHaveLength(1)
    expect((await eventsOf(member, 'tokens.misused'))[0]).toMatchObject({
      memberUuid: null,
      memberEmail: member.email,
      credential: `token ${uuid}`,
      after: { reason, count: 1 },
    })
    expect(server.logged()).not.toContain(presented)
  })

  test('because it does not exist is only in the log', async () => {
    const member = await server.newAccount()
    const { uuid } = readSecret('token', member.authorization.split(' ')[1]!)!
    const other = await server.addToken(member, {})
    const { uuid: otherUuid } = readSecret('token', other.split(' ')[1]!)!
    await server.db.deleteFrom('api_token').where('uuid', '=', otherUuid).execute()
    await get(path, other)
    await expect.poll(() => logged().some(({ credential }) => credential === `token ${otherUuid}`)).toBe(true)
    expect(logged().at(-1)).toMatchObject({ reason: 'unknownToken', account: null })
    expect(await eventsOf(member, 'tokens.misused')).toEqual([])
    expect(uuid).not.toBe(otherUuid)
  })

  test('an access token of a session that has expired is ordinary', async () => {
    const before = logged().length
    await get(path, `Bearer asys_${'A'.repeat(86)}`)
    await get(path, 'Bearer nonsense')
    expect(logged()).toHaveLength(before)
  })
})

describe('a refresh token that is forged', () => {
  const send = (call: 'refresh' | 'logout', cookie: string) =>
    fetch(`${server.url}/api/v1/credentials/${call}`, { method: 'POST', headers: { cookie } })
  const loggedIn = async () => {
    const member = await server.newAccount()
    await setPassword(server, member)
    const [cookie = ''] = (await logIn(member.email, testPassword)).headers
      .getSetCookie()
      .filter((each) => each.startsWith('assay_refresh='))
      .map((each) => each.split(';', 1)[0]!)
    return { member, cookie, sessionUuid: readSecret('refresh', cookie.split('=')[1]!)!.uuid }
  }
  /** The same account and session with other random bytes. */
  const forge = (cookie: string) => `${cookie.slice(0, -20)}${'A'.repeat(20)}`

  test.each(['refresh', 'logout'] as const)(
    'is recorded at the %s, the 1st and the 10th in an hour, and ends nothing',
    async (call) => {
      const { member, cookie, sessionUuid } = await loggedIn()
      for (let at = 0; at < 10; at++) await send(call, forge(cookie))
      await expect.poll(() => eventsOf(member, 'tokens.misused')).toHaveLength(2)
      expect((await eventsOf(member, 'tokens.misused')).at(-1)).toMatchObject({
        memberUuid: null,
        memberEmail: member.email,
        credential: `session ${sessionUuid}`,
        address: '127.0.0.1',
        target: { call: `credentials.${call}`, memberUuid: member.uuid },
        after: { reason: 'forgedRefreshToken', count: 1 },
      })
      expect(logged().filter(({ member: uuid }) => uuid === member.uuid)).toHaveLength(10)
      expect(server.logged()).not.toContain(forge(cookie).split('=')[1])
      expect((await send('refresh', cookie)).status).toBe(200)
    },
  )

  test('is not one that ended with its session, nor one of no session', async () => {
    const { member, cookie } = await loggedIn()
    const before = logged().length
    await send('logout', cookie)
    expect((await send('refresh', cookie)).status).toBe(401)
    expect((await send('refresh', forge(cookie))).status).toBe(401)
    expect((await send('refresh', 'assay_refresh=nonsense')).status).toBe(401)
    expect(await eventsOf(member, 'tokens.misused')).toEqual([])
    expect(logged()).toHaveLength(before)
  })
})
