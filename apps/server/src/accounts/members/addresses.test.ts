import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { sessionOf, signedIn, testPassword } from '#testing/sessions.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

// docs/decisions/014-proof-of-addresses.md

let squatter: TestMember
let testMember: TestMember

const server = testServer({
  withWorker: false,
  settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1', ASSAY_REGISTRATION: 'true' },
})
beforeAll(async () => {
  ;[squatter, testMember] = [await server.newAccount(), await server.newAccount()]
})

const newAddress = () => `${randomUUID()}@example.org`
const add = ({ api, accountUuid }: TestMember, email: string) =>
  api.members.add({ params: { accountUuid }, body: { email } })
const provision = ({ api }: TestMember, email: string) => api.scim.createUser({ body: { userName: email } })
const linksTo = async (email: string, page = 'password') =>
  (await server.mailed())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => new RegExp(`/${page}#(\\S+)`).exec(text)?.[1] ?? [])
const follow = (token: string | undefined) =>
  server.anonymous.credentials.reset({ body: { token: token ?? '', password: testPassword } })
const me = (response: AccessToken | LoginChallenge) => sessionOf(server, tokenOf(response)).users.me()
const logIn = (email: string) =>
  server.anonymous.credentials.login({ body: { email, password: testPassword } })
const memberOf = async ({ api, accountUuid }: TestMember, email: string) =>
  (await api.members.list({ params: { accountUuid } })).find((each) => each.email === email)
const eventsOf = async ({ api, accountUuid }: TestMember) =>
  (await api.audit.list({ params: { accountUuid }, query: {} })).events
const proved = { reason: 'Another account proved this email address' }

describe.each([
  ['invited', add],
  ['provisioned', provision],
] as const)('an address that another account %s first', (_, squat) => {
  test("can register and log in to its owner's account", async () => {
    const email = newAddress()
    await squat(squatter, email)
    await server.anonymous.credentials.register({ body: { email, password: testPassword } })
    const [token = '', ...others] = await linksTo(email, 'verify')
    expect(others).toEqual([])
    const user = await me(
      await server.anonymous.credentials.verify({ body: { token, password: testPassword } }),
    )
    expect(user).toMatchObject({ email, role: 'Administrator' })
    expect(user.account.uuid).not.toBe(squatter.accountUuid)
    expect((await me(await logIn(email))).account.uuid).toBe(user.account.uuid)
  })

  test('can be invited by another account, whose emailed link decides', async () => {
    const email = newAddress()
    await squat(squatter, email)
    await add(testMember, email)
    const user = await me(await follow((await linksTo(email)).at(-1)))
    expect(user.account.uuid).toBe(testMember.accountUuid)
    expect((await me(await logIn(email))).account.uuid).toBe(testMember.accountUuid)
  })
})

test('an invitation is deleted when the address is verified in another account, which is logged', async () => {
  const email = newAddress()
  const { uuid } = await add(squatter, email)
  await server.mailed()
  await add(testMember, email)
  const [first, second] = await linksTo(email)
  await follow(second)
  expect(await memberOf(squatter, email)).toBeUndefined()
  expect((await eventsOf(squatter))[0]).toMatchObject({
    action: 'members.remove',
    target: { memberUuid: uuid },
    after: proved,
  })
  await expect(follow(first)).rejects.toMatchObject({ errorType: 'linkEnded' })
  expect((await me(await logIn(email))).account.uuid).toBe(testMember.accountUuid)
  await expect(add(squatter, email)).rejects.toMatchObject({ status: 409, errorType: 'emailTaken' })
})

test('a member provisioned without verification keeps the membership but loses the login', async () => {
  const email = newAddress()
  await provision(squatter, email)
  await add(testMember, email)
  await follow((await linksTo(email)).at(-1))
  expect(await memberOf(squatter, email)).toMatchObject({ status: 'Active' })
  expect((await eventsOf(squatter))[0]).toMatchObject({ action: 'members.update', after: proved })
})

test('of two invitations accepted concurrently, one succeeds', async () => {
  const email = newAddress()
  await add(squatter, email)
  await add(testMember, email)
  const results = await Promise.allSettled((await linksTo(email)).map((link) => follow(link)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const members = await server.db.selectFrom('member').select('uuid').where('email', '=', email).execute()
  expect(members).toHaveLength(1)
})

test('a link shown to an administrator verifies nothing', async () => {
  const silent = await startTestServer({ beside: server, withWorker: false, sendsMail: false })
  const email = newAddress()
  const { api } = await signedIn(silent, squatter)
  const { invitationUrl } = await api.members.add({
    params: { accountUuid: squatter.accountUuid },
    body: { email },
  })
  await follow(invitationUrl?.split('#')[1])
  expect((await me(await logIn(email))).account.uuid).toBe(squatter.accountUuid)
  await add(testMember, email)
  await follow((await linksTo(email)).at(-1))
  expect((await me(await logIn(email))).account.uuid).toBe(testMember.accountUuid)
  await silent.stop()
})

test('an account has one invitation per address, despite concurrent requests', async () => {
  const email = newAddress()
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => add(testMember, email)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 409, errorType: 'emailTaken' })
})

test("reauthentication uses the member's password, not that of another account with the address", async () => {
  const victim = await server.newAccount()
  await signedIn(server, victim)
  // An account's own provider can assert any address.
  const stranger = await signedIn(server, await server.addMember(squatter, 'Viewer'))
  await server.db
    .updateTable('member')
    .set({ email: victim.email, password_hash: null })
    .where('uuid', '=', stranger.uuid)
    .execute()
  expect(await stranger.api.reauthentication.get()).toMatchObject({ password: false })
  await expect(
    stranger.api.reauthentication.confirm({ body: { password: testPassword } }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(
    stranger.api.credentials.change({
      body: { password: testPassword, newPassword: 'another one of some length' },
    }),
  ).rejects.toMatchObject({ status: 401 })
})
