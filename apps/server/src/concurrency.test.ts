import { newOperator } from '#testing/upload-advisories.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { createFirstAccount } from '#accounts/account/create-first-account.ts'
import { accountScope } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import { insertChallenge } from './auth/sessions/login-challenge-store.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { loggedIn, signedIn, testPassword } from '#testing/sessions.ts'
import { startNameServer } from '#testing/name-server.ts'
import { startTestServer, type TestClient, type TestMember, type TestServer } from '#testing/test-server.ts'

// Operations that are limited or must happen once, sent concurrently to two processes on one database. What counts is
// the resulting state of the database.

const publicUrl = 'https://assay.example.org'
const settings = {
  ASSAY_SECRET_KEY: 'the same for both, as it has to be',
  ASSAY_PUBLIC_URL: publicUrl,
}
const mailing = { ...settings, ASSAY_SMTP_URL: 'smtp://127.0.0.1:1', ASSAY_REGISTRATION: 'true' }
let second: TestServer
const names = forAllTests(startNameServer)
const server = testServer(() => ({ settings: { ...mailing, ASSAY_DNS_SERVER: names.address } }))
beforeAll(async () => {
  const besides = { ...settings, ASSAY_DNS_SERVER: names.address }
  second = await startTestServer({ withWorker: false, settings: besides, beside: server })
})
afterAll(async () => {
  await second.stop()
})

// Failures of one test must not count for the next.
beforeEach(() => server.db.deleteFrom('login_failure').execute())

/** Alternates between the two processes. */
const at = (index: number, authorization?: string): TestClient =>
  createAssayClient({
    baseUrl: (index % 2 === 0 ? server : second).url,
    authorization: () => authorization,
  })

