import { tokenOf } from '@assay/sdk/token-of.ts'
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { createAuthenticator, type Deviations } from '#testing/authenticator.ts'
import { logIn, sessionOf, setPassword } from '#testing/sessions.ts'

const origin = 'https://assay.example.org'
const server = testServer({ withWorker: false, settings: { ASSAY_PUBLIC_URL: origin } })

async function start() {
  const member = await server.newAccount()
  await setPassword(server, member)
  const api = sessionOf(server, tokenOf(await logIn(server, member)))
  const authenticator = createAuthenticator(origin)
  const register = async (deviations: Deviations = {}) => {
    const credential = authenticator.create(await api.passkeys.registrationOptions(), deviations)
    return api.passkeys.register({ body: { name: 'My key', credential } })
  }
  const enter = async (deviations: Deviations = {}) => {
    const credential = authenticator.get(await server.anonymous.passkeys.loginOptions(), deviations)
    return server.anonymous.passkeys.login({ body: { credential } })
  }
  return { member, api, authenticator, register, enter }
}
const rejected = (status: number) => ({ status, errorType: 'passkeyRefused' })
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

describe('a passkey', () => {
  test('is created in a session, listed, and logs in without a password', async () => {
    const { member, api, register, enter } = await start()
    const passkey = await register()
    expect(await api.passkeys.list()).toEqual([{ ...passkey, name: 'My key', lastUsedAt: null }])
    const { token } = await enter()
    expect(await sessionOf(server, token).users.me()).toMatchObject({ id: member.uuid })
    const [used] = await api.passkeys.list()
    expect(used!.lastUsedAt).toBeGreaterThanOrEqual(passkey.createdAt)
    const { events } = await member.api.audit.list({ params: { accountUuid: member.accountUuid }, query: {} })
    expect(events.map(({ action, credential }) => [action, credential.split(' ')[0]]).slice(0, 2)).toEqual([
      ['credentials.login', 'passkey'],
      ['passkeys.register', 'session'],
    ])
  })

  test('requires no second factor, since it counts as two', async () => {
    const { member, api, register, enter } = await start()
    await register()
    await api.mfa.initializeApp({})
    await server.db
      .updateTable('second_factor')
      .set({ is_active: true })
      .where('member_uuid', '=', member.uuid)
      .execute()
    expect(await enter()).toHaveProperty('token')
  })

  test('can only be renamed by its owner', async () => {
    const [one, other] = [await start(), await start()]
    const { uuid: passkeyUuid } = await one.register()
    const rename = (api: typeof one.api) =>
      api.passkeys.rename({ params: { passkeyUuid }, body: { name: ' Blue key ' } })
    expect(await rename(one.api)).toMatchObject({ uuid: passkeyUuid, name: 'Blue key' })
    await expect(rename(other.api)).rejects.toMatchObject({ status: 404 })
    expect(await one.api.passkeys.list()).toMatchObject([{ name: 'Blue key' }])
  })

  test('cannot log in after removal', async () => {
    const { api, register, enter } = await start()
    const { uuid } = await register()
    await api.passkeys.remove({ params: { passkeyUuid: uuid } })
    expect(await api.passkeys.list()).toEqual([])
    await expect(enter()).rejects.toMatchObject(rejected(401))
    await expect(api.passkeys.remove({ params: { passkeyUuid: uuid } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('of another member cannot be removed', async () => {
    const [one, other] = [await start(), await start()]
    const { uuid } = await one.register()
    await expect(other.api.passkeys.remove({ params: { passkeyUuid: uuid } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await one.enter()).toHaveProperty('token')
  })

  test('of an inactive member cannot log in', async () => {
    const { member, register, enter } = await start()
    await register()
    await server.db
      .updateTable('member')
      .set({ status: 'Inactive' })
      .where('uuid', '=', member.uuid)
      .execute()
    await expect(enter()).rejects.toMatchObject(rejected(401))
  })

  test('cannot be registered twice', async () => {
    const { api, authenticator, register } = await start()
    await register()
    expect(await api.passkeys.registrationOptions()).toMatchObject({
      excludeCredentials: [{ id: expect.any(String) as string, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    await expect(api.passkeys.register({ body: { name: 'Again', credential } })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('is registered without parsing the attestation statement', async () => {
    const { api, authenticator } = await start()
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    const attestation = decodeAttestationObject(
      isoBase64URL.toBuffer(credential.response.attestationObject),
    ) as Map<string, unknown>
    // The library would parse each certificate.
    attestation.set('fmt', 'apple')
    attestation.set('attStmt', new Map([['x5c', Array.from({ length: 500 }, () => new Uint8Array([48, 0]))]]))
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attestation as Map<string, string>))
    const response = { ...credential.response, attestationObject }
    await api.passkeys.register({ body: { name: 'My key', credential: { ...credential, response } } })
    expect(await api.passkeys.list()).toHaveLength(1)
  })

  test.each([
    ['lists in lists', Buffer.alloc(40_000, 0x81)],
    ['tags in tags', Buffer.alloc(40_000, 0xc1)],
    ['not a map', Buffer.from([0])],
    ['no bytes', Buffer.alloc(0)],
  ])('is rejected if it contains %s', async (_, bytes) => {
    const { api, authenticator } = await start()
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    const response = { ...credential.response, attestationObject: bytes.toString('base64url') }
    await expect(
      api.passkeys.register({ body: { name: 'x', credential: { ...credential, response } } }),
    ).rejects.toMatchObject(rejected(400))
  })

  test('is rejected if a part exceeds the maximum length', async () => {
    const { api, authenticator } = await start()
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    const response = { ...credential.response, attestationObject: 'A'.repeat(64_004) }
    await expect(
      api.passkeys.register({ body: { name: 'x', credential: { ...credential, response } } }),
    ).rejects.toThrow('must have at most')
  })
})

const deviations: Record<string, Deviations> = {
  'another origin': { origin: 'https://assay.example.com' },
  'another relying party': { rpId: 'example.com' },
  'an unknown challenge': { challenge: Buffer.alloc(56).toString('base64url') },
  'an invalid challenge': { challenge: 'AAAA' },
  'no user verification': { isVerified: false },
}

describe('a login is rejected for', () => {
  test.each(Object.entries({ ...deviations, 'another key': { key: otherKey } }))(
    'with %s',
    async (_, each) => {
      const { register, enter } = await start()
      await register()
      await expect(enter(each)).rejects.toMatchObject(rejected(401))
      expect(await enter()).toHaveProperty('token')
    },
  )

  test('with a counter that goes back, as of a copied key', async () => {
    const { register, enter } = await start()
    await register()
    await enter({ counter: 10 })
    await expect(enter({ counter: 10 })).rejects.toMatchObject(rejected(401))
    expect(await enter({ counter: 11 })).toHaveProperty('token')
  })

  test('with a response that was already used', async () => {
    const { authenticator, register } = await start()
    // Synced passkeys do not count signatures.
    await register({ counter: 0 })
    const credential = authenticator.get(await server.anonymous.passkeys.loginOptions(), { counter: 0 })
    await server.anonymous.passkeys.login({ body: { credential } })
    await expect(server.anonymous.passkeys.login({ body: { credential } })).rejects.toMatchObject(
      rejected(401),
    )
  })

  test('with a challenge for registering a passkey', async () => {
    const { api, authenticator, register } = await start()
    await register()
    const credential = authenticator.get(await api.passkeys.registrationOptions())
    await expect(server.anonymous.passkeys.login({ body: { credential } })).rejects.toMatchObject(
      rejected(401),
    )
  })

  test('with the owner of another passkey', async () => {
    const [one, other] = [await start(), await start()]
    await one.register()
    await other.register()
    const options = await server.anonymous.passkeys.loginOptions()
    const credential = one.authenticator.get(options)
    const { userHandle } = other.authenticator.get(options).response
    const forged = { ...credential, response: { ...credential.response, userHandle } }
    await expect(server.anonymous.passkeys.login({ body: { credential: forged } })).rejects.toMatchObject(
      rejected(401),
    )
  })
})

describe('registration is rejected for', () => {
  test.each(Object.entries(deviations))('with %s', async (_, each) => {
    const { api, register } = await start()
    await expect(register(each)).rejects.toMatchObject(rejected(400))
    expect(await api.passkeys.list()).toEqual([])
  })

  test("with another member's challenge", async () => {
    const [one, other] = [await start(), await start()]
    const credential = one.authenticator.create(await other.api.passkeys.registrationOptions())
    await expect(one.api.passkeys.register({ body: { name: 'x', credential } })).rejects.toMatchObject(
      rejected(400),
    )
  })
})
