import { createAssayClient } from '@assay/sdk/client.ts'
import { describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { upsertTeamMember } from '#accounts/teams/store.ts'
import { signedIn } from '#testing/sessions.ts'
import { allWait } from '#testing/while-locked.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false })
const admin = forEachTest(() => server.newAccount())

const params = () => ({ accountUuid: admin.accountUuid })
const ask = (token: string, path = '/api/v1/users/me', scheme = 'token') =>
  fetch(server.url + path, { headers: { authorization: `${scheme} ${token}` } })
const make = (body: Partial<Parameters<TestMember['api']['tokens']['create']>[0]['body']> = {}) =>
  admin.api.tokens.create({ params: params(), body: { name: 'ours', ...body } })
const addToTeam = (
  { uuid: memberUuid }: TestMember,
  teamUuid: string,
  role: 'Team viewer' | 'Team administrator',
) => upsertTeamMember(server.db, accountScope(admin.accountUuid), { teamUuid, memberUuid, role })

describe('a token', () => {
  test('is shown once and stored as a hash', async () => {
    const { uuid, token } = await make()
    const listed = await admin.api.tokens.list({ params: params() })
    expect(listed.find((each) => each.uuid === uuid)).toMatchObject({ name: 'ours', lastUsedAt: null })
    expect(JSON.stringify(listed)).not.toContain(token)
    const rows = await server.db.selectFrom('api_token').selectAll().where('uuid', '=', uuid).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]!.hash).toHaveLength(32)
    const { events } = await admin.api.audit.list({ params: params(), query: {} })
    expect(JSON.stringify(events)).not.toContain(token)
  })

  test('is accepted with any case of the scheme, and records its last use', async () => {
    const { uuid, token } = await make()
    const statuses = ['token', 'Token', 'Bearer', 'bearer'].map(
      async (scheme) => (await ask(token, undefined, scheme)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200])
    const listed = await admin.api.tokens.list({ params: params() })
    const { lastUsedAt } = listed.find((each) => each.uuid === uuid)!
    expect(Math.abs(Date.now() - lastUsedAt!)).toBeLessThan(60_000)
  })

  test('that has expired is rejected', async () => {
    const { uuid, token } = await make({ expiresAt: Date.now() + 3_600_000 })
    expect((await ask(token)).status).toBe(200)
    const past = { expires_at: new Date(Date.now() - 1) }
    await server.db.updateTable('api_token').set(past).where('uuid', '=', uuid).execute()
    expect((await ask(token)).status).toBe(401)
  })

  test('that was revoked is rejected at the next request', async () => {
    const { uuid, token } = await make()
    await admin.api.tokens.revoke({ params: { ...params(), tokenUuid: uuid } })
    expect((await ask(token)).status).toBe(401)
  })

  test('can be renamed and expire earlier, but not later; tokens it created end with it', async () => {
    const expiresAt = Date.now() + 3_600_000
    const { uuid, token } = await make({ expiresAt })
    const client = createAssayClient({ baseUrl: server.url, authorization: () => `token ${token}` })
    const child = await client.tokens.create({ params: params(), body: { name: 'child' } })
    const at = { params: { ...params(), tokenUuid: uuid } }
    expect(await admin.api.tokens.update({ ...at, body: { name: 'theirs' } })).toMatchObject({
      name: 'theirs',
      expiresAt,
    })
    await expect(
      admin.api.tokens.update({ ...at, body: { expiresAt: expiresAt + 1 } }),
    ).rejects.toMatchObject({ status: 403, errorType: 'tokenProlonged' })
    await admin.api.tokens.update({ ...at, body: { expiresAt: Date.now() - 1 } })
    expect([(await ask(token)).status, (await ask(child.token)).status]).toEqual([401, 401])
    const { events } = await admin.api.audit.list({ params: params(), query: {} })
    expect(events.map(({ action }) => action)).toContain('tokens.update')
  })

  test('of another member can be changed by administrators only', async () => {
    const collaborator = await server.addMember(admin, 'Collaborator')
    const viewer = await server.addMember(admin, 'Viewer')
    const { uuid: tokenUuid } = await collaborator.api.tokens.create({
      params: params(),
      body: { name: 'theirs' },
    })
    const change = { params: { ...params(), tokenUuid }, body: { name: 'changed' } }
    await expect(viewer.api.tokens.update(change)).rejects.toMatchObject({ status: 404 })
    expect(await admin.api.tokens.update(change)).toMatchObject({ memberUuid: collaborator.uuid })
  })

  test('for support cannot be renamed', async () => {
    await admin.api.accounts.makeSupportToken({ params: params() })
    const listed = await admin.api.tokens.list({ params: params() })
    const { uuid: tokenUuid } = listed.find(({ name }) => name === 'Support token')!
    await expect(
      admin.api.tokens.update({ params: { ...params(), tokenUuid }, body: { name: 'x' } }),
    ).rejects.toMatchObject({ status: 409, errorType: 'supportTokenNamed' })
  })

  test("of a project is limited to it, whatever its member's permissions", async () => {
    const [mine, other] = [
      await admin.api.projects.create({ body: { url: 'https://example.org/mine' } }),
      await admin.api.projects.create({ body: { url: 'https://example.org/other' } }),
    ]
    const { token } = await make({ projectUuid: mine.uuid })
    const statuses = [
      `/api/v1/projects/${mine.uuid}`,
      `/api/v1/projects/${other.uuid}`,
      `/api/v1/accounts/${admin.accountUuid}/members`,
      `/api/v1/accounts/${admin.accountUuid}/audit`,
    ].map(async (path) => (await ask(token, path)).status)
    expect(await Promise.all(statuses)).toEqual([200, 404, 403, 403])
  })

  test('cannot create a token with a wider scope', async () => {
    const team = await server.addTeam(admin, 'near')
    const [narrow, far] = [
      await server.addToken(admin, { teamUuid: team }),
      await server.addTeam(admin, 'far'),
    ]
    const create = (body: object) =>
      fetch(`${server.url}/api/v1/accounts/${admin.accountUuid}/tokens`, {
        method: 'POST',
        headers: { authorization: narrow, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'child', ...body }),
      })
    expect(await (await create({})).json()).toMatchObject({ teamUuid: team })
    expect((await create({ teamUuid: far })).status).toBe(404)
  })

  describe('created by a token', () => {
    const soon = () => Date.now() + 3_600_000
    const bearer = (token: string) =>
      createAssayClient({ baseUrl: server.url, authorization: () => `token ${token}` })

    test('expires with it at the latest', async () => {
      const expiresAt = soon()
      const { api } = { api: bearer((await make({ expiresAt })).token) }
      const body = { name: 'child' }
      expect(await api.tokens.create({ params: params(), body })).toMatchObject({ expiresAt })
      const earlier = expiresAt - 1000
      const child = await api.tokens.create({ params: params(), body: { ...body, expiresAt: earlier } })
      expect(child.expiresAt).toBe(earlier)
      const grandchild = await bearer(child.token).tokens.create({ params: params(), body })
      expect(grandchild.expiresAt).toBe(earlier)
      await expect(
        api.tokens.create({ params: params(), body: { ...body, expiresAt: expiresAt + 1000 } }),
      ).rejects.toMatchObject({ status: 403 })
      const support = await api.accounts.makeSupportToken({ params: params() })
      expect(support.expiresAt).toBe(expiresAt)
    })

    test('expires with it even if its expiry is brought forward meanwhile', async () => {
      const parent = await make({ expiresAt: soon() })
      const api = bearer(parent.token)
      // Records the use of the token, which otherwise waits, too.
      expect((await ask(parent.token)).status).toBe(200)
      const sooner = soon() - 1_800_000
      const creations = await server.db.transaction().execute(async (tx) => {
        await tx
          .updateTable('api_token')
          .set({ expires_at: new Date(sooner) })
          .where('uuid', '=', parent.uuid)
          .execute()
        const child = api.tokens.create({ params: params(), body: { name: 'child' } })
        await allWait(server, 1)
        const support = api.accounts.makeSupportToken({ params: params() })
        await allWait(server, 2)
        return [child, support]
      })
      const made = await Promise.all(creations)
      expect(made.map(({ expiresAt }) => expiresAt)).toEqual([sooner, sooner])
    })

    test('is deleted with it, as are tokens created by it in turn', async () => {
      const parent = await make()
      const child = await bearer(parent.token).tokens.create({ params: params(), body: { name: 'child' } })
      const grandchild = await bearer(child.token).tokens.create({ params: params(), body: { name: 'x' } })
      const support = await bearer(parent.token).accounts.makeSupportToken({ params: params() })
      const all = [child.token, grandchild.token, support.token]
      expect(await Promise.all(all.map(async (token) => (await ask(token)).status))).toEqual([200, 200, 200])
      await admin.api.tokens.revoke({ params: { ...params(), tokenUuid: parent.uuid } })
      expect(await Promise.all(all.map(async (token) => (await ask(token)).status))).toEqual([401, 401, 401])
    })

    test('cannot be a SCIM token, which requires a recent login', async () => {
      const body = { name: 'directory', access: 'scim' as const }
      await expect(admin.api.tokens.create({ params: params(), body })).rejects.toMatchObject({
        status: 403,
        errorType: 'forbidden',
        message: 'Changing login methods requires a login instead of an API token',
      })
      const { api } = await signedIn(server, admin)
      await api.tokens.create({ params: params(), body })
      const old = { confirmed_at: new Date(soon() - 2 * 3_600_000) }
      await server.db.updateTable('session').set(old).where('member_uuid', '=', admin.uuid).execute()
      await expect(api.tokens.create({ params: params(), body })).rejects.toMatchObject({
        errorType: 'loginTooOld',
      })
    })
  })
})