/** Number of responses by status. Every failure must be an expected error. */
async function together(
  times: number,
  call: (index: number) => Promise<unknown>,
): Promise<Record<number, number>> {
  const results = await Promise.allSettled(Array.from({ length: times }, (_, index) => call(index)))
  const counts: Record<number, number> = {}
  for (const result of results) {
    if (result.status === 'rejected' && !(result.reason instanceof ApiError)) throw result.reason
    const status = result.status === 'fulfilled' ? 200 : (result.reason as ApiError).status
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

type Table = 'session' | 'scratch_code' | 'mailed_link' | 'passkey'
const countOf = async (table: Table, { uuid }: { uuid: string }): Promise<number> =>
  (
    await server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('member_uuid', '=', uuid)
      .executeTakeFirstOrThrow()
  ).count
const eventsOf = async ({ accountUuid }: { accountUuid: string }, action: string) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select('sequence')
      .where('account_uuid', '=', accountUuid)
      .where('action', '=', action)
      .execute()
  ).length

const linkTo = async (email: string): Promise<string> => {
  const emails = (await server.mailed()).filter(({ to }) => to === email)
  return /#(\S+)/.exec(emails.findLast(({ text }) => text.includes('#'))!.text)![1]!
}

describe('single-use operations', () => {
  test('a password link followed 50 times concurrently', async () => {
    const member = await server.newAccount()
    await server.anonymous.credentials.forget({ query: { email: member.email } })
    const token = await linkTo(member.email)
    const counts = await together(50, (index) =>
      at(index).credentials.reset({ body: { token, password: `password number ${index} of fifty` } }),
    )
    expect(counts).toEqual({ 200: 1, 400: 49 })
    expect(await countOf('session', member)).toBe(1)
  })

  test('an invitation accepted 50 times concurrently', async () => {
    const admin = await server.newAccount()
    const email = `${randomUUID()}@example.org`
    const invited = await admin.api.members.add({
      params: { accountUuid: admin.accountUuid },
      body: { email },
    })
    const token = await linkTo(email)
    const counts = await together(50, (index) =>
      at(index).credentials.reset({ body: { token, password: testPassword } }),
    )
    expect(counts).toEqual({ 200: 1, 400: 49 })
    expect(await countOf('session', invited)).toBe(1)
  })

  test('a registration verified 50 times concurrently', async () => {
    const email = `${randomUUID()}@example.org`
    await server.anonymous.credentials.register({ body: { email, password: testPassword } })
    const token = await linkTo(email)
    const counts = await together(50, (index) =>
      at(index).credentials.verify({ body: { token, password: testPassword } }),
    )
    expect(counts[200]).toBe(1)
    expect(1 + (counts[400] ?? 0) + (counts[429] ?? 0)).toBe(50)
    const logins = await server.db
      .selectFrom('login')
      .select('member_uuid')
      .where('email', '=', email)
      .execute()
    expect(logins).toHaveLength(1)
    const accounts = server.db.selectFrom('account').select('uuid').where('email', '=', email)
    expect(await accounts.execute()).toHaveLength(1)
  })

  test.each(['app', 'scratch-codes'] as const)('a code (%s) sent 50 times concurrently', async (method) => {
    const { member, api } = await loggedIn(server)
    const { secret } = await api.mfa.initializeApp({})
    const [used, next] = [0, 30_000].map((ahead) =>
      appCodes(secret).generate({ timestamp: Date.now() + ahead }),
    )
    await api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp: used! } })
    const { codes } = await api.mfa.makeScratchCodes()
    const before = await countOf('session', member)
    const challenges = await Promise.all(Array.from({ length: 10 }, () => newChallenge(member)))
    const counts = await together(50, (index) =>
      at(index).mfa.validate({
        params: { method },
        query: {},
        body: { challenge: challenges[index % 10]!, totp: method === 'app' ? next! : codes[0]! },
      }),
    )
    expect(counts[200]).toBe(1)
    expect(1 + (counts[401] ?? 0) + (counts[429] ?? 0)).toBe(50)
    expect((await countOf('session', member)) - before).toBe(1)
  })

  test('a text message code sent 50 times concurrently', async () => {
    const { member, api } = await loggedIn(server)
    await api.mfa.sendSms({ body: { phone: '+39333111222' } })
    const totp = /^\d{6}/.exec((await server.texted()).at(-1)!.text)![0]
    await api.mfa.validate({ params: { method: 'sms' }, query: { isSetup: 'true' }, body: { totp } })
    await server.db
      .updateTable('second_factor')
      .set({ sent_at: new Date(0) })
      .execute()
    const challenge = await newChallenge(member)
    await server.anonymous.mfa.sendSms({ body: { challenge } })
    const next = /^\d{6}/.exec((await server.texted()).at(-1)!.text)![0]
    const before = await countOf('session', member)
    const counts = await together(50, (index) =>
      at(index).mfa.validate({ params: { method: 'sms' }, query: {}, body: { challenge, totp: next } }),
    )
    expect(counts[200]).toBe(1)
    expect(1 + (counts[401] ?? 0) + (counts[429] ?? 0)).toBe(50)
    expect((await countOf('session', member)) - before).toBe(1)
  })

  test('a passkey response sent 50 times concurrently', async () => {
    const { member, authorization, api } = await loggedIn(server)
    const authenticator = createAuthenticator(publicUrl)
    const made = authenticator.create(await api.passkeys.registrationOptions())
    const register = (index: number) =>
      at(index, authorization).passkeys.register({ body: { name: 'Key', credential: made } })
    expect(await together(50, register)).toEqual({ 200: 1, 400: 49 })
    expect(await countOf('passkey', member)).toBe(1)
    const before = await countOf('session', member)
    const credential = authenticator.get(await server.anonymous.passkeys.loginOptions())
    const enter = (index: number) => at(index).passkeys.login({ body: { credential } })
    expect(await together(50, enter)).toEqual({ 200: 1, 401: 49 })
    expect((await countOf('session', member)) - before).toBe(1)
  })

  test("a passkey's counter, given by ten copies of the key at once", async () => {
    const { member, api } = await loggedIn(server)
    const authenticator = createAuthenticator(publicUrl)
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    await api.passkeys.register({ body: { name: 'Key', credential } })
    const before = await countOf('session', member)
    const responses = await Promise.all(
      Array.from({ length: 10 }, async () =>
        authenticator.get(await server.anonymous.passkeys.loginOptions(), { counter: 100 }),
      ),
    )
    const enter = (index: number) => at(index).passkeys.login({ body: { credential: responses[index]! } })
    expect(await together(10, enter)).toEqual({ 200: 1, 401: 9 })
    expect((await countOf('session', member)) - before).toBe(1)
  })
})

