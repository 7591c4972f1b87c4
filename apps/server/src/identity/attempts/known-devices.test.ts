import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'

const server = testServer({ withWorker: false })
const member = forAllTests(() => server.newAccount())
beforeAll(() => setPassword(server, member))
beforeEach(() => server.db.deleteFrom('login_failure').execute())

const logIn = (password: string, cookie = '', email = member.email) =>
  fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }) },
    body: JSON.stringify({ email, password }),
  })
const deviceCookie = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith('assay_device='))
const device = async (cookie = '', email = member.email) =>
  deviceCookie(await logIn(testPassword, cookie, email))!.split(';', 1)[0]!
const guess = async (times: number, cookie = '') => {
  for (let at = 0; at < times; at++) await logIn('wrong', cookie)
  // The first block of 2 s may be over before a busy machine asks.
  await sql`
    update login_failure set blocked_until = now() + interval '1 hour'
    where blocked_until is not null`.execute(server.db)
}

describe('a browser in which the member has logged in', () => {
  test('is not locked out by guesses of strangers, from its own network or any other', async () => {
    const known = await device()
    await guess(60)
    expect((await logIn(testPassword)).status).toBe(429)
    expect((await logIn('wrong', known)).status).toBe(401)
    expect((await logIn(testPassword, known)).status).toBe(200)
    expect((await logIn(testPassword)).status).toBe(429)
  })

  test('has a counter of its own, which does not count for others', async () => {
    const known = await device()
    await guess(8, known)
    expect((await logIn(testPassword, known)).status).toBe(429)
    expect((await logIn(testPassword)).status).toBe(200)
  })

  test('is known to no other address, and not with a changed cookie', async () => {
    const other = await server.newAccount()
    await setPassword(server, other)
    const known = await device()
    await guess(8)
    const forged = [
      await device('', other.email),
      known.slice(0, -2),
      known.replace(/.(?=.{50}$)/, (each) => (each === 'A' ? 'B' : 'A')),
      'assay_device=',
    ]
    for (const cookie of forged) expect((await logIn(testPassword, cookie)).status).toBe(429)
  })

  test('may be that of several members', async () => {
    const other = await server.newAccount()
    await setPassword(server, other)
    const shared = await device(await device(), other.email)
    await guess(8)
    expect((await logIn(testPassword, shared)).status).toBe(200)
  })

  test('is told by a cookie without the address, which lives long and which scripts cannot read', async () => {
    const cookie = deviceCookie(await logIn(testPassword))!
    expect(cookie).toMatch(
      /^assay_device=[\w-]{65}; Max-Age=34560000; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    )
    expect(cookie).not.toContain(member.email)
  })
})

test('a failed login sets no cookie, so that it does not tell whether the address is known', async () => {
  for (const email of [member.email, 'nobody@example.org'])
    expect((await logIn('wrong', '', email)).headers.getSetCookie()).toEqual([])
})
