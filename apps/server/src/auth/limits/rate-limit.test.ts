import { tokenOf } from '@assay/sdk/token-of.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { insertChallenge } from '#auth/sessions/login-challenge-store.ts'
import { limitEmails, limitInvitations } from '#accounts/member-emails/limit-emails.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { limitTexts } from '#identity/mfa/routes.ts'
import { inParallel, blocksWithin, type Burst, post } from '#testing/in-parallel.ts'
import { logIn, sessionOf, setPassword, testPassword } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { limitOf, reserve } from './rate-limit.ts'
import { accountScope } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'

// Two processes on one database: limits kept per process would allow twice as many attempts.
const settings = {
  ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
  ASSAY_REGISTRATION: 'true',
  ASSAY_SECRET_KEY: 'the same for both, as it has to be',
}
const server = testServer(() => ({ withWorker: false, settings }))
const second = testServer(() => ({ withWorker: false, settings, beside: server }))

const at = (index: number, path: string) => `${(index % 2 === 0 ? server : second).url}/api/v1${path}`
/** Client addresses, one per test, so that tests do not affect each other. */
let callers = 0
const newCaller = () => `198.51.100.${++callers}`
const emails = async (email: string) => (await server.mailed()).filter(({ to }) => to === email).length

async function memberWithPassword(): Promise<TestMember> {
  const member = await server.newAccount()
  await setPassword(server, member)
  return member
}
const bearer = async (member: TestMember) => `Bearer ${tokenOf(await logIn(server, member))}`

/** Five are free, the sixth blocks for 2 s, then 4, 8, …: the most that can succeed within this time. */
const maxThroughIn = (ms: number) => 6 + blocksWithin(ms)

/** All got a response, few were checked, and every rejection has Retry-After. */
function expectLimited(burst: Burst, { looked, times }: { looked: number; times: number }) {
  expect(looked).toBeGreaterThanOrEqual(5)
  expect(looked).toBeLessThanOrEqual(maxThroughIn(burst.ms))
  expect(looked + burst.count(429)).toBe(times)
  expect(burst.retryAfter).toHaveLength(burst.count(429))
  for (const each of burst.retryAfter) expect(Number(each)).toBeGreaterThanOrEqual(1)
}

describe('300 concurrent guesses', () => {
  test.each(['of a member', 'of nobody'])(
    'of the password %s are rejected except for a few',
    async (whose) => {
      const email = whose === 'of nobody' ? `${randomUUID()}@example.org` : (await memberWithPassword()).email
      const from = newCaller()
      const burst = await inParallel(300, (index) =>
        post(at(index, '/credentials/login'), { body: { email, password: `guess ${index}` }, from }),
      )
      expectLimited(burst, { looked: burst.count(401), times: 300 })
    },
  )

  test('of the old password when changing it are rejected except for a few', async () => {
    const authorization = await bearer(await memberWithPassword())
    const from = newCaller()
    const burst = await inParallel(300, (index) =>
      post(at(index, '/credentials/change'), {
        body: { password: `guess ${index}`, newPassword: 'quite another password' },
        authorization,
        from,
      }),
    )
    expectLimited(burst, { looked: burst.count(401), times: 300 })
  })

  test('of the password when reauthenticating are rejected except for a few', async () => {
    const authorization = await bearer(await memberWithPassword())
    const from = newCaller()
    const burst = await inParallel(300, (index) =>
      post(at(index, '/credentials/confirm'), { body: { password: `guess ${index}` }, authorization, from }),
    )
    expectLimited(burst, { looked: burst.count(401), times: 300 })
  })

  test('for 300 members from addresses of one IPv6 network are limited as for one company', async () => {
    const burst = await inParallel(300, (index) =>
      post(at(index, '/credentials/login'), {
        body: { email: `${randomUUID()}@example.org`, password: 'guess' },
        from: `2001:db8:7:7::${index.toString(16)}`,
      }),
    )
    expect(burst.count(401)).toBeLessThanOrEqual(45 + maxThroughIn(burst.ms))
    expect(burst.count(401) + burst.count(429)).toBe(300)
  })

  test.each(['app', 'sms', 'scratch-codes'])(
    'of a code (%s) across 80 challenges are rejected except for a few',
    async (method) => {
      const member = await memberWithPassword()
      const api = sessionOf(server, tokenOf(await logIn(server, member)))
      const { secret } = await api.mfa.initializeApp({})
      const totp = appCodes(secret).generate()
      await api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp } })
      await api.mfa.makeScratchCodes()
      const challenges = await Promise.all(Array.from({ length: 80 }, () => newChallenge(member)))
      const from = newCaller()
      const burst = await inParallel(400, (index) =>
        post(at(index, `/mfa/validate/${method}`), {
          body: { challenge: challenges[index % 80], totp: String(100_000 + index) },
          from,
        }),
      )
      expectLimited(burst, { looked: burst.count(401), times: 400 })
    },
  )

  test('of passkeys from one address are limited as for one company', async () => {
    const from = newCaller()
    const credential = {
      id: 'bm9uZQ',
      rawId: 'bm9uZQ',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30', userHandle: 'bm9uZQ' },
    }
    const burst = await inParallel(300, (index) =>
      post(at(index, '/credentials/passkey'), { body: { credential }, from }),
    )
    expect(burst.count(401)).toBeLessThanOrEqual(45 + maxThroughIn(burst.ms))
    expect(burst.count(401) + burst.count(429)).toBe(300)
    for (const each of burst.retryAfter) expect(Number(each)).toBeGreaterThanOrEqual(1)
  })
})

