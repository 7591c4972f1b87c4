import { contract } from '@assay/contract/contract.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { loggedIn, testPassword } from '#testing/sessions.ts'
import { type TestClient, type TestMember } from '#testing/test-server.ts'

const origin = 'https://assay.example.org'
const server = testServer({ withWorker: false, settings: { ASSAY_PUBLIC_URL: origin } })

const start = () => loggedIn(server)

/** Makes the login look eleven minutes old. */
const age = (member: TestMember) =>
  server.db
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
    .where('member_uuid', '=', member.uuid)
    .execute()

const setUpApp = async (api: TestClient) => {
  const { secret } = await api.mfa.initializeApp({})
  const codeAt = (steps: number) => appCodes(secret).generate({ timestamp: Date.now() + steps * 30_000 })
  const [used, next] = [codeAt(0), codeAt(1)]
  await api.mfa.validate({
    params: { method: 'app' },
    query: { isSetup: 'true' },
    body: { totp: used },
  })
  return next
}

const addPasskey = async (api: TestClient) => {
  const authenticator = createAuthenticator(origin)
  const credential = authenticator.create(await api.passkeys.registrationOptions())
  await api.passkeys.register({ body: { name: 'Key', credential } })
  return authenticator
}

const confirm = (api: TestClient, code?: { method: 'app' | 'sms' | 'scratch-codes'; totp: string }) =>
  api.reauthentication.confirm({ body: { password: testPassword, ...(code && { code }) } })

const tooOld = { status: 403, errorType: 'loginTooOld' }

describe('a login older than ten minutes', () => {
  const marked = Object.values(contract)
    .flatMap((group) => Object.values(group as Record<string, Endpoint>))
    .filter(({ requiresRecentLogin }) => requiresRecentLogin)

  test('cannot change authentication methods until it is reauthenticated', async () => {
    const { member, authorization, api } = await start()
    expect(marked.length).toBeGreaterThan(6)
    const statuses = () =>
      Promise.all(
        marked.map(async ({ method, path }) => {
          const url = server.url + path.replaceAll(/\{\w+\}/g, '5f0c2f6e-7d7e-4a87-9a0f-0c8f5ad2f9c1')
          const headers = { authorization, 'content-type': 'application/json' }
          const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '[]' }) })
          return ((await response.json()) as { errorType?: string }).errorType
        }),
      )
    await age(member)
    expect(new Set(await statuses())).toEqual(new Set(['loginTooOld']))
    await confirm(api)
    expect(await statuses()).not.toContain('loginTooOld')
  })

  test('cannot set up a factor', async () => {
    const { member, api } = await start()
    await age(member)
    await expect(api.mfa.initializeApp({})).rejects.toMatchObject(tooOld)
    await expect(api.mfa.sendSms({ body: { phone: '+39123456789' } })).rejects.toMatchObject(tooOld)
    await expect(
      api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp: '1' } }),
    ).rejects.toMatchObject(tooOld)
  })

  test('can still read', async () => {
    const { member, api } = await start()
    const { freshUntil } = await api.reauthentication.get()
    expect(freshUntil).toBeGreaterThan(Date.now())
    await age(member)
    expect((await api.reauthentication.get()).freshUntil).toBeLessThan(Date.now())
    expect(await api.passkeys.list()).toEqual([])
  })
})

describe('reauthentication', () => {
  test('accepts the password; a wrong one counts towards the lockout', async () => {
    const { member, api } = await start()
    await age(member)
    const wrong = () => api.reauthentication.confirm({ body: { password: 'wrong' } })
    await expect(wrong()).rejects.toMatchObject({ status: 401, errorType: 'wrongCredentials' })
    await expect(api.mfa.initializeApp({})).rejects.toMatchObject(tooOld)
    expect(await confirm(api)).toMatchObject({ password: true, codes: [], passkey: false })
    expect(await api.mfa.initializeApp({})).toHaveProperty('secret')
    for (let count = 0; count < 6; count++) await expect(wrong()).rejects.toMatchObject({ status: 401 })
    await expect(confirm(api)).rejects.toMatchObject({ status: 429 })
  })

  test('requires password and code with a second factor', async () => {
    const { member, api } = await start()
    const totp = await setUpApp(api)
    await age(member)
    expect(await api.reauthentication.get()).toMatchObject({ codes: ['app'] })
    await expect(confirm(api)).rejects.toMatchObject({ status: 400, errorType: 'codeMissing' })
    await expect(confirm(api, { method: 'app', totp: '000000' })).rejects.toMatchObject({ status: 401 })
    await expect(api.mfa.deactivateApp()).rejects.toMatchObject(tooOld)
    await confirm(api, { method: 'app', totp })
    expect(await api.mfa.deactivateApp()).toMatchObject({ app: false })
  })

  test('accepts a passkey of the member only', async () => {
    const [one, other] = [await start(), await start()]
    const [own, ofOther] = [await addPasskey(one.api), await addPasskey(other.api)]
    await age(one.member)
    const by = async (authenticator: typeof own) => {
      const credential = authenticator.get(await server.anonymous.passkeys.loginOptions())
      return one.api.reauthentication.confirm({ body: { credential } })
    }
    await expect(by(ofOther)).rejects.toMatchObject({ status: 401, errorType: 'passkeyRefused' })
    await expect(one.api.passkeys.registrationOptions()).rejects.toMatchObject(tooOld)
    expect(await by(own)).toMatchObject({ passkey: true })
    expect(await one.api.passkeys.registrationOptions()).toHaveProperty('challenge')
  })

  test('rejects API tokens, which are not logins', async () => {
    const { member } = await start()
    await expect(confirm(member.api)).rejects.toMatchObject({ status: 403, errorType: 'forbidden' })
  })

  test('is impossible without a password: a new login is required', async () => {
    const { member, api } = await start()
    await server.db
      .updateTable('member')
      .set({ password_hash: null })
      .where('uuid', '=', member.uuid)
      .execute()
    expect(await api.reauthentication.get()).toMatchObject({ password: false, passkey: false })
    await expect(confirm(api)).rejects.toMatchObject({ status: 401 })
  })
})