describe('a token for another member', () => {
  const makeFor = (
    by: TestMember,
    memberUuid: string,
    more: { teamUuid?: string; projectUuid?: string } = {},
  ) =>
    by.api.tokens.create({
      params: params(),
      body: { name: 'for them', access: 'read', memberUuid, ...more },
    })

  test('can be created by administrators, acts for that member, and the member is notified by email', async () => {
    const viewer = await server.addMember(admin, 'Viewer')
    const { token, memberUuid } = await makeFor(admin, viewer.uuid)
    expect(memberUuid).toBe(viewer.uuid)
    expect(await (await ask(token)).json()).toMatchObject({ id: viewer.uuid, role: 'Viewer' })
    const mails = (await server.mailed()).filter(({ to }) => to === viewer.email)
    expect(mails.map(({ text }) => text).join()).toContain('An API token was created for your membership.')
    const collaborator = await server.addMember(admin, 'Collaborator')
    await expect(makeFor(collaborator, viewer.uuid)).rejects.toMatchObject({ status: 403 })
    const stranger = await server.newAccount()
    await expect(makeFor(admin, stranger.uuid)).rejects.toMatchObject({ status: 404 })
  })

  test("is limited to its creator's teams", async () => {
    const teamUuid = await server.addTeam(admin, 'own')
    const lead = await server.addMember(admin, 'Team administrator', teamUuid)
    const viewer = await server.addMember(admin, 'Team viewer', teamUuid)
    await expect(makeFor(lead, viewer.uuid)).rejects.toMatchObject({ status: 403 })
    expect(await makeFor(lead, viewer.uuid, { teamUuid })).toMatchObject({
      memberUuid: viewer.uuid,
      teamUuid,
    })
    await expect(makeFor(lead, admin.uuid, { teamUuid })).rejects.toMatchObject({ status: 404 })
    const other = await server.addTeam(admin, 'other')
    const far = await server.addMember(admin, 'Team viewer', other)
    await expect(makeFor(lead, far.uuid, { teamUuid })).rejects.toMatchObject({ status: 404 })
  })

  test('is limited to where its creator may create such tokens, not to everything its creator can see', async () => {
    const [teamUuid, other] = [await server.addTeam(admin, 'own'), await server.addTeam(admin, 'other')]
    const lead = await server.addMember(admin, 'Team administrator', teamUuid)
    const shared = await server.addMember(admin, 'Team viewer', teamUuid)
    await addToTeam(lead, other, 'Team viewer')
    await addToTeam(shared, other, 'Team administrator')
    const { uuid: projectUuid } = await admin.api.projects.create({
      body: { url: 'https://host.example/other', teamUuid: other },
    })
    await expect(makeFor(lead, shared.uuid, { teamUuid: other })).rejects.toMatchObject({ status: 404 })
    await expect(makeFor(lead, shared.uuid, { projectUuid })).rejects.toMatchObject({ status: 404 })
    expect(await makeFor(lead, shared.uuid, { teamUuid })).toMatchObject({ teamUuid })
  })

  test('is limited to the teams of a creator who only sees the rest of the account', async () => {
    const [teamUuid, other] = [await server.addTeam(admin, 'own'), await server.addTeam(admin, 'other')]
    const viewer = await server.addMember(admin, 'Viewer')
    const shared = await server.addMember(admin, 'Team viewer', teamUuid)
    await addToTeam(viewer, teamUuid, 'Team administrator')
    await addToTeam(shared, other, 'Team administrator')
    await expect(makeFor(viewer, shared.uuid, { teamUuid: other })).rejects.toMatchObject({ status: 404 })
    expect(await makeFor(viewer, shared.uuid, { teamUuid })).toMatchObject({ teamUuid })
  })
})

test("tokens that reach other teams are hidden from a team's administrators", async () => {
  const [teamUuid, other] = [await server.addTeam(admin, 'own'), await server.addTeam(admin, 'other')]
  const lead = await server.addMember(admin, 'Team administrator', teamUuid)
  const shared = await server.addMember(admin, 'Team viewer', teamUuid)
  await addToTeam(shared, other, 'Team administrator')
  const create = (name: string, limits: { teamUuid?: string }) =>
    shared.api.tokens.create({ params: params(), body: { name, ...limits } })
  const near = await create('near', { teamUuid })
  const hidden = [await create('far', { teamUuid: other }), await create('everywhere', {})]
  const listed = await lead.api.tokens.list({ params: params() })
  const names = listed.filter(({ memberUuid }) => memberUuid === shared.uuid).map(({ name }) => name)
  expect(names).toEqual(['near'])
  for (const { uuid: tokenUuid } of hidden) {
    const at = { params: { ...params(), tokenUuid } }
    await expect(lead.api.tokens.update({ ...at, body: { name: 'x' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(lead.api.tokens.revoke(at)).rejects.toMatchObject({ status: 404 })
  }
  await lead.api.tokens.revoke({ params: { ...params(), tokenUuid: near.uuid } })
})