async function newChallenge({ accountUuid, uuid: memberUuid }: TestMember): Promise<string> {
  const uuid = randomUUID()
  const { text, hash } = makeSecret('challenge', accountUuid, uuid)
  const expiresAt = new Date(Date.now() + 600_000)
  const row = { uuid, memberUuid, hash, purpose: 'code', expiresAt }
  await insertChallenge(server.db, accountScope(accountUuid), row)
  return text
}

describe('replacing operations', () => {
  test('50 support tokens created concurrently leave one', async () => {
    const { accountUuid, authorization } = await server.newAccount()
    const uuids = new Set<string>()
    const counts = await together(50, async (index) =>
      uuids.add(
        (await at(index, authorization).accounts.makeSupportToken({ params: { accountUuid } })).token,
      ),
    )
    expect(counts).toEqual({ 200: 50 })
    const alive = await Promise.all(
      [...uuids].map((token) =>
        at(0, `token ${token}`)
          .users.me()
          .then(
            () => 1,
            () => 0,
          ),
      ),
    )
    expect(alive.reduce<number>((sum, each) => sum + each, 0)).toBe(1)
  })

  test('8 sets of recovery codes created concurrently leave ten valid codes', async () => {
    const { member, authorization, api } = await loggedIn(server)
    const { secret } = await api.mfa.initializeApp({})
    const totp = appCodes(secret).generate()
    await api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp } })
    const sets: string[][] = []
    const counts = await together(8, async (index) =>
      sets.push((await at(index, authorization).mfa.makeScratchCodes()).codes),
    )
    expect(counts[200]).toBeGreaterThan(0)
    expect(await countOf('scratch_code', member)).toBe(10)
    const opened = []
    for (const [first] of sets) {
      await server.db.deleteFrom('login_failure').execute()
      const body = { challenge: await newChallenge(member), totp: first! }
      const params = { method: 'scratch-codes' }
      opened.push(await together(1, () => server.anonymous.mfa.validate({ params, query: {}, body })))
    }
    expect(opened.filter((each) => each[200] === 1)).toHaveLength(1)
  })

  test('50 links created concurrently for one member leave one', async () => {
    const admin = await server.newAccount()
    const invited = await server.addMember(admin, 'Viewer')
    const params = { accountUuid: admin.accountUuid, memberUuid: invited.uuid }
    // This process sends no email, so the number of links is not limited.
    const client = createAssayClient({ baseUrl: second.url, authorization: () => admin.authorization })
    expect(await together(50, () => client.members.invite({ params }))).toEqual({ 200: 50 })
    expect(await countOf('mailed_link', invited)).toBe(1)
  })

  test('25 passkeys registered concurrently are limited to 20', async () => {
    const { member, authorization, api } = await loggedIn(server)
    const credentials = await Promise.all(
      Array.from({ length: 25 }, async () =>
        createAuthenticator(publicUrl).create(await api.passkeys.registrationOptions()),
      ),
    )
    const counts = await together(25, (index) =>
      at(index, authorization).passkeys.register({ body: { name: 'Key', credential: credentials[index]! } }),
    )
    expect(counts).toEqual({ 200: 20, 409: 5 })
    expect(await countOf('passkey', member)).toBe(20)
  })

  test('50 concurrent configurations with tag thresholds end in one of them', async () => {
    const { accountUuid, authorization, api } = await server.newAccount()
    await api.tags.create({ body: { name: 'prod' } })
    const configure = (index: number) =>
      at(index, authorization).accounts.configure({
        params: { accountUuid },
        body: {
          tagThresholds: [
            { tag: 'prod', minimumSecurity: index, minimumStability: index, minimumLicensing: index },
          ],
        },
      })
    expect(await together(50, configure)).toEqual({ 200: 50 })
    const { tagThresholds } = await api.accounts.configuration({ params: { accountUuid }, query: {} })
    expect(tagThresholds).toHaveLength(1)
    const { minimumSecurity, minimumStability } = tagThresholds[0]!
    expect(minimumSecurity).toBe(minimumStability)
  })
})

