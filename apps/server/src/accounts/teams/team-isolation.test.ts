import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { openSessionFor, sessionOf } from '#testing/sessions.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { putTeamMember } from './store.ts'

// What somebody holds in one team must not count in another, nor in the account.

let server: TestServer
let admin: TestMember
let [near, far] = ['', '']
/** Administers the team near; in the account a Viewer. */
let leader: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  admin = await server.newAccount()
  near = await server.addTeam(admin, 'near')
  far = await server.addTeam(admin, 'far')
  leader = await server.addMember(admin, 'Viewer')
  await join(leader, near, 'Team administrator')
})
afterAll(() => server.stop())

const account = () => ({ params: { accountUuid: admin.accountUuid } })
const at = ({ uuid }: TestMember) => ({ params: { accountUuid: admin.accountUuid, memberUuid: uuid } })
const join = ({ uuid }: TestMember, teamUuid: string, role: string) =>
  putTeamMember(server.db, accountScope(admin.accountUuid), { teamUuid, memberUuid: uuid, role })
const scan = (url: string, teamUuid: string) =>
  admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(['lodash@4.17.4'])), branch: 'main', url, teamUuid },
  })
const notFound = { status: 404 }
const forbidden = { status: 403, errorType: 'forbidden' }

describe('who administers one team and sees the account', () => {
  test('has neither sight nor hand on the tokens of others', async () => {
    const listed = await leader.api.tokens.list(account())
    expect(listed.map(({ memberUuid }) => memberUuid)).toEqual([leader.uuid])
    const [token] = (await admin.api.tokens.list(account())).filter((each) => each.memberUuid === admin.uuid)
    const target = { params: { ...account().params, tokenUuid: token!.uuid } }
    await expect(leader.api.tokens.revoke(target)).rejects.toMatchObject(notFound)
    await admin.api.users.me()
  })

  test('ends the tokens of the members of that team', async () => {
    const [mate, stranger] = [
      await server.addMember(admin, 'Team viewer', near),
      await server.addMember(admin, 'Team viewer', far),
    ]
    const tokens = await leader.api.tokens.list(account())
    expect(tokens.map(({ memberUuid }) => memberUuid).toSorted()).toEqual([leader.uuid, mate.uuid].toSorted())
    const { uuid: tokenUuid } = tokens.find(({ memberUuid }) => memberUuid === mate.uuid)!
    await leader.api.tokens.revoke({ params: { ...account().params, tokenUuid } })
    await expect(mate.api.users.me()).rejects.toMatchObject({ status: 401 })
    await stranger.api.users.me()
  })

  test('makes members who see nothing but teams', async () => {
    const body = { email: `${leader.uuid}-new@example.org`, role: 'Administrator' as const }
    expect(await leader.api.members.add({ ...account(), body })).toMatchObject({ role: 'Team viewer' })
  })

  test('changes nobody who also belongs to another team', async () => {
    const both = await server.addMember(admin, 'Team viewer', near)
    await join(both, far, 'Team viewer')
    await expect(leader.api.members.remove(at(both))).rejects.toMatchObject(forbidden)
    await expect(leader.api.members.invite(at(both))).rejects.toMatchObject(forbidden)
    await expect(
      leader.api.members.update({ ...at(both), body: { status: 'Inactive' } }),
    ).rejects.toMatchObject(forbidden)
    await both.api.users.me()
  })

  test('brings in who is in no team yet, and nobody out of another', async () => {
    const [free, taken] = [
      await server.addMember(admin, 'Team viewer'),
      await server.addMember(admin, 'Team viewer', far),
    ]
    const add = ({ uuid }: TestMember) =>
      leader.api.teams.addMember({ params: { teamUuid: near }, body: { uuid, role: 'Viewer' } })
    expect(await add(free)).toMatchObject({ uuid: free.uuid, role: 'Team viewer' })
    await expect(add(taken)).rejects.toMatchObject(notFound)
  })
})

