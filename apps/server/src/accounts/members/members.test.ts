import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { logIn, sessionOf, setPassword } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

let admin: TestMember

const server = testServer({ withWorker: false })
beforeEach(async () => {
  admin = await server.newAccount()
})

const account = () => ({ accountUuid: admin.accountUuid })
const at = (memberUuid: string) => ({ params: { ...account(), memberUuid } })
let counter = 0
const address = () => `person-${++counter}@example.org`
const password = 'a password of some length'

/** The link of the last email to an address. */
const linkTo = async (email: string) => {
  const mail = (await server.mailed()).findLast(({ to }) => to === email)
  return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const accept = async (email: string, chosen = password) =>
  server.anonymous.credentials.reset({ body: { token: await linkTo(email), password: chosen } })
const loggedIn = (token: string) =>
  createAssayClient({ baseUrl: server.url, authorization: () => `Bearer ${token}` })

describe('an invitation', () => {
  test('is emailed, works once, and logs the new member in', async () => {
    const email = address()
    const added = await admin.api.members.add({ params: account(), body: { email, role: 'Collaborator' } })
    expect(added).toMatchObject({
      email,
      name: email.split('@', 1)[0],
      role: 'Collaborator',
      status: 'Pending',
    })
    expect(added.invitationUrl).toBeNull()
    const mail = (await server.mailed()).findLast(({ to }) => to === email)
    const { name: accountName } = await admin.api.accounts.me()
    expect(mail?.text).toContain(` has invited you to the account "${accountName}" in Assay.`)
    await expect(server.anonymous.credentials.login({ body: { email, password } })).rejects.toMatchObject({
      status: 401,
    })

    const token = await linkTo(email)
    expect(await loggedIn(tokenOf(await accept(email))).users.me()).toMatchObject({
      email,
      role: 'Collaborator',
    })
    expect(await admin.api.members.get(at(added.uuid))).toMatchObject({ status: 'Active' })
    await expect(server.anonymous.credentials.reset({ body: { token, password } })).rejects.toMatchObject({
      status: 400,
      errorType: 'linkEnded',
    })
  })

  test('is replaced by a new one', async () => {
    const email = address()
    const { uuid } = await admin.api.members.add({ params: account(), body: { email } })
    const old = await linkTo(email)
    await admin.api.members.invite(at(uuid))
    await expect(
      server.anonymous.credentials.reset({ body: { token: old, password } }),
    ).rejects.toMatchObject({ errorType: 'linkEnded' })
    await accept(email)
  })

  test('expires after seven days, a password reset link after an hour', async () => {
    const email = address()
    const { uuid } = await admin.api.members.add({ params: account(), body: { email } })
    const links = () =>
      server.db
        .selectFrom('mailed_link')
        .select([
          'purpose',
          sql<number>`round(extract(epoch from expires_at - created_at) / 3600)::int`.as('hours'),
        ])
        .where('member_uuid', '=', uuid)
        .execute()
    expect(await links()).toEqual([{ purpose: 'invitation', hours: 7 * 24 }])
    await server.db.updateTable('mailed_link').set({ expires_at: new Date() }).execute()
    await expect(accept(email)).rejects.toMatchObject({ status: 400, errorType: 'linkEnded' })
    await admin.api.members.invite(at(uuid))
    await accept(email)
    await admin.api.members.invite(at(uuid))
    expect(await links()).toContainEqual({ purpose: 'reset', hours: 1 })
    await server.db.updateTable('mailed_link').set({ expires_at: new Date() }).execute()
    await expect(accept(email)).rejects.toMatchObject({ status: 400, errorType: 'linkEnded' })
  })

  test('assigns the role Viewer unless the caller may choose, and refuses others who ask for more', async () => {
    const team = await server.addTeam(admin, 'team')
    const leader = await server.addMember(admin, 'Team administrator', team)
    const params = account()
    const first = await admin.api.members.add({ params, body: { email: address() } })
    const second = await leader.api.members.add({ params, body: { email: address(), role: 'Viewer' } })
    expect([first.role, second.role]).toEqual(['Viewer', 'Team viewer'])
    const email = address()
    await expect(
      leader.api.members.add({ params, body: { email, role: 'Administrator' } }),
    ).rejects.toMatchObject({ status: 403, errorType: 'forbidden' })
    expect((await admin.api.members.list({ params })).map((member) => member.email)).not.toContain(email)
  })

  test('is rejected for an address with a login in any account', async () => {
    const other = await server.newAccount()
    await expect(
      admin.api.members.add({ params: account(), body: { email: other.email.toUpperCase() } }),
    ).rejects.toMatchObject({ status: 409, errorType: 'emailTaken' })
  })

  test.each([
    ['', 'Some parameters necessary for the request are missing.'],
    ['nobody', 'email must be an email address'],
  ])('without an address is rejected: %j', async (email, message) => {
    await expect(admin.api.members.add({ params: account(), body: { email } })).rejects.toMatchObject({
      status: 0,
      message,
    })
  })
})

describe('the last administrator', () => {
  test('cannot be demoted, disabled or removed', async () => {
    const refused = { status: 409, errorType: 'lastAdministrator' }
    const own = at(admin.uuid)
    await expect(admin.api.members.update({ ...own, body: { role: 'Viewer' } })).rejects.toMatchObject(
      refused,
    )
    await expect(admin.api.members.update({ ...own, body: { status: 'Inactive' } })).rejects.toMatchObject(
      refused,
    )
    await expect(admin.api.members.remove(own)).rejects.toMatchObject(refused)
  })

  const demoted = { role: 'Viewer' as const }
  const disabled = { schemas: [], Operations: [{ op: 'replace' as const, path: 'active', value: false }] }
  const ways: Record<string, (by: TestMember, of: TestMember) => Promise<unknown>> = {
    'remove each other': (by, of) => by.api.members.remove(at(of.uuid)),
    'demote each other': (by, of) => by.api.members.update({ ...at(of.uuid), body: demoted }),
    'demote themselves': (by) => by.api.members.update({ ...at(by.uuid), body: demoted }),
    'disable each other by SCIM': (by, of) =>
      by.api.scim.patchUser({ params: { memberUuid: of.uuid }, body: disabled }),
    'remove each other by SCIM': (by, of) => by.api.scim.removeUser({ params: { memberUuid: of.uuid } }),
  }
  test.each(Object.entries(ways))('is preserved if the last two %s concurrently', async (_, way) => {
    for (let round = 0; round < 5; round++) {
      admin = await server.newAccount()
      const second = await server.addMember(admin, 'Administrator')
      await Promise.allSettled([way(admin, second), way(second, admin)])
      const remaining = server.db
        .selectFrom('member')
        .select('uuid')
        .where('account_uuid', '=', admin.accountUuid)
        .where('role', '=', 'Administrator')
        .where('status', '=', 'Active')
      expect(await remaining.execute()).toHaveLength(1)
    }
  })
})

describe('a changed member', () => {
  test('has the new role at the next request', async () => {
    const member = await server.addMember(admin, 'Viewer')
    await expect(member.api.tags.create({ body: { name: 'a' } })).rejects.toMatchObject({ status: 403 })
    await admin.api.members.update({ ...at(member.uuid), body: { role: 'administrator' } })
    await member.api.tags.create({ body: { name: 'a' } })
  })

  test('loses access at the next request when removed or disabled', async () => {
    const [removed, disabled] = [
      await server.addMember(admin, 'Viewer'),
      await server.addMember(admin, 'Viewer'),
    ]
    await admin.api.members.remove(at(removed.uuid))
    await admin.api.members.update({ ...at(disabled.uuid), body: { status: 'Inactive' } })
    for (const { api } of [removed, disabled]) {
      await expect(api.users.me()).rejects.toMatchObject({ status: 401 })
    }
  })
})

test('a team role can see and change only members of its teams', async () => {
  const [mine, other] = [await server.addTeam(admin, 'mine'), await server.addTeam(admin, 'other')]
  const leader = await server.addMember(admin, 'Team administrator', mine)
  const near = await server.addMember(admin, 'Team viewer', mine)
  const far = await server.addMember(admin, 'Team viewer', other)
  const visibleMembers = await leader.api.members.list({ params: account() })
  expect(visibleMembers.map(({ uuid }) => uuid).toSorted()).toEqual([leader.uuid, near.uuid].toSorted())
  await expect(leader.api.members.remove(at(far.uuid))).rejects.toMatchObject({ status: 404 })
  await expect(
    leader.api.members.update({ ...at(near.uuid), body: { role: 'Administrator' } }),
  ).rejects.toMatchObject({ status: 403 })
  await leader.api.members.update({ ...at(near.uuid), body: { role: 'Team collaborator' } })
})

test('a team administrator cannot change an account administrator', async () => {
  const team = await server.addTeam(admin, 'shared')
  const leader = await server.addMember(admin, 'Team administrator', team)
  const boss = await server.addMember(admin, 'Administrator')
  const inTeam = { teamUuid: team, memberUuid: boss.uuid }
  const refused = { status: 403 }
  const { api } = leader
  await expect(
    api.teams.addMember({ params: { teamUuid: team }, body: { uuid: boss.uuid } }),
  ).rejects.toMatchObject(refused)
  await admin.api.teams.addMember({ params: { teamUuid: team }, body: { uuid: boss.uuid } })
  const before = await admin.api.members.get(at(boss.uuid))
  const session = { params: { ...at(boss.uuid).params, sessionUuid: boss.uuid } }
  const narrow = await server.addToken(admin, { teamUuid: team })
  const byNarrowToken = createAssayClient({ baseUrl: server.url, authorization: () => narrow })
  const attempts = [
    api.members.setPrimaryTeam({ ...at(boss.uuid), query: { teamuuid: team } }),
    api.members.update({ ...at(boss.uuid), body: { name: 'Changed' } }),
    api.members.invite(at(boss.uuid)),
    api.members.remove(at(boss.uuid)),
    api.members.sessions(at(boss.uuid)),
    api.members.endSession(session),
    api.mfa.status({ params: { memberUuid: boss.uuid } }),
    api.teams.updateMember({ params: inTeam, body: { role: 'Viewer' } }),
    api.teams.removeMember({ params: inTeam }),
    byNarrowToken.teams.removeMember({ params: inTeam }),
  ]
  for (const result of await Promise.allSettled(attempts))
    expect(result).toMatchObject({ status: 'rejected', reason: refused })
  const own = await api.tokens.list({ params: account() })
  expect(own.every(({ memberUuid }) => memberUuid === leader.uuid)).toBe(true)
  expect(await admin.api.members.get(at(boss.uuid))).toEqual(before)
})

test("the primary team is one of the member's teams", async () => {
  const [own, other] = [await server.addTeam(admin, 'own'), await server.addTeam(admin, 'other')]
  const member = await server.addMember(admin, 'Team viewer', own)
  const set = (teamuuid: string) =>
    admin.api.members.setPrimaryTeam({ ...at(member.uuid), query: { teamuuid } })
  expect(await set(own)).toMatchObject({ primaryTeamUuid: own })
  await expect(set(other)).rejects.toMatchObject({ status: 404 })
})

describe('the sessions of a member', () => {
  const enter = async (member: TestMember) => sessionOf(server, tokenOf(await logIn(server, member)))

  test('can be listed and ended by administrators, with an event', async () => {
    const member = await server.addMember(admin, 'Viewer')
    await setPassword(server, member)
    const [one, other] = [await enter(member), await enter(member)]
    const listed = await admin.api.members.sessions(at(member.uuid))
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([false, false])
    const ended = (await one.sessions.list()).find(({ isCurrent }) => isCurrent)!
    const params = { ...at(member.uuid).params, sessionUuid: ended.uuid }
    await admin.api.members.endSession({ params })
    await expect(one.users.me()).rejects.toMatchObject({ status: 401 })
    expect(await other.users.me()).toMatchObject({ id: member.uuid })
    await expect(admin.api.members.endSession({ params })).rejects.toMatchObject({ status: 404 })
    const { events } = await admin.api.audit.list({ params: account(), query: {} })
    expect(events[0]).toMatchObject({ action: 'members.endSession', target: params })
  })

  test("cannot be ended through another member, nor an administrator's by a team administrator", async () => {
    const team = await server.addTeam(admin, 'team')
    const leader = await server.addMember(admin, 'Team administrator', team)
    const near = await server.addMember(admin, 'Team viewer', team)
    for (const each of [admin, near]) await setPassword(server, each)
    const own = await enter(near)
    await enter(admin)
    const [session] = await leader.api.members.sessions(at(near.uuid))
    const wrong = { ...at(leader.uuid).params, sessionUuid: session!.uuid }
    await expect(leader.api.members.endSession({ params: wrong })).rejects.toMatchObject({ status: 404 })
    expect(await own.users.me()).toMatchObject({ id: near.uuid })
    // Members outside the leader's teams are unknown to them, and members of the team may have a higher role.
    await expect(leader.api.members.sessions(at(admin.uuid))).rejects.toMatchObject({ status: 404 })
    const peer = await server.addMember(admin, 'Collaborator')
    await admin.api.teams.addMember({ params: { teamUuid: team }, body: { uuid: peer.uuid } })
    await expect(leader.api.members.sessions(at(peer.uuid))).rejects.toMatchObject({ status: 403 })
  })
})

test('second factors are visible to account administrators only', async () => {
  const member = await server.addMember(admin, 'Viewer')
  await setPassword(server, member)
  const api = sessionOf(server, tokenOf(await logIn(server, member)))
  const { secret } = await api.mfa.initializeApp({})
  const factorsOf = async (by: TestMember) =>
    (await by.api.members.list({ params: account() })).find(({ uuid }) => uuid === member.uuid)?.factors
  expect(await factorsOf(admin)).toEqual([])
  const setUp = { params: { method: 'app' }, query: { isSetup: 'true' } }
  await api.mfa.validate({ ...setUp, body: { totp: appCodes(secret).generate() } })
  expect(await factorsOf(admin)).toEqual(['app'])
  expect(await factorsOf(member)).toBeUndefined()
})
