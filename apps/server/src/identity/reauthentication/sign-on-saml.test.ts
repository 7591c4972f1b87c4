import { hourMs } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { createSamlProvider, type SamlResponse } from '#testing/saml-provider.ts'
import { sessionOf } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

const publicUrl = 'http://assay.test'
const provider = createSamlProvider('https://idp.example/metadata')

const server = testServer(() => ({
  withWorker: false,
  settings: {
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_SAML_URL: 'https://idp.example/sso',
    ASSAY_SAML_ISSUER: provider.issuer,
    ASSAY_SAML_NAME: 'Our SAML',
    ASSAY_SAML_CERTIFICATE: provider.certificate.trim().replaceAll('\n', String.raw`\n`),
  },
}))

const get = (path: string, cookie: string) =>
  fetch(server.url + path, { redirect: 'manual', headers: { cookie } })
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''

/** The provider's response to the request in the URL. */
function responseTo(location: string, { email, nameId }: { email: string; nameId: string }) {
  const { id, recipient, audience, forcesLogin } = provider.readRequest(location)
  const now = Date.now()
  const samlResponse: SamlResponse = {
    issuer: provider.issuer,
    audience,
    recipient,
    inResponseTo: id,
    key: provider.key,
    nameId,
    nameIdFormat: '2.0:nameid-format:persistent',
    attributes: { email: [email] },
    notBefore: new Date(now - 1000),
    notOnOrAfter: new Date(now + 60_000),
  }
  return { samlResponse, forcesLogin }
}

async function leaveForLogin(principal: { email: string; nameId: string }) {
  const started = await get('/api/v1/sso/saml/start?returnTo=%2F', '')
  return { cookie: cookieOf(started), ...responseTo(started.headers.get('location')!, principal) }
}

/** Posts the response cross-site without cookies, then continues in the browser with its cookie. */
async function comeBack(samlResponse: SamlResponse, cookie: string): Promise<Response | string> {
  const posted = await fetch(`${server.url}/api/v1/sso/saml/callback`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: provider.encode(samlResponse), RelayState: '' }),
  })
  const next = posted.headers.get('location')!
  return next.startsWith('/api/') ? get(next, cookie) : next
}
async function whereTo(samlResponse: SamlResponse, cookie: string): Promise<string> {
  const response = await comeBack(samlResponse, cookie)
  return typeof response === 'string' ? response : response.headers.get('location')!
}

/** A member without a password who logged in with the provider a while ago. */
async function start(authnInstant = new Date()) {
  const member = await server.newAccount()
  const principal = { email: member.email, nameId: randomUUID() }
  const { samlResponse, cookie, forcesLogin } = await leaveForLogin(principal)
  expect(forcesLogin).toBe(false)
  const finished = (await comeBack({ ...samlResponse, authnInstant }, cookie)) as Response
  const refresh = finished.headers.getSetCookie().find((line) => line.startsWith('assay_refresh'))!
  const opened = await fetch(`${server.url}/api/v1/credentials/refresh`, {
    method: 'POST',
    headers: { cookie: refresh.split(';', 1)[0]! },
  })
  const { token } = (await opened.json()) as { token: string }
  return { member, principal, token, api: sessionOf(server, token) }
}
type Started = Awaited<ReturnType<typeof start>>

const age = ({ uuid }: TestMember) =>
  server.db
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() - hourMs) })
    .where('member_uuid', '=', uuid)
    .execute()

async function leave({ token, principal }: Started) {
  const response = await fetch(`${server.url}/api/v1/credentials/confirm/sign-on`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'saml', returnTo: '/settings/security' }),
  })
  const { url } = (await response.json()) as { url: string }
  return { cookie: cookieOf(response), ...responseTo(url, principal) }
}

const isFresh = async ({ api }: Started) => (await api.reauthentication.get()).freshUntil > Date.now()

describe('reauthentication with a SAML provider', () => {
  test('sends ForceAuthn and confirms the session', async () => {
    const started = await start()
    const { member, api } = started
    await age(member)
    const { samlResponse, cookie, forcesLogin } = await leave(started)
    expect(forcesLogin).toBe(true)
    expect(await whereTo({ ...samlResponse, authnInstant: new Date() }, cookie)).toBe('/settings/security')
    expect(await isFresh(started)).toBe(true)
    expect(await api.reauthentication.get()).toMatchObject({ signOn: [{ type: 'saml', name: 'Our SAML' }] })
    expect(await api.sessions.list()).toHaveLength(1)
    const { events } = await member.api.audit.list({
      params: { accountUuid: member.accountUuid },
      query: { action: 'reauthentication.confirm' },
    })
    expect(events).toMatchObject([
      { memberUuid: member.uuid, after: { provider: `saml ${provider.issuer}` } },
    ])
  })

  test.each([
    ['an old login', { authnInstant: new Date(Date.now() - hourMs) }],
    ['a future AuthnInstant', { authnInstant: new Date(Date.now() + hourMs) }],
    ['no AuthnInstant', {}],
  ])('is rejected for %s', async (_, change) => {
    const started = await start()
    await age(started.member)
    const { samlResponse, cookie } = await leave(started)
    expect(await whereTo({ ...samlResponse, ...change }, cookie)).toBe('/?login=notAskedAgain')
    expect(await isFresh(started)).toBe(false)
  })

  test('is rejected if somebody else logs in at the provider', async () => {
    const [started, other] = [await start(), await start()]
    for (const { member } of [started, other]) await age(member)
    const { samlResponse, cookie } = await leave(started)
    const change = { nameId: other.principal.nameId, authnInstant: new Date() }
    expect(await whereTo({ ...samlResponse, ...change }, cookie)).toBe('/?login=otherPerson')
    expect([await isFresh(started), await isFresh(other)]).toEqual([false, false])
    expect(await other.api.sessions.list()).toHaveLength(1)
  })

  test('does not accept the response of a login, nor the reverse', async () => {
    const started = await start()
    await age(started.member)
    const authnInstant = new Date()
    const [confirmation, login] = [await leave(started), await leaveForLogin(started.principal)]
    expect(await whereTo({ ...login.samlResponse, authnInstant }, confirmation.cookie)).toBe(
      '/?login=signOnFailed',
    )
    expect(await whereTo({ ...confirmation.samlResponse, authnInstant }, login.cookie)).toBe(
      '/?login=signOnFailed',
    )
    expect(await isFresh(started)).toBe(false)
    expect(await started.api.sessions.list()).toHaveLength(1)
  })

  test('accepts each response once', async () => {
    const started = await start()
    const { samlResponse, cookie } = await leave(started)
    const response = { ...samlResponse, authnInstant: new Date() }
    expect(await whereTo(response, cookie)).toBe('/settings/security')
    await age(started.member)
    expect(await whereTo(response, cookie)).toBe('/?login=signOnFailed')
    expect(await isFresh(started)).toBe(false)
  })
})

test.each([
  [0, true],
  [hourMs, false],
])('a SAML login that authenticated %i ms ago counts as recent accordingly', async (agoMs, expected) => {
  expect(await isFresh(await start(new Date(Date.now() - agoMs)))).toBe(expected)
})