describe('an account keeps an administrator', () => {
  const acts: Record<string, (api: TestClient, accountUuid: string, memberUuid: string) => Promise<unknown>> =
    {
      'remove (API)': (api, accountUuid, memberUuid) =>
        api.members.remove({ params: { accountUuid, memberUuid } }),
      'disable (API)': (api, accountUuid, memberUuid) =>
        api.members.update({ params: { accountUuid, memberUuid }, body: { status: 'Inactive' } }),
      'demote (API)': (api, accountUuid, memberUuid) =>
        api.members.update({ params: { accountUuid, memberUuid }, body: { role: 'Viewer' } }),
      'remove (SCIM)': (api, _, memberUuid) => api.scim.removeUser({ params: { memberUuid } }),
      'disable (SCIM)': (api, _, memberUuid) =>
        api.scim.patchUser({
          params: { memberUuid },
          body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
        }),
      'demote (SCIM)': (api, _, memberUuid) =>
        api.scim.patchUser({
          params: { memberUuid },
          body: { Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'Viewer' }] }] },
        }),
    }

  const administratorsOf = ({ accountUuid }: TestMember) =>
    server.db
      .selectFrom('member')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .where('role', '=', 'Administrator')
      .where('status', '=', 'Active')
      .execute()

  test.each(Object.entries(acts))(
    'when eight of them %s all the others concurrently, in 56 requests',
    async (_, act) => {
      const first = await server.newAccount()
      const others = await Promise.all(
        Array.from({ length: 7 }, () => server.addMember(first, 'Administrator')),
      )
      const all = [first, ...others]
      const pairs = all.flatMap((by) => all.filter((each) => each !== by).map((each) => ({ by, each })))
      const counts = await together(pairs.length, (index) => {
        const { by, each } = pairs[index]!
        return act(at(index, by.authorization), by.accountUuid, each.uuid)
      })
      expect(Object.keys(counts).filter((status) => Number(status) >= 500)).toEqual([])
      expect((await administratorsOf(first)).length).toBeGreaterThanOrEqual(1)
    },
  )

  test('when two remove each other, one by API and one by SCIM', async () => {
    for (let round = 0; round < 10; round++) {
      const one = await server.newAccount()
      const two = await server.addMember(one, 'Administrator')
      const counts = await together(2, (index) =>
        index === 0
          ? acts['remove (API)']!(at(0, one.authorization), one.accountUuid, two.uuid)
          : acts['remove (SCIM)']!(at(1, two.authorization), one.accountUuid, one.uuid),
      )
      expect(counts[200]).toBe(1)
      expect(await administratorsOf(one)).toHaveLength(1)
    }
  })
})

