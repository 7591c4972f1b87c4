import { sql } from 'kysely'
import type { LoginChallenge, MfaMethod } from '@assay/contract/credentials.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { loggedIn, logIn, sessionOf, setPassword, testPassword } from '#testing/sessions.ts'
import { type TestClient, type TestMember } from '#testing/test-server.ts'
import { appCodes } from './check-code.ts'
import { purposeOf } from './factors.ts'

const server = testServer({
  withWorker: false,
  settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' },
})

/** A member with a password and a session. */
const start = () => loggedIn(server)

const codeOf = (secret: string, steps = 0) =>
  appCodes(secret).generate({ timestamp: Date.now() + steps * 30_000 })

const setUpApp = async (api: TestClient, challenge?: string) => {
  const { secret } = await api.mfa.initializeApp({
    body: challenge === undefined ? undefined : { challenge },
  })
  // Requested together, since the clock may advance to the next time step in between.
  const [used, next] = [codeOf(secret), codeOf(secret, 1)]
  const response = await validate(api, {
    totp: used,
    isSetup: true,
    method: 'app',
    ...(challenge !== undefined && { challenge }),
  })
  return { secret, response, used, next }
}

interface CodeAttempt {
  method: MfaMethod
  totp: string
  challenge?: string
  isSetup?: boolean
}
const validate = (api: TestClient, { method, isSetup = false, ...body }: CodeAttempt) =>
  api.mfa.validate({ params: { method }, query: isSetup ? { isSetup: 'true' } : {}, body })

async function challenged(member: TestMember): Promise<LoginChallenge> {
  const response = await logIn(server, member)
  if ('token' in response) throw new Error('The password was enough')
  return response
}

const enter = async (member: TestMember, method: MfaMethod, totp: string) => {
  const { challenge } = await challenged(member)
  return validate(server.anonymous, { method, totp, challenge })
}

/** Resets the lockout counters. */
const forgive = () => server.db.deleteFrom('login_failure').execute()
const wrongCode = { status: 401, errorType: 'wrongCode' }
const ended = { status: 401, errorType: 'challengeEnded' }

describe('an authenticator app', () => {
  test('is set up with a code, then required to log in', async () => {
    const { member, api } = await start()
    expect(await api.mfa.appStatus()).toEqual({ active: false })
    const { secret, url, qrCode } = await api.mfa.initializeApp({})
    // 160 bits in Base32.
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(url).toContain(`secret=${secret}`)
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(tokenOf(await logIn(server, member))).toMatch(/^asys_/)

    await validate(api, { method: 'app', totp: codeOf(secret), isSetup: true })
    expect(await api.mfa.appStatus()).toEqual({ active: true })
    expect(await challenged(member)).toMatchObject({ methods: ['app'], mustSetUp: false })
    const response = await enter(member, 'app', codeOf(secret, 1))
    const session = sessionOf(server, (response as { token: string }).token)
    expect(await session.users.me()).toMatchObject({ id: member.uuid })
  })

  test('accepts each code once, and no older one', async () => {
    const { member, api } = await start()
    const { secret, used, next } = await setUpApp(api)
    await expect(enter(member, 'app', used)).rejects.toMatchObject(wrongCode)
    await enter(member, 'app', next)
    await expect(enter(member, 'app', next)).rejects.toMatchObject(wrongCode)
    await expect(enter(member, 'app', codeOf(secret, -1))).rejects.toMatchObject(wrongCode)
  })

  test('tolerates a clock drift of one time step', async () => {
    const { member, api } = await start()
    const { secret, next } = await setUpApp(api)
    await expect(enter(member, 'app', codeOf(secret, 3))).rejects.toMatchObject(wrongCode)
    await expect(enter(member, 'app', next)).resolves.toHaveProperty('token')
  })

  test('has its key encrypted in the database', async () => {
    const { member, api } = await start()
    const { secret } = await setUpApp(api)
    const row = await server.db
      .selectFrom('second_factor')
      .select('secret')
      .where('member_uuid', '=', member.uuid)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(row.secret).includes(secret)).toBe(false)
  })

  test('cannot be replaced while active, and can be deactivated', async () => {
    const { member, api } = await start()
    await setUpApp(api)
    await api.mfa.makeScratchCodes()
    await expect(api.mfa.initializeApp({})).rejects.toMatchObject({ status: 409, errorType: 'alreadyActive' })
    expect(await api.mfa.deactivateApp()).toMatchObject({ app: false, scratchCodes: 0 })
    expect(tokenOf(await logIn(server, member))).toMatch(/^asys_/)
    await setUpApp(api)
  })
})