async function newChallenge({ accountUuid, uuid: memberUuid }: TestMember): Promise<string> {
  const uuid = randomUUID()
  const { text, hash } = makeSecret('challenge', accountUuid, uuid)
  const expiresAt = new Date(Date.now() + 600_000)
  await insertChallenge(server.db, accountScope(accountUuid), {
    uuid,
    memberUuid,
    hash,
    purpose: 'code',
    expiresAt,
  })
  return text
}

describe('100 concurrent requests for emails', () => {
  test('for a forgotten password send a few', async () => {
    const { email } = await memberWithPassword()
    const from = newCaller()
    const burst = await inParallel(100, (index) =>
      post(at(index, `/credentials/forget?email=${encodeURIComponent(email)}`), { from }),
    )
    expectLimited(burst, { looked: burst.count(200), times: 100 })
    expect(await emails(email)).toBe(burst.count(200))
  })

  test('by registrations send a few', async () => {
    const email = `${randomUUID()}@example.org`
    const from = newCaller()
    const burst = await inParallel(100, (index) =>
      post(at(index, '/credentials/register'), { body: { email, password: testPassword }, from }),
    )
    expectLimited(burst, { looked: burst.count(200), times: 100 })
    expect(await emails(email)).toBe(burst.count(200))
  })

  test('by invitations send a few', async () => {
    const admin = await server.newAccount()
    const invited = await server.addMember(admin, 'Viewer')
    const path = `/accounts/${admin.accountUuid}/members/${invited.uuid}/invitation`
    const { authorization } = admin
    const burst = await inParallel(100, (index) => post(at(index, path), { authorization }))
    expectLimited(burst, { looked: burst.count(200), times: 100 })
    expect(await emails(invited.email)).toBe(burst.count(200))
  })

  test('by rejected invitations are not counted', async () => {
    const admin = await server.newAccount()
    const { email } = await server.addMember(admin, 'Viewer')
    const add = () => admin.api.members.add({ params: { accountUuid: admin.accountUuid }, body: { email } })
    for (let time = 0; time < 10; time++) await expect(add()).rejects.toMatchObject({ status: 409 })
    expect(await emails(email)).toBe(0)
  })

  test('of one notice to one member send a few', async () => {
    const member = await memberWithPassword()
    const authorization = await bearer(member)
    const sentBefore = await emails(member.email)
    // Each removes the recovery codes and notifies about it.
    const burst = await inParallel(50, (index) =>
      post(at(index, '/mfa/scratch-codes'), { authorization, method: 'DELETE' }),
    )
    expect(burst.count(200)).toBe(50)
    const emailed = (await emails(member.email)) - sentBefore
    expect(emailed).toBeGreaterThanOrEqual(5)
    expect(emailed).toBeLessThanOrEqual(maxThroughIn(burst.ms))
  })

  test('and 100 text messages to a phone send one', async () => {
    const authorization = await bearer(await memberWithPassword())
    const from = newCaller()
    const phone = '+39333000111'
    const burst = await inParallel(100, (index) =>
      post(at(index, '/mfa/authenticate/sms'), { body: { phone }, authorization, from }),
    )
    expect([burst.count(200), burst.count(429)]).toEqual([1, 99])
    expect(burst.retryAfter).toEqual(Array.from({ length: 99 }, () => '30'))
    expect((await server.texted()).filter((text) => text.phone === phone)).toHaveLength(1)
  })
})

