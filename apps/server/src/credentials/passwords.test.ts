import type { AccessToken, LoginChallenge } from '@assay/contract/credentials.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../auth/passwords.ts'
import { startTestServer, type TestMember, type TestServer } from '../testing/test-server.ts'

const password = 'a password of some length'
const other = 'another one, just as long'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    withWorker: false,
    settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1', ASSAY_REGISTRATION: 'true' },
  })
})
afterAll(() => server.stop())

async function withPassword(): Promise<TestMember> {
  const member = await server.newAccount()
  const password_hash = await hashPassword(password)
  await server.db.updateTable('member').set({ password_hash }).where('uuid', '=', member.uuid).execute()
  return member
}
const logIn = ({ email }: { email: string }, given = password) =>
  server.anonymous.credentials.login({ body: { email, password: given } })
const as = (answer: AccessToken | LoginChallenge) =>
  createAssayClient({ baseUrl: server.url, authorization: () => `Bearer ${tokenOf(answer)}` })
const refused = { status: 401 }

describe('a forgotten password', () => {
  test('is chosen anew by a mailed link; sessions of before end', async () => {
    const member = await withPassword()
    const before = as(await logIn(member))
    await server.anonymous.credentials.forget({ query: { email: member.email.toUpperCase() } })
    await expect.poll(() => server.letters.some(({ to }) => to === member.email)).toBe(true)
    const token = /#(\S+)/.exec(server.letters.findLast(({ to }) => to === member.email)!.text)![1]!
    await server.anonymous.credentials.reset({ body: { token, password: other } })
    await expect(before.users.me()).rejects.toMatchObject(refused)
    await expect(logIn(member)).rejects.toMatchObject(refused)
    await logIn(member, other)
  })

  test('of nobody has the same answer', async () => {
    expect(await server.anonymous.credentials.forget({ query: { email: 'nobody@example.org' } })).toEqual({})
  })
})

describe('changing the password', () => {
  test('needs the old one, and ends the other sessions', async () => {
    const member = await withPassword()
    const [here, there] = [as(await logIn(member)), as(await logIn(member))]
    await expect(
      here.credentials.change({ body: { password: 'wrong', newPassword: other } }),
    ).rejects.toMatchObject(refused)
    await here.credentials.change({ body: { password, newPassword: other } })
    await here.users.me()
    await expect(there.users.me()).rejects.toMatchObject(refused)
    await logIn(member, other)
  })

  test.each(['short', 'password1234', 'aaaaaaaaaaaaaaa'])('to %j is refused', async (newPassword) => {
    const session = as(await logIn(await withPassword()))
    await expect(session.credentials.change({ body: { password, newPassword } })).rejects.toThrow(
      /12 characters|too well known/,
    )
  })
})

describe('sessions', () => {
  test('are listed and ended one by one', async () => {
    const member = await withPassword()
    const [here, there] = [as(await logIn(member)), as(await logIn(member))]
    const listed = await here.sessions.list()
    expect(listed.map(({ isCurrent }) => isCurrent).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      false,
      true,
    ])
    const another = listed.find(({ isCurrent }) => !isCurrent)!
    expect(another.address).toBe('127.0.0.1')
    await here.sessions.revoke({ params: { sessionUuid: another.uuid } })
    await expect(there.users.me()).rejects.toMatchObject(refused)
    await here.users.me()
  })

  test("of another member are nobody's", async () => {
    const [mine, theirs] = [as(await logIn(await withPassword())), as(await logIn(await withPassword()))]
    const [session] = await theirs.sessions.list()
    await expect(mine.sessions.revoke({ params: { sessionUuid: session!.uuid } })).rejects.toMatchObject({
      status: 404,
    })
    await theirs.users.me()
  })
})

test('who fails again and again has to wait, also with the right password, and also for unknown addresses', async () => {
  const member = await withPassword()
  for (const email of [member.email, 'unknown@example.org']) {
    for (let attempt = 0; attempt < 6; attempt++) {
      await expect(logIn({ email }, 'wrong')).rejects.toMatchObject(refused)
    }
    await expect(logIn({ email })).rejects.toMatchObject({ status: 429, errorType: 'tooManyAttempts' })
  }
  // What the database keeps, a restart does not forgive; time does.
  await server.db
    .updateTable('login_failure')
    .set({ blocked_until: new Date(Date.now() - 1) })
    .execute()
  await logIn(member)
})

describe('registration', () => {
  test('makes an account of its own; the name falls back to the address', async () => {
    const session = as(
      await server.anonymous.credentials.register({ body: { email: 'Fresh@example.org', password } }),
    )
    expect(await session.users.me()).toMatchObject({
      ...{ name: 'fresh', email: 'fresh@example.org', role: 'Administrator' },
      account: { name: 'fresh' },
    })
  })

  test('is refused for an address that is taken', async () => {
    const { email } = await server.newAccount()
    await expect(server.anonymous.credentials.register({ body: { email, password } })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('is closed unless the operator opens it', async () => {
    const closed = await startTestServer({ withWorker: false })
    await expect(
      closed.anonymous.credentials.register({ body: { email: 'a@example.org', password } }),
    ).rejects.toMatchObject({ status: 403, errorType: 'registrationClosed' })
    expect(await closed.anonymous.site.get()).toMatchObject({ allowsRegistration: false, sendsMail: false })
    await closed.stop()
  })
})