describe('the challenge of a login', () => {
  test('works once', async () => {
    const { member, api } = await start()
    const { next } = await setUpApp(api)
    const { challenge } = await challenged(member)
    await validate(server.anonymous, { method: 'app', totp: next, challenge })
    await expect(validate(server.anonymous, { method: 'app', totp: next, challenge })).rejects.toMatchObject(
      ended,
    )
  })

  test('is invalidated by five wrong codes; then codes are blocked, and correct passwords do not reset that', async () => {
    const { member, api } = await start()
    const { next } = await setUpApp(api)
    const { challenge } = await challenged(member)
    const wrong = () => validate(server.anonymous, { method: 'app', totp: '000000', challenge })
    for (let count = 0; count < 5; count++) await expect(wrong()).rejects.toMatchObject(wrongCode)
    await expect(validate(server.anonymous, { method: 'app', totp: next, challenge })).rejects.toMatchObject(
      ended,
    )
    await expect(enter(member, 'app', next)).rejects.toMatchObject({ status: 429 })
    await forgive()
    await expect(enter(member, 'app', next)).resolves.toHaveProperty('token')
  })

  test('cannot set up a factor if there already is one', async () => {
    const { member, api } = await start()
    await setUpApp(api)
    const { challenge } = await challenged(member)
    await expect(server.anonymous.mfa.initializeApp({ body: { challenge } })).rejects.toMatchObject(ended)
    await expect(
      server.anonymous.mfa.sendSms({ body: { challenge, phone: '+39123456789' } }),
    ).rejects.toMatchObject(ended)
  })

  test('is also required after a password reset', async () => {
    const { member, api } = await start()
    await setUpApp(api)
    await server.anonymous.credentials.forget({ query: { email: member.email } })
    const emails = (await server.mailed()).filter(({ to }) => to === member.email)
    const token = /#(\S+)/.exec(emails.find(({ text }) => text.includes('#'))!.text)![1]!
    const response = await server.anonymous.credentials.reset({ body: { token, password: testPassword } })
    expect(response).toMatchObject({ methods: ['app'], mustSetUp: false })
  })

  test('or a session is required', async () => {
    const { member } = await start()
    await expect(member.api.mfa.initializeApp({})).rejects.toMatchObject({ status: 401 })
    await expect(
      validate(server.anonymous, { method: 'app', totp: '1', challenge: 'asyc_none' }),
    ).rejects.toMatchObject(ended)
    await expect(validate(server.anonymous, { method: 'app', totp: '1' })).rejects.toMatchObject({
      errorType: 'loginRequired',
    })
  })
})