test('who loses the team sees nothing of it at the next request, nor by its token', async () => {
  const { uuid: projectUuid } = await scan('https://a.example/left', near)
  const mate = await server.addMember(admin, 'Team viewer', near)
  const session = sessionOf(server, (await openSessionFor(server, mate)).replace('Bearer ', ''))
  const see = (api: TestMember['api']) => api.projects.get({ params: { projectUuid } })
  await Promise.all([see(mate.api), see(session)])
  await leader.api.teams.removeMember({ params: { teamUuid: near, memberUuid: mate.uuid } })
  for (const api of [mate.api, session]) {
    await expect(see(api)).rejects.toMatchObject(notFound)
    expect(await api.teams.list()).toEqual([])
  }
})

test('a team that is switched off gives nothing', async () => {
  const { uuid: projectUuid } = await scan('https://a.example/off', near)
  const mate = await server.addMember(admin, 'Team viewer', near)
  await admin.api.teams.update({ params: { teamUuid: near }, body: { active: false } })
  await expect(mate.api.projects.get({ params: { projectUuid } })).rejects.toMatchObject(notFound)
})

describe('a rule that is made in a team', () => {
  const score = async ({ api }: TestMember, projectUuid: string) => {
    const { security, licensing } = await api.reports.recompute({ params: { projectUuid }, query: {} })
    return { security: security.score, licensing: licensing.score }
  }

  test('excludes in its projects alone, and is ended by who made it', async () => {
    const [ours, theirs] = [await scan('https://a.example/x', near), await scan('https://b.example/x', far)]
    const before = await score(admin, theirs.uuid)
    expect(before.security).toBeLessThan(100)
    const made = await leader.api.exclusions.create({
      ...account(),
      query: { domain: 'security' },
      body: { library: { language: 'nodejs', name: 'lodash' } },
    })
    expect((await score(admin, ours.uuid)).security).toBe(100)
    expect(await score(admin, theirs.uuid)).toEqual(before)
    const stranger = await server.addMember(admin, 'Team administrator', far)
    expect(await stranger.api.exclusions.list(account())).toEqual([])
    const end = { ...account(), query: { domain: 'security' as const, id: made.id } }
    await expect(stranger.api.exclusions.remove(end)).rejects.toMatchObject(notFound)
    await leader.api.exclusions.remove(end)
    expect((await score(admin, ours.uuid)).security).toBe(before.security)
  })

  test('of the whole account is not ended in a team', async () => {
    const { id } = await admin.api.exclusions.create({
      ...account(),
      query: { domain: 'security' },
      body: { cve: 'CVE-2020-0001' },
    })
    expect(await leader.api.exclusions.list(account())).toMatchObject([{ id }])
    await expect(
      leader.api.exclusions.remove({ ...account(), query: { domain: 'security', id } }),
    ).rejects.toMatchObject(notFound)
  })

  test('allows licenses in its projects alone', async () => {
    const [ours, theirs] = [await scan('https://a.example/l', near), await scan('https://b.example/l', far)]
    const before = await score(admin, theirs.uuid)
    const body = { name: 'nothing is allowed', mode: 'ALLOW' as const, licenses: [] }
    const made = await leader.api.policies.create({ ...account(), body })
    expect(made.teamUuids).toEqual([near])
    expect((await score(admin, ours.uuid)).licensing).toBe(0)
    expect(await score(admin, theirs.uuid)).toEqual(before)
    const stranger = await server.addMember(admin, 'Team administrator', far)
    const params = { ...account().params, policyUuid: made.uuid }
    await expect(stranger.api.policies.remove({ params })).rejects.toMatchObject(notFound)
    await leader.api.policies.remove({ params })
  })

  test('of the whole account is not changed in a team', async () => {
    const { uuid } = await admin.api.policies.create({
      ...account(),
      body: { name: 'all', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
    })
    const params = { ...account().params, policyUuid: uuid }
    expect(await leader.api.policies.get({ params })).toMatchObject({ teamUuids: null })
    await expect(leader.api.policies.update({ params, body: { active: false } })).rejects.toMatchObject(
      forbidden,
    )
    await expect(leader.api.policies.remove({ params })).rejects.toMatchObject(forbidden)
  })
})

test('advisories, which all accounts share, are read in by the operator alone', async () => {
  const sync = admin.api.advisoryDatabases.sync({
    params: { id: 'osv' },
    body: { from: 'https://127.0.0.1/none' },
  })
  await expect(sync).rejects.toMatchObject({ status: 403, errorType: 'operatorOnly' })
})
