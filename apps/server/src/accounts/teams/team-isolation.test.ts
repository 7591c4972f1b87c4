import { beforeEach, describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openSessionFor, sessionOf } from '#testing/sessions.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { upsertTeamMember } from './store.ts'

// Permissions in one team must not apply in another, nor in the account.

let [near, far] = ['', '']
/** Team administrator of "near", Viewer in the account. */
let leader: TestMember

const server = testServer()
const admin = forEachTest(() => server.newAccount())
beforeEach(async () => {
  near = await server.addTeam(admin, 'near')
  far = await server.addTeam(admin, 'far')
  leader = await server.addMember(admin, 'Viewer')
  await join(leader, near, 'Team administrator')
})

const account = () => ({ params: { accountUuid: admin.accountUuid } })
const at = ({ uuid }: TestMember) => ({ params: { accountUuid: admin.accountUuid, memberUuid: uuid } })
const join = ({ uuid }: TestMember, teamUuid: string, role: string) =>
  upsertTeamMember(server.db, accountScope(admin.accountUuid), { teamUuid, memberUuid: uuid, role })
const scan = (url: string, teamUuid: string) =>
  admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(['lodash@4.17.4'])), branch: 'main', url, teamUuid },
  })
const notFound = { status: 404 }
const forbidden = { status: 403, errorType: 'forbidden' }

describe('an administrator of one team who can view the account', () => {
  test('cannot see or change tokens of others', async () => {
    const listed = await leader.api.tokens.list(account())
    expect(listed.map(({ memberUuid }) => memberUuid)).toEqual([leader.uuid])
    const [token] = (await admin.api.tokens.list(account())).filter((each) => each.memberUuid === admin.uuid)
    const target = { params: { ...account().params, tokenUuid: token!.uuid } }
    await expect(leader.api.tokens.revoke(target)).rejects.toMatchObject(notFound)
    await admin.api.users.me()
  })

  test('can revoke tokens of members of that team', async () => {
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

  test('creates members limited to teams', async () => {
    const body = { email: `${leader.uuid}-new@example.org` }
    const asked = { ...body, role: 'Administrator' as const }
    await expect(leader.api.members.add({ ...account(), body: asked })).rejects.toMatchObject(forbidden)
    expect(await leader.api.members.add({ ...account(), body })).toMatchObject({ role: 'Team viewer' })
  })

  test('cannot change members who also belong to another team', async () => {
    const both = await server.addMember(admin, 'Team viewer', near)
    await join(both, far, 'Team viewer')
    await expect(leader.api.members.remove(at(both))).rejects.toMatchObject(forbidden)
    await expect(leader.api.members.invite(at(both))).rejects.toMatchObject({
      ...forbidden,
      message: "Changing this member requires the role 'Administrator' in the account",
    })
    await expect(
      leader.api.members.update({ ...at(both), body: { status: 'Inactive' } }),
    ).rejects.toMatchObject(forbidden)
    await both.api.users.me()
  })

  test('can add members without a team, but not members of other teams', async () => {
    const [free, inOtherTeam] = [
      await server.addMember(admin, 'Team viewer'),
      await server.addMember(admin, 'Team viewer', far),
    ]
    const add = ({ uuid }: TestMember) =>
      leader.api.teams.addMember({ params: { teamUuid: near }, body: { uuid, role: 'Viewer' } })
    expect(await add(free)).toMatchObject({ uuid: free.uuid, role: 'Team viewer' })
    await expect(add(inOtherTeam)).rejects.toMatchObject(notFound)
  })
})

test('a member who leaves the team loses access at the next request, also by token', async () => {
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

test('a disabled team grants no permissions', async () => {
  const { uuid: projectUuid } = await scan('https://a.example/off', near)
  const mate = await server.addMember(admin, 'Team viewer', near)
  await admin.api.teams.update({ params: { teamUuid: near }, body: { active: false } })
  await expect(mate.api.projects.get({ params: { projectUuid } })).rejects.toMatchObject(notFound)
})

describe('a rule of a team', () => {
  const score = async ({ api }: TestMember, projectUuid: string) => {
    const { security, licensing } = await api.reports.recompute({ params: { projectUuid }, query: {} })
    return { security: security.score, licensing: licensing.score }
  }

  test('excludes only in its projects, and can be ended by its creator', async () => {
    const [ours, theirs] = [await scan('https://a.example/x', near), await scan('https://b.example/x', far)]
    const before = await score(admin, theirs.uuid)
    expect(before.security).toBeLessThan(100)
    const created = await leader.api.exclusions.create({
      ...account(),
      query: { domain: 'security' },
      body: { library: { language: 'nodejs', name: 'lodash' } },
    })
    expect((await score(admin, ours.uuid)).security).toBe(100)
    expect(await score(admin, theirs.uuid)).toEqual(before)
    const stranger = await server.addMember(admin, 'Team administrator', far)
    expect(await stranger.api.exclusions.list(account())).toEqual([])
    const end = { ...account(), query: { domain: 'security' as const, id: created.id } }
    await expect(stranger.api.exclusions.remove(end)).rejects.toMatchObject(notFound)
    await leader.api.exclusions.remove(end)
    expect((await score(admin, ours.uuid)).security).toBe(before.security)
  })

  test('cannot end an account-wide rule', async () => {
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

  test('restricts licenses only in its projects', async () => {
    const [ours, theirs] = [await scan('https://a.example/l', near), await scan('https://b.example/l', far)]
    const before = await score(admin, theirs.uuid)
    const body = { name: 'nothing is allowed', mode: 'ALLOW' as const, licenses: [] }
    const created = await leader.api.policies.create({ ...account(), body })
    expect(created.teamUuids).toEqual([near])
    expect((await score(admin, ours.uuid)).licensing).toBe(0)
    expect(await score(admin, theirs.uuid)).toEqual(before)
    const stranger = await server.addMember(admin, 'Team administrator', far)
    const params = { ...account().params, policyUuid: created.uuid }
    await expect(stranger.api.policies.remove({ params })).rejects.toMatchObject(notFound)
    await leader.api.policies.remove({ params })
  })

  test('cannot change an account-wide rule', async () => {
    const { uuid } = await admin.api.policies.create({
      ...account(),
      body: { name: 'all', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
    })
    const params = { ...account().params, policyUuid: uuid }
    expect(await leader.api.policies.get({ params })).toMatchObject({ teamUuids: null })
    await expect(leader.api.policies.update({ params, body: { active: false } })).rejects.toMatchObject(
      forbidden,
    )
    await expect(leader.api.policies.remove({ params })).rejects.toMatchObject({
      ...forbidden,
      message:
        "Changing a policy of other teams requires the permission 'policies.delete' in the whole account",
    })
  })
})

test('advisory data, which all accounts share, can only be imported by the operator', async () => {
  const sync = admin.api.advisoryDatabases.sync({
    params: { id: 'osv' },
    body: { from: 'https://127.0.0.1/none' },
  })
  await expect(sync).rejects.toMatchObject({ status: 403, errorType: 'operatorOnly' })
})