describe('a phone', () => {
  const phone = '+39 123 456 789'
  const lastCode = async () => /^\d{6}/.exec((await server.texted()).at(-1)!.text)![0]
  /** Simulates half a minute. */
  const wait = () =>
    server.db
      .updateTable('second_factor')
      .set({ sent_at: new Date(0) })
      .execute()
  const setUpPhone = async (api: TestClient) => {
    await api.mfa.sendSms({ body: { phone } })
    await validate(api, { method: 'sms', totp: await lastCode(), isSetup: true })
    await wait()
  }

  test('is set up with the code it receives, then receives one at login', async () => {
    const { member, api } = await start()
    expect(await api.mfa.sendSms({ body: { phone } })).toMatchObject({ phone: '…789' })
    expect((await server.texted()).at(-1)).toMatchObject({ phone: '+39123456789' })
    await validate(api, { method: 'sms', totp: await lastCode(), isSetup: true })
    await wait()
    const { secret } = await server.db
      .selectFrom('second_factor')
      .select('secret')
      .where('member_uuid', '=', member.uuid)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(secret).includes('123456789')).toBe(false)
    const { challenge, methods } = await challenged(member)
    expect(methods).toEqual(['sms'])
    await server.anonymous.mfa.sendSms({ body: { challenge } })
    const totp = await lastCode()
    expect(await validate(server.anonymous, { method: 'sms', totp, challenge })).toHaveProperty('token')
    await expect(enter(member, 'sms', totp)).rejects.toMatchObject(wrongCode)
  })

  test('receives at most one code per half minute, and old codes expire', async () => {
    const { member, api } = await start()
    await setUpPhone(api)
    const { challenge } = await challenged(member)
    await server.anonymous.mfa.sendSms({ body: { challenge } })
    await expect(server.anonymous.mfa.sendSms({ body: { challenge } })).rejects.toMatchObject({ status: 429 })
    await server.db.updateTable('second_factor').set({ code_expires_at: new Date() }).execute()
    await expect(enter(member, 'sms', await lastCode())).rejects.toMatchObject(wrongCode)
  })

  test('receives a code for one session to be set up, which is invalid in another', async () => {
    const { member, api } = await start()
    const other = sessionOf(server, tokenOf(await logIn(server, member)))
    await api.mfa.sendSms({ body: { phone: '+39 444 555 666' } })
    const setUp = { method: 'sms', totp: await lastCode(), isSetup: true } as const
    await expect(validate(other, setUp)).rejects.toMatchObject(wrongCode)
    expect(await validate(api, setUp)).toMatchObject({ sms: true })
  })

  test('receives a code that is stored for five minutes by its HMAC alone', async () => {
    const { member, api } = await start()
    await api.mfa.sendSms({ body: { phone: '+39 444 555 666' } })
    const row = await server.db
      .selectFrom('second_factor')
      .select(['code_hash as hash', 'code_expires_at as end', 'sent_at as begin'])
      .where('member_uuid', '=', member.uuid)
      .executeTakeFirstOrThrow()
    const hmac = server.context.vault.hmac(await lastCode(), purposeOf('sms', member.uuid))
    expect(Buffer.from(row.hash!)).toEqual(Buffer.from(hmac))
    expect(Math.abs(row.end!.getTime() - row.begin!.getTime() - 300_000)).toBeLessThan(10_000)
  })

  test('receives a code for one login, which is invalid for another', async () => {
    const { member, api } = await start()
    await setUpPhone(api)
    const [one, other] = [await challenged(member), await challenged(member)]
    await server.anonymous.mfa.sendSms({ body: { challenge: one.challenge } })
    const totp = await lastCode()
    await expect(
      validate(server.anonymous, { method: 'sms', totp, challenge: other.challenge }),
    ).rejects.toMatchObject(wrongCode)
    expect(
      await validate(server.anonymous, { method: 'sms', totp, challenge: one.challenge }),
    ).toHaveProperty('token')
  })

  test('receives its code by a job with encrypted code and number', async () => {
    const { api } = await start()
    await api.mfa.sendSms({ body: { phone: '+39 333 987 654' } })
    const code = await lastCode()
    const { rows } = await sql<{ data: object }>`select data from queue.job where name = 'send-sms'`.execute(
      server.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    const held = JSON.stringify(rows)
    expect([held.includes('39333987654'), held.includes(`${code} is`)]).toEqual([false, false])
  })

  test('must include the country code', async () => {
    const { api } = await start()
    await expect(api.mfa.sendSms({ body: { phone: '123456789' } })).rejects.toMatchObject({
      message: 'A phone number must start with + and the country code',
    })
    await expect(api.mfa.sendSms({ body: {} })).rejects.toMatchObject({ errorType: 'noPhone' })
  })

  test('is not offered without an SMS gateway', async () => {
    expect(await server.anonymous.publicConfig.get()).toMatchObject({ ways: { sms: true } })
  })
})

