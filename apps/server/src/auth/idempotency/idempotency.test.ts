import { features } from '@assay/contract/features.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { prepareChange } from '#testing/prepare-change.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { callWithKey, forgetResponses, keyed } from '#testing/keyed.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember, type TestServer } from '#testing/test-server.ts'
import type { NamedEndpoint } from '#testing/contract-calls.ts'
import { type Ids, createResources } from '#testing/contract-ids.ts'

const server = testServer()
const admin = forAllTests(() => server.newAccount())

const post = async (member: TestMember, body: object, key: string) => {
  const response = await fetch(`${server.url}/api/v1/teams`, {
    method: 'POST',
    headers: {
      authorization: member.authorization,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as { uuid: string; errorType?: string } }
}
const teamsOf = async (member: TestMember) =>
  (await member.api.teams.list()).map(({ name }) => name).filter((name) => name !== 'Everyone')
const events = ({ db }: TestServer, { accountUuid }: { accountUuid: string }) =>
  db
    .selectFrom('audit_event')
    .select('sequence')
    .where('account_uuid', '=', accountUuid)
    .orderBy('sequence')
    .execute()

describe('every POST that creates something', () => {
  let ids: Ids
  let account: TestMember
  beforeAll(async () => {
    account = await signedIn(server, await server.newAccount())
    ids = await createResources(server, account)
    const { authorization } = account
    await fetch(`${server.url}/api/v1/accounts/${ids['accountUuid']}/sso/oidc`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' }),
    })
  })

  /** External services, channels, rules, views and findings are set up first. */
  const inOwnAccount =
    /^(?:imports|triage|integrations|jira|tickets|rkvst|datadog|notifications|notificationChannels|ownNotificationRules|savedViews)\./
  /** They require an authenticator: see below. */
  const apart = new Set(['passkeys.register', 'mfa.makeScratchCodes'])

  test.each(keyed.filter(({ id }) => !apart.has(id)))(
    '$id is executed once per key, even if the first response was lost',
    async (operation) => {
      const { caller, attempt } = await prepareKeyed(operation)
      const first = await callWithKey(server, operation, attempt)
      const [before, emails] = [await events(server, caller), (await server.mailed()).length]
      const second = await callWithKey(server, operation, attempt)
      expect(second.response).toEqual(first.response)
      // Would require a DNS record.
      if (operation.id === 'sso.verifyDomain') return
      expect(first.response.status).toBeLessThan(300)
      expect([first.isReplayed, second.isReplayed]).toEqual([false, true])
      expect((await server.mailed()).length).toBe(emails)
      await forgetResponses(server, caller.accountUuid)
      const third = await callWithKey(server, operation, attempt)
      expect(steady(third.response)).toEqual(steady(first.response))
      expect(await events(server, caller)).toEqual(before)
    },
  )

  /** In the shared account, or in a separate one if it needs existing objects. */
  async function prepareKeyed(operation: NamedEndpoint) {
    const key = randomUUID()
    if (inOwnAccount.test(operation.id)) {
      const { member, attempt } = await prepareChange(server, operation)
      return { caller: member, attempt: { ...attempt, key } }
    }
    // Some of the requests turn features off.
    const everything = { is_operator: true, features: Object.keys(features) }
    await server.db.updateTable('account').set(everything).where('uuid', '=', account.accountUuid).execute()
    const { teamUuid, memberUuid } = ids
    const attempt = {
      authorization: account.authorization,
      ids,
      key,
      ...(operation.id === 'members.setPrimaryTeam' && { query: { teamuuid: teamUuid! } }),
      ...(operation.id === 'teams.addMember' && { body: { uuid: memberUuid! } }),
    }
    return { caller: account, attempt }
  }

  /** The build continues in between. */
  const steady = ({ body, ...response }: { body: string }) => ({
    ...response,
    body: body.replace(/"status":"\w+"/, ''),
  })
})

describe('is executed once per key, even if the first response was lost:', () => {
  const countRows = async (table: 'passkey' | 'scratch_code', { uuid }: TestMember) =>
    (await server.db.selectFrom(table).select('member_uuid').where('member_uuid', '=', uuid).execute()).length

  test('passkeys.register', async () => {
    const { api, ...member } = await signedIn(server, await server.newAccount())
    const authenticator = createAuthenticator(new URL(publicAddress(server.config)).origin)
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    const register = () =>
      api.passkeys.register({ body: { name: 'Key', credential } }, { idempotencyKey: 'the-key' })
    const first = await register()
    expect(await register()).toEqual(first)
    await forgetResponses(server, member.accountUuid)
    expect(await register()).toEqual(first)
    expect(await countRows('passkey', { api, ...member })).toBe(1)
  })

  test('mfa.makeScratchCodes', async () => {
    const { api, ...member } = await signedIn(server, await server.newAccount())
    await api.mfa.initializeApp({})
    await server.db
      .updateTable('second_factor')
      .set({ is_active: true })
      .where('member_uuid', '=', member.uuid)
      .execute()
    const make = () => api.mfa.makeScratchCodes({}, { idempotencyKey: 'the-key' })
    const first = await make()
    expect(await make()).toEqual(first)
    await forgetResponses(server, member.accountUuid)
    expect(await make()).toEqual(first)
    expect(await countRows('scratch_code', { api, ...member })).toBe(10)
  })
})

describe('a key', () => {
  test('creates one object for 50 concurrent requests, with equal responses', async () => {
    const account = await server.newAccount()
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post(account, { name: 'once' }, key)),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.uuid)).size).toBe(1)
    expect(await teamsOf(account)).toEqual(['once'])
    expect(await events(server, account)).toHaveLength(1)
  })

  test('creates one build for 20 concurrent uploads', async () => {
    const account = await server.newAccount()
    const body = {
      file: filePart(npmInventory(['left-pad@1.3.0'])),
      branch: 'main',
      url: 'https://example.org/up',
    }
    const key = randomUUID()
    const created = await Promise.all(
      Array.from({ length: 20 }, () => account.api.uploads.intoNew({ body }, { idempotencyKey: key })),
    )
    expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    const { accountUuid } = account
    const builds = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .execute()
    expect(builds).toHaveLength(1)
  })

  test('compares large files on disk by their whole content', async () => {
    const account = await server.newAccount()
    const components = [{ name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' }]
    const upload = (end: string, idempotencyKey: string) => {
      const description = 'x'.repeat(2_000_000) + end
      const bytes = new TextEncoder().encode(
        JSON.stringify({ bomFormat: 'CycloneDX', components, metadata: { description } }),
      )
      const file = { filename: 'bom.json', bytes }
      const body = { file, branch: 'main', url: 'https://example.org/large', wait: 'false' as const }
      return account.api.uploads.intoNew({ body }, { idempotencyKey })
    }
    const key = randomUUID()
    const { id } = await upload('a', key)
    expect((await upload('a', key)).id).toBe(id)
    await expect(upload('b', key)).rejects.toMatchObject({ status: 422 })
  })

  test('is the same with and without quotes, as in structured headers', async () => {
    const key = randomUUID()
    const { body } = await post(admin, { name: 'quoted' }, key)
    expect((await post(admin, { name: 'quoted' }, `"${key}"`)).body).toEqual(body)
  })

  test('with another body is rejected, and the first response is kept', async () => {
    const key = randomUUID()
    const { body } = await post(admin, { name: 'first' }, key)
    expect(await post(admin, { name: 'other' }, key)).toMatchObject({
      status: 422,
      body: { errorType: 'idempotencyKeyReused' },
    })
    expect((await post(admin, { name: 'first' }, key)).body).toEqual(body)
    expect(await teamsOf(admin)).not.toContain('other')
  })

  test.each([
    '',
    '""',
    'a b',
    'ä'.normalize('NFD').slice(0, 0) + ' ',
    'a,b',
    'x'.repeat(201),
    '"open',
    "'; drop--",
  ])('is rejected if malformed: %j', async (key) => {
    const response = await post(admin, { name: 'malformed' }, key)
    expect([response.status, response.body.errorType]).toEqual([400, 'idempotencyKeyInvalid'])
    expect(await teamsOf(admin)).not.toContain('malformed')
  })

  test('is specific to member, endpoint and token scope', async () => {
    const key = randomUUID()
    const other = await server.addMember(admin, 'Administrator')
    const uuids = [await post(admin, { name: 'mine' }, key), await post(other, { name: 'mine' }, key)].map(
      ({ body }) => body.uuid,
    )
    expect(new Set(uuids).size).toBe(2)
    const { name } = await admin.api.tags.create({ body: { name: 'mine' } }, { idempotencyKey: key })
    expect(name).toBe('mine')
    const team = await server.addTeam(admin, 'reach')
    const narrow = { ...admin, authorization: await server.addToken(admin, { teamUuid: team }) }
    expect((await post(narrow, { name: 'mine' }, key)).status).toBe(403)
  })

  test('does not return what one credential was shown to another one of the same member', async () => {
    const { accountUuid } = admin
    const credentials = [
      (await signedIn(server, admin)).authorization,
      admin.authorization,
      await server.addToken(admin, {}),
    ]
    const key = randomUUID()
    const tokens = []
    for (const authorization of credentials) {
      const response = await fetch(`${server.url}/api/v1/accounts/${accountUuid}/tokens`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ name: 'shown once' }),
      })
      tokens.push(((await response.json()) as { token: string }).token)
    }
    expect(new Set(tokens).size).toBe(3)
  })

  test('is released if the request was rejected', async () => {
    const key = randomUUID()
    expect((await post(admin, { name: '' }, key)).status).toBe(400)
    const viewer = await server.addMember(admin, 'Viewer')
    expect((await post(viewer, { name: 'x' }, key)).status).toBe(403)
    const idempotencyKey = randomUUID()
    const email = `${randomUUID()}@example.org`
    const params = { accountUuid: admin.accountUuid }
    const first = await admin.api.members.add({ params, body: { email } })
    const again = { params, body: { email } }
    await expect(admin.api.members.add(again, { idempotencyKey })).rejects.toMatchObject({ status: 409 })
    await admin.api.members.remove({ params: { ...params, memberUuid: first.uuid } })
    expect((await admin.api.members.add(again, { idempotencyKey })).email).toBe(email)
  })

  test('of a request in progress gets 409 with Retry-After, and works again after a crash', async () => {
    const account = await server.newAccount()
    const key = randomUUID()
    const { body } = await post(account, { name: 'slow' }, key)
    await hold(account, new Date(Date.now() + 60_000))
    const busy = await post(account, { name: 'slow' }, key)
    expect([busy.status, busy.body.errorType]).toEqual([409, 'idempotencyKeyInUse'])
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
    await hold(account, new Date(0))
    expect((await post(account, { name: 'slow' }, key)).body).toEqual(body)
    expect(await teamsOf(account)).toEqual(['slow'])
  })

  /** Leaves the first request between commit and response, with a running lease. */
  const hold = ({ accountUuid }: TestMember, until: Date) =>
    server.db
      .updateTable('idempotency_key')
      .set({ status: null, body: null, leased_until: until })
      .where('account_uuid', '=', accountUuid)
      .execute()

  test('of a request that crashed before any change is executed again', async () => {
    const account = await server.newAccount()
    const key = randomUUID()
    await post(account, { name: 'lost' }, key)
    const { accountUuid } = account
    await server.db.deleteFrom('team').where('account_uuid', '=', accountUuid).execute()
    await server.db
      .updateTable('idempotency_key')
      .set({ result: null })
      .where('account_uuid', '=', accountUuid)
      .execute()
    await hold(account, new Date(0))
    expect((await post(account, { name: 'lost' }, key)).status).toBe(200)
    expect(await teamsOf(account)).toEqual(['lost'])
  })

  test('taken over by another request can no longer change anything', async () => {
    const account = await server.newAccount()
    const key = randomUUID()
    const { first } = await server.db.transaction().execute(async (tx) => {
      // The first request waits for the table lock in the transaction of its change.
      await sql`lock table team in exclusive mode`.execute(tx)
      const first = post(account, { name: 'both' }, key)
      await expect.poll(() => claims(account)).toHaveLength(1)
      await server.db
        .updateTable('idempotency_key')
        .set({ owner: randomUUID(), leased_until: new Date(0) })
        .where('account_uuid', '=', account.accountUuid)
        .execute()
      return { first }
    })
    expect((await first).status).toBe(409)
    expect(await teamsOf(account)).toEqual([])
    expect((await post(account, { name: 'both' }, key)).status).toBe(200)
    expect(await teamsOf(account)).toEqual(['both'])
  })

  test("of a disconnected client is still executed, with the client's address in the audit log", async () => {
    const account = await server.newAccount()
    const body = JSON.stringify({ name: 'left' })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await server.db.transaction().execute(async (tx) => {
      await sql`lock table team in exclusive mode`.execute(tx)
      socket.write(
        `POST /api/v1/teams HTTP/1.1\r\nhost: x\r\nauthorization: ${account.authorization}\r\n` +
          `content-type: application/json\r\nidempotency-key: left\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      await expect.poll(() => claims(account)).toHaveLength(1)
      const gone = new Promise((resolve) => socket.once('close', resolve))
      socket.destroy()
      await gone
    })
    await expect.poll(() => teamsOf(account)).toEqual(['left'])
    const { accountUuid } = account
    const [event] = (await account.api.audit.list({ params: { accountUuid } })).events
    expect(event).toMatchObject({ action: 'teams.create', address: '127.0.0.1' })
    expect((await post(account, { name: 'left' }, 'left')).status).toBe(200)
    expect(await teamsOf(account)).toEqual(['left'])
  })

  const claims = ({ accountUuid }: TestMember) =>
    server.db.selectFrom('idempotency_key').selectAll().where('account_uuid', '=', accountUuid).execute()

  test('expires after a day, with its stored response', async () => {
    const account = await server.newAccount()
    const key = randomUUID()
    await post(account, { name: 'daily' }, key)
    await server.db
      .updateTable('idempotency_key')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('account_uuid', '=', account.accountUuid)
      .execute()
    await post(account, { name: 'another' }, randomUUID())
    expect(await claims(account)).toHaveLength(1)
    // Team names are unique, so this one has another.
    expect((await post(account, { name: 'next day' }, key)).headers.get('idempotency-replayed')).toBeNull()
    expect(await teamsOf(account)).toEqual(['another', 'daily', 'next day'])
  })

  test('stores responses with tokens encrypted', async () => {
    const { accountUuid } = admin
    const idempotencyKey = randomUUID()
    const create = () =>
      admin.api.tokens.create({ params: { accountUuid }, body: { name: 'kept' } }, { idempotencyKey })
    const { token } = await create()
    expect((await create()).token).toBe(token)
    const rows = await claims(admin)
    const stored = rows
      .flatMap(({ result, body }) => [result, body])
      .map((bytes) => Buffer.from(bytes!).toString('latin1'))
    expect(stored.some((text) => text.includes(token))).toBe(false)
  })

  test('returns nothing to callers without permission', async () => {
    const member = await server.addMember(admin, 'Administrator')
    const key = randomUUID()
    expect((await post(member, { name: 'demoted' }, key)).status).toBe(200)
    await server.db.updateTable('member').set({ role: 'Viewer' }).where('uuid', '=', member.uuid).execute()
    expect((await post(member, { name: 'demoted' }, key)).status).toBe(403)
  })
})