describe('unique objects', () => {
  test('a project, branch and tag created 50 times concurrently', async () => {
    const { accountUuid, authorization, api } = await server.newAccount()
    const url = 'https://example.org/once'
    const create = (index: number) =>
      at(index, authorization).projects.create({ body: { url, tags: ['first', 'second'] } })
    expect(await together(50, create)).toEqual({ 200: 50 })
    const build = (index: number) => at(index, authorization).builds.create({ body: { url, branch: 'main' } })
    expect(await together(50, build)).toEqual({ 200: 50 })
    const tag = (index: number) => at(index, authorization).tags.create({ body: { name: 'third' } })
    expect(await together(50, tag)).toEqual({ 200: 50 })
    const projects = await api.projects.list({ params: { accountUuid } })
    expect(projects.map((each) => [each.url, each.branches])).toEqual([[url, ['main']]])
    expect((await api.tags.list()).map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  })

  test('a member invited 50 times concurrently in two ways', async () => {
    const { accountUuid, authorization, api } = await server.newAccount()
    const { uuid: teamUuid } = await api.teams.create({ body: { name: 'Team' } })
    const email = `${randomUUID()}@example.org`
    const counts = await together(50, (index) => {
      // The second process sends no email, which would be limited.
      const client = at(1, authorization)
      return index % 2 === 0
        ? client.members.add({ params: { accountUuid }, body: { email } })
        : client.teams.addMember({ params: { teamUuid }, body: { membership: { email } } })
    })
    expect(counts).toEqual({ 200: 1, 409: 49 })
    const members = await api.members.list({ params: { accountUuid } })
    expect(members.filter((each) => each.email === email)).toHaveLength(1)
  })

  test('an account created 50 times concurrently by the operator', async () => {
    const operator = await newOperator(server)
    const email = `${randomUUID()}@example.org`
    const counts = await together(50, () =>
      at(1, operator.authorization).accounts.create({ body: { name: 'New', email } }),
    )
    expect(counts).toEqual({ 200: 1, 409: 49 })
    const accounts = server.db.selectFrom('account').select('uuid').where('email', '=', email)
    expect(await accounts.execute()).toHaveLength(1)
  })

  test('a team membership created 50 times concurrently', async () => {
    const admin = await server.newAccount()
    const { uuid: teamUuid } = await admin.api.teams.create({ body: { name: 'Team' } })
    const { uuid } = await server.addMember(admin, 'Viewer')
    const add = (index: number) =>
      at(index, admin.authorization).teams.addMember({ params: { teamUuid }, body: { uuid } })
    expect(await together(50, add)).toEqual({ 200: 50 })
    expect(await admin.api.teams.members({ params: { teamUuid } })).toHaveLength(1)
  })

  test('the new name of one of ten tags', async () => {
    const { authorization, api } = await server.newAccount()
    const tags = await Promise.all(
      Array.from({ length: 10 }, (_, index) => api.tags.create({ body: { name: `tag ${index}` } })),
    )
    const rename = (index: number) =>
      at(index, authorization).tags.update({
        params: { tagUuid: tags[index]!.uuid },
        body: { name: 'the same' },
      })
    expect(await together(10, rename)).toEqual({ 200: 1, 409: 9 })
  })

  test('the first account created by 20 processes concurrently', async () => {
    const empty = await freshDatabase()
    const admin = { email: 'first@example.org', password: testPassword }
    const made = await Promise.all(Array.from({ length: 20 }, () => createFirstAccount(empty.db, admin)))
    expect(made.filter((each) => each !== null)).toHaveLength(1)
    expect(await empty.db.selectFrom('account').select('uuid').execute()).toHaveLength(1)
    expect(await empty.db.selectFrom('member').select('uuid').execute()).toHaveLength(1)
    await empty.drop()
  })

  test("an account's provider configured and activated 50 times concurrently", async () => {
    const { accountUuid, authorization, api } = await signedIn(server, await server.newAccount())
    const put = (index: number) =>
      at(index, authorization).sso.putOidc({
        params: { accountUuid },
        body: {
          name: `Provider ${index}`,
          issuer: `https://login-${index % 2}.example.org`,
          clientId: `client ${index % 2}`,
          clientSecret: `secret ${index % 2}`,
        },
      })
    expect(await together(50, put)).toEqual({ 200: 50 })
    const activate = (index: number) =>
      at(index, authorization).sso.activate({
        params: { accountUuid, type: 'oidc' },
        query: { active: 'true' },
      })
    expect(await together(50, activate)).toEqual({ 200: 50 })
    const { oidc } = await api.sso.get({ params: { accountUuid } })
    expect(oidc).toMatchObject({ isActive: true, hasSecret: true })
    expect(oidc!.clientId.at(-1)).toBe(oidc!.issuer.at('https://login-'.length))
    expect(await eventsOf({ accountUuid }, 'sso.putOidc')).toBe(50)
  })

  test('a domain verified 50 times concurrently', async () => {
    const { accountUuid, authorization, api } = await signedIn(server, await server.newAccount())
    const domain = `${randomUUID()}.example.org`
    const params = { accountUuid, domain }
    const { domains } = await api.sso.setDomains({ params: { accountUuid }, body: { domains: [domain] } })
    const { name, value } = domains[0]!.record
    names.records.set(name, value)
    const verify = (index: number) => at(index, authorization).sso.verifyDomain({ params })
    expect(await together(50, verify)).toEqual({ 200: 50 })
    const rows = server.db.selectFrom('verified_domain').select('account_uuid').where('domain', '=', domain)
    expect(await rows.execute()).toEqual([{ account_uuid: accountUuid }])
  })

  test('domains and role of joining users changed 20 times concurrently', async () => {
    const { accountUuid, authorization, api } = await signedIn(server, await server.newAccount())
    const params = { accountUuid }
    for (let round = 0; round < 20; round++) {
      await api.sso.setDomains({ params, body: { domains: [], role: 'Viewer' } })
      const set = (index: number) =>
        at(index, authorization).sso.setDomains({
          params,
          body: index === 0 ? { domains: ['one.example'] } : { role: 'Collaborator' },
        })
      expect(await together(2, set)).toEqual({ 200: 2 })
      expect(await api.sso.get({ params })).toMatchObject({
        role: 'Collaborator',
        domains: [{ domain: 'one.example' }],
      })
    }
  })

  test('the demo requested 50 times concurrently', async () => {
    const { accountUuid, authorization } = await server.newAccount()
    const load = (index: number) => at(index, authorization).demo.load({ params: { accountUuid } })
    expect(await together(50, load)).toEqual({ 200: 50 })
    const jobs = await server.database.db
      .selectFrom('property')
      .select('name')
      .where('account_uuid', '=', accountUuid)
      .execute()
    expect(jobs).toEqual([{ name: 'demo' }])
  })
})

describe('a build', () => {
  test('started 50 times concurrently is scanned once', async () => {
    const { authorization, api } = await server.newAccount()
    await api.builds.create({ body: { url: 'https://example.org/build', branch: 'main' } })
    const { uuid: id } = await server.db
      .selectFrom('build')
      .select('uuid')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await api.builds.submit({ params: { id }, body: { content: 'lodash,4.17.4', language: 'nodejs' } })
    const start = (index: number) => at(index, authorization).builds.start({ params: { id } })
    expect(await together(50, start)).toEqual({ 200: 50 })
    await expect.poll(async () => (await api.builds.get({ params: { id } })).status).toBe('success')
    const scans = server.db.selectFrom('scan').select('number').where('build_uuid', '=', id)
    expect(await scans.execute()).toEqual([{ number: 1 }])
  })

  test('uploaded 10 times concurrently to one branch results in ten scans with their own numbers', async () => {
    const { accountUuid, authorization } = await server.newAccount()
    const upload = (index: number) =>
      at(index, authorization).uploads.intoNew({
        body: {
          file: filePart(npmInventory([`lodash@4.17.${index}`])),
          branch: 'main',
          url: 'https://example.org/uploads',
        },
      })
    expect(await together(10, upload)).toEqual({ 200: 10 })
    const numbers = server.db
      .selectFrom('scan')
      .select('number')
      .where('account_uuid', '=', accountUuid)
      .orderBy('number')
    await expect
      .poll(async () => (await numbers.execute()).map(({ number }) => number))
      .toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('has the outcome declared last of 50 concurrent ones', async () => {
    const { accountUuid, authorization, api } = await server.newAccount()
    const { uuid: projectUuid, id } = await api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(['lodash@4.17.4'])),
        branch: 'main',
        url: 'https://example.org/outcome',
      },
    })
    await expect.poll(async () => (await api.builds.get({ params: { id } })).status).toBe('success')
    const declare = (index: number) =>
      at(index, authorization).reports.declareOutcome({
        params: { projectUuid },
        query: { outcome: index % 2 === 0 ? 'PASS' : 'FAIL', branch: 'main' },
      })
    expect(await together(50, declare)).toEqual({ 200: 50 })
    const events = await server.db
      .selectFrom('audit_event')
      .select(['before', 'after'])
      .where('account_uuid', '=', accountUuid)
      .where('action', '=', 'reports.declareOutcome')
      .orderBy('sequence')
      .execute()
    expect(events).toHaveLength(50)
    // Each event contains the previous value, so that the log is consistent.
    for (const [index, { before }] of events.entries())
      if (index > 0) expect(before).toEqual(events[index - 1]!.after)
    const { declared_outcome: outcome } = await server.db
      .selectFrom('scan')
      .select('declared_outcome')
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirstOrThrow()
    expect({ outcome }).toEqual(events.at(-1)!.after)
  })
})