describe('recovery codes', () => {
  test('are ten, each valid for one login', async () => {
    const { member, api } = await start()
    await expect(api.mfa.makeScratchCodes()).rejects.toMatchObject({ status: 409, errorType: 'noFactor' })
    await setUpApp(api)
    const { codes } = await api.mfa.makeScratchCodes()
    expect(new Set(codes).size).toBe(10)
    // Ten of 32 characters: 50 bits.
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z02-9]{5}-[a-hjkmnp-z02-9]{5}$/)
    expect(await api.mfa.scratchCodes()).toMatchObject({ remaining: 10 })
    expect((await challenged(member)).methods).toEqual(['app', 'scratch-codes'])
    await enter(member, 'scratch-codes', ` ${codes[3]!.toUpperCase()} `)
    expect(await api.mfa.scratchCodes()).toMatchObject({ remaining: 9 })
    await expect(enter(member, 'scratch-codes', codes[3]!)).rejects.toMatchObject(wrongCode)
    await api.mfa.makeScratchCodes()
    await expect(enter(member, 'scratch-codes', codes[4]!)).rejects.toMatchObject(wrongCode)
    await api.mfa.removeScratchCodes()
    expect(await api.mfa.scratchCodes()).toEqual({ remaining: 0, createdAt: null })
  })

  test('are stored with individual salts', async () => {
    const [one, other] = [await start(), await start()]
    for (const { api } of [one, other]) {
      await setUpApp(api)
      await api.mfa.makeScratchCodes()
    }
    const rows = await server.db
      .selectFrom('scratch_code')
      .select(['member_uuid', 'salt', 'hash'])
      .where('member_uuid', 'in', [one.member.uuid, other.member.uuid])
      .execute()
    expect(rows).toHaveLength(20)
    const saltsOf = (uuid: string) =>
      new Set(
        rows
          .filter(({ member_uuid }) => member_uuid === uuid)
          .map(({ salt }) => Buffer.from(salt).toString('hex')),
      )
    const [own, others] = [saltsOf(one.member.uuid), saltsOf(other.member.uuid)]
    expect([own.size, others.size, own.union(others).size]).toEqual([1, 1, 2])
    expect([...own][0]).toHaveLength(32)
  })

  test('are only valid for their member', async () => {
    const [one, other] = [await start(), await start()]
    await setUpApp(one.api)
    await setUpApp(other.api)
    const { codes } = await one.api.mfa.makeScratchCodes()
    await expect(enter(other.member, 'scratch-codes', codes[0]!)).rejects.toMatchObject(wrongCode)
  })
})

describe('an account that requires a second factor', () => {
  test('lets members set up a factor at login', async () => {
    const { member } = await start()
    await member.api.accounts.configure({
      params: { accountUuid: member.accountUuid },
      body: { requiresMfa: true },
    })
    const { challenge, mustSetUp, methods } = await challenged(member)
    expect([mustSetUp, methods]).toEqual([true, ['app', 'sms']])
    await expect(
      validate(server.anonymous, { method: 'app', totp: '000000', challenge }),
    ).rejects.toMatchObject(ended)
    const { response } = await setUpApp(server.anonymous, challenge)
    const session = sessionOf(server, (response as { token: string }).token)
    expect(await session.users.me()).toMatchObject({ id: member.uuid })
    expect(await challenged(member)).toMatchObject({ mustSetUp: false, methods: ['app'] })
  })
})

describe('the property mfa of a member', () => {
  test('can be read and removed by the member and by administrators, with an audit event', async () => {
    const { member: admin } = await start()
    const member = await server.addMember(admin, 'Viewer')
    for (const each of [admin, member]) await setPassword(server, each)
    const params = { memberUuid: member.uuid }
    const api = sessionOf(server, tokenOf(await logIn(server, member)))
    await setUpApp(api)
    expect(await api.mfa.status({ params })).toMatchObject({ app: true, sms: false, required: false })
    const administrator = sessionOf(server, tokenOf(await logIn(server, admin)))
    expect(await administrator.mfa.status({ params })).toMatchObject({ app: true })
    await expect(api.mfa.change({ params: { memberUuid: admin.uuid }, body: null })).rejects.toMatchObject({
      status: 403,
    })
    expect(await administrator.mfa.change({ params, body: {} })).toMatchObject({ app: true })
    expect(await administrator.mfa.change({ params, body: null })).toMatchObject({ app: false })
    expect(tokenOf(await logIn(server, member))).toMatch(/^asys_/)
    const { events } = await admin.api.audit.list({ params: { accountUuid: admin.accountUuid }, query: {} })
    expect(events[1]).toMatchObject({
      action: 'mfa.change',
      before: { app: true },
      after: { app: false },
      target: params,
    })
  })

  test('is hidden from other accounts and cannot be changed with an API token', async () => {
    const [one, other] = [await start(), await start()]
    const params = { memberUuid: other.member.uuid }
    await expect(one.api.mfa.status({ params })).rejects.toMatchObject({ status: 404 })
    await expect(one.api.mfa.change({ params, body: null })).rejects.toMatchObject({ status: 404 })
    await expect(
      one.member.api.mfa.change({ params: { memberUuid: one.member.uuid }, body: null }),
    ).rejects.toMatchObject({ status: 403 })
  })
})