describe('300 concurrent logins', () => {
  test('from 300 addresses succeed or get Retry-After, while other requests are served', async () => {
    const member = await server.newAccount()
    let others = 0
    const sendOthers = async () => {
      for (; others < 20; others++) {
        await member.api.users.me()
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      }
    }
    const sent = inParallel(300, (index) =>
      post(`${server.url}/api/v1/credentials/login`, {
        body: { email: `${randomUUID()}@example.org`, password: 'guess' },
        from: `203.0.113.${index % 250}`,
      }),
    )
    const pending = sendOthers()
    const burst = await sent
    expect(others).toBeGreaterThan(0)
    await pending
    expect(burst.count(401) + burst.count(503)).toBe(300)
    expect(burst.count(401)).toBeGreaterThanOrEqual(100)
    for (const each of burst.retryAfter) expect(each).toBe('5')
  })

  test('rejected because of load do not count as attempts', async () => {
    const limits = [limitOf(`test ${randomUUID()}`, 5)]
    for (let time = 0; time < 60; time++) {
      const reservation = await reserve(server.db, limits, { errorType: 'tooManyAttempts', message: 'x' })
      await reservation.refundAttempt()
    }
  })
})

test('repeated logins with the correct password block neither the member nor the company', async () => {
  const member = await memberWithPassword()
  const from = newCaller()
  const enter = () =>
    post(at(0, '/credentials/login'), { body: { email: member.email, password: testPassword }, from })
  for (let time = 0; time < 12; time++) expect((await enter()).status).toBe(200)
  const rows = await server.db
    .selectFrom('login_failure')
    .select('failures')
    .where('key', '=', limitOf(`address ${from}`, 0).key)
    .execute()
  expect(rows).toEqual([{ failures: 0 }])
})

test('failures count for a member wherever the password is entered, and codes are counted separately', async () => {
  const member = await memberWithPassword()
  const authorization = await bearer(member)
  const from = newCaller()
  const confirm = (password: string) =>
    post(at(1, '/credentials/confirm'), { body: { password }, authorization, from })
  for (let time = 0; time < 6; time++) expect((await confirm('guess')).status).toBe(401)
  await server.db
    .updateTable('login_failure')
    .set({ blocked_until: new Date(Date.now() + 600_000) })
    .where('key', '=', limitOf(`password ${member.email}`, 0).key)
    .execute()
  const right = testPassword
  const responses = [
    await confirm(right),
    await post(at(0, '/credentials/login'), { body: { email: member.email, password: right }, from }),
    await post(at(0, '/credentials/change'), {
      body: { password: right, newPassword: 'quite another password' },
      authorization,
      from,
    }),
    await post(at(0, '/mfa/validate/app'), {
      body: { challenge: await newChallenge(member), totp: '000000' },
      from,
    }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([429, 429, 429, 401])
})

test('wrong API tokens and links are not counted: they cannot be guessed', async () => {
  const member = await memberWithPassword()
  const from = newCaller()
  const wrong = (kind: 'token' | 'link') => makeSecret(kind, member.accountUuid, randomUUID()).text
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => [
      (await post(at(0, '/teams'), { body: { name: 'x' }, authorization: `token ${wrong('token')}`, from }))
        .status,
      (
        await post(at(1, '/credentials/reset'), {
          body: { token: wrong('link'), password: testPassword },
          from,
        })
      ).status,
    ]),
  )
  expect(new Set(statuses.map((each) => each.join()))).toEqual(new Set(['401,400']))
  const body = { email: member.email, password: testPassword }
  expect((await post(at(0, '/credentials/login'), { body, from })).status).toBe(200)
})