describe('an object removed 50 times concurrently is removed once, with one event', () => {
  interface Removal {
    action: string
    prepare(api: TestClient, member: TestMember): Promise<(client: TestClient) => Promise<unknown>>
  }
  const removals: Removal[] = [
    {
      action: 'teams.remove',
      async prepare(api) {
        const { uuid: teamUuid } = await api.teams.create({ body: { name: 'Gone' } })
        return (client) => client.teams.remove({ params: { teamUuid } })
      },
    },
    {
      action: 'tags.remove',
      async prepare(api) {
        const { uuid: tagUuid } = await api.tags.create({ body: { name: 'gone' } })
        return (client) => client.tags.remove({ params: { tagUuid } })
      },
    },
    {
      action: 'members.remove',
      async prepare(_, member) {
        const { uuid: memberUuid } = await server.addMember(member, 'Viewer')
        const params = { accountUuid: member.accountUuid, memberUuid }
        return (client) => client.members.remove({ params })
      },
    },
    {
      action: 'scim.removeUser',
      async prepare(_, member) {
        const { uuid: memberUuid } = await server.addMember(member, 'Viewer')
        return (client) => client.scim.removeUser({ params: { memberUuid } })
      },
    },
    {
      action: 'scim.removeGroup',
      async prepare(api) {
        const { uuid: teamUuid } = await api.teams.create({ body: { name: 'Gone' } })
        return (client) => client.scim.removeGroup({ params: { teamUuid } })
      },
    },
    {
      action: 'teams.removeMember',
      async prepare(api, member) {
        const { uuid: teamUuid } = await api.teams.create({ body: { name: 'Team' } })
        const { uuid: memberUuid } = await server.addMember(member, 'Team viewer', teamUuid)
        return (client) => client.teams.removeMember({ params: { teamUuid, memberUuid } })
      },
    },
    {
      action: 'policies.remove',
      async prepare(api, { accountUuid }) {
        const body = { name: 'p', mode: 'DENY' as const, licenses: ['AGPL-3.0-only'] }
        const { uuid: policyUuid } = await api.policies.create({ params: { accountUuid }, body })
        return (client) => client.policies.remove({ params: { accountUuid, policyUuid } })
      },
    },
    {
      action: 'tokens.revoke',
      async prepare(api, { accountUuid }) {
        const { uuid: tokenUuid } = await api.tokens.create({ params: { accountUuid }, body: { name: 't' } })
        return (client) => client.tokens.revoke({ params: { accountUuid, tokenUuid } })
      },
    },
    {
      action: 'exclusions.remove',
      async prepare(api, { accountUuid }) {
        const domain = 'security' as const
        const { id } = await api.exclusions.create({
          params: { accountUuid },
          query: { domain },
          body: { cve: 'CVE-2020-0001' },
        })
        return (client) => client.exclusions.remove({ params: { accountUuid }, query: { domain, id } })
      },
    },
    {
      action: 'sso.remove',
      async prepare(api, { accountUuid }) {
        const body = { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' }
        await api.sso.putOidc({ params: { accountUuid }, body })
        return (client) => client.sso.remove({ params: { accountUuid, type: 'oidc' } })
      },
    },
  ]

  test.each(removals)('$action', async ({ action, prepare }) => {
    const member = await signedIn(server, await server.newAccount())
    const remove = await prepare(member.api, member)
    const counts = await together(50, (index) => remove(at(index, member.authorization)))
    expect(counts).toEqual({ 200: 1, 404: 49 })
    expect(await eventsOf(member, action)).toBe(1)
  })
})