test('each further failure doubles the wait, to 15 minutes at most, and is forgotten after an hour', async () => {
  const limit = limitOf(`doubling ${randomUUID()}`, 5)
  const rejection = { errorType: 'tooManyAttempts', message: 'Too many' } as const
  const change = (set: { blocked_until?: Date; last_at?: Date }) =>
    server.db.updateTable('login_failure').set(set).where('key', '=', limit.key).execute()
  const attempt = () => reserve(server.db, [limit], rejection)
  for (let time = 0; time < 5; time++) await attempt()
  const waits: number[] = []
  for (let time = 0; time < 11; time++) {
    await attempt()
    const { blocked_until: until, last_at: last } = await server.db
      .selectFrom('login_failure')
      .selectAll()
      .where('key', '=', limit.key)
      .executeTakeFirstOrThrow()
    waits.push(Math.round((until!.getTime() - last.getTime()) / 1000))
    await change({ blocked_until: new Date(0) })
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  await change({ last_at: new Date(Date.now() - 3_700_000) })
  for (let time = 0; time < 5; time++) await attempt()
})

const tooMany = { status: 429, retryAfterSeconds: expect.any(Number) as number }
test.each<[string, number, (from: string, accountUuid: string) => Promise<unknown>]>([
  [
    'emails for one client address',
    50,
    (address) => limitEmails(server.db, { email: `${randomUUID()}@example.org`, address }),
  ],
  [
    'text messages for one client address',
    50,
    (address) => limitTexts(server.db, { phone: randomUUID(), address }),
  ],
  [
    'invitations by one account',
    200,
    (_, accountUuid) =>
      limitInvitations(server.db, server.config, { email: `${randomUUID()}@example.org`, accountUuid }),
  ],
])('%s are limited to %i, regardless of the recipient', async (_, free, limit) => {
  const [from, accountUuid] = [newCaller(), randomUUID()]
  const begin = performance.now()
  const results = await Promise.allSettled(Array.from({ length: free + 30 }, () => limit(from, accountUuid)))
  const rejected = results.filter((each) => each.status === 'rejected')
  expect(results.length - rejected.length).toBeGreaterThanOrEqual(free)
  expect(results.length - rejected.length).toBeLessThanOrEqual(
    free + 1 + blocksWithin(performance.now() - begin),
  )
  for (const { reason } of rejected) expect(reason).toMatchObject(tooMany)
  await limit(newCaller(), randomUUID())
})

test('an attempt rejected by one limit does not count for another', async () => {
  const [own, shared] = [limitOf(`own ${randomUUID()}`, 1), limitOf(`shared ${randomUUID()}`, 50)]
  const rejection = { errorType: 'tooManyAttempts', message: 'Too many' } as const
  const from = performance.now()
  await Promise.allSettled(Array.from({ length: 100 }, () => reserve(server.db, [shared, own], rejection)))
  const ms = performance.now() - from
  const rows = await server.db
    .selectFrom('login_failure')
    .select('failures')
    .where('key', '=', shared.key)
    .execute()
  expect(rows[0]!.failures).toBeLessThanOrEqual(maxThroughIn(ms))
})

test('a refunded attempt reverts only its own block', async () => {
  const limit = limitOf(`unblocked ${randomUUID()}`, 1)
  const rejection = { errorType: 'tooManyAttempts', message: 'Too many' } as const
  await reserve(server.db, [limit], rejection)
  const blocking = await reserve(server.db, [limit], rejection)
  await expect(reserve(server.db, [limit], rejection)).rejects.toMatchObject({ status: 429 })
  await blocking.refundAttempt()
  await reserve(server.db, [limit], rejection)
  await expect(reserve(server.db, [limit], rejection)).rejects.toMatchObject({ retryAfterSeconds: 2 })
})
