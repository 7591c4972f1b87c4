import { describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })
const admin = forEachTest(() => server.newAccount())

const make = (name = 'Team') => admin.api.teams.create({ body: { name } })
const project = async (name: string, teamUuid?: string) =>
  (
    await admin.api.projects.create({
      body: { url: `https://example.org/${name}`, ...(teamUuid && { teamUuid }) },
    })
  ).uuid

test('teams can be created, changed and deleted; their projects remain', async () => {
  const team = await admin.api.teams.create({ body: { name: ' Payments ', description: 'd', active: true } })
  expect(team).toEqual({
    accountUuid: admin.accountUuid,
    uuid: team.uuid,
    name: 'Payments',
    description: 'd',
    active: true,
  })
  const params = { teamUuid: team.uuid }
  const changed = await admin.api.teams.update({ params, body: { name: 'Money' } })
  expect(changed).toMatchObject({ name: 'Money', description: 'd', active: true })
  const projectUuid = await project('a', team.uuid)
  await admin.api.teams.remove({ params })
  expect(await admin.api.projects.get({ params: { projectUuid } })).toMatchObject({ teamUuid: null })
  await expect(admin.api.teams.members({ params })).rejects.toMatchObject({ status: 404 })
})

describe('a team name', () => {
  test('is unique in an account, case-insensitively', async () => {
    const [account, other] = [await server.newAccount(), await server.newAccount()]
    const { uuid } = await account.api.teams.create({ body: { name: 'Core' } })
    const conflict = { status: 409, errorType: 'teamExists' }
    await expect(account.api.teams.create({ body: { name: 'CORE' } })).rejects.toMatchObject(conflict)
    const { uuid: second } = await account.api.teams.create({ body: { name: 'Edge' } })
    const rename = (teamUuid: string, name: string) =>
      account.api.teams.update({ params: { teamUuid }, body: { name } })
    await expect(rename(second, 'core')).rejects.toMatchObject(conflict)
    expect(await rename(uuid, 'core')).toMatchObject({ name: 'core' })
    expect(await other.api.teams.create({ body: { name: 'Core' } })).toMatchObject({ name: 'Core' })
  })

  test('in ten concurrent requests creates one team', async () => {
    const account = await server.newAccount()
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () =>
        account.api.teams.create({ body: { name: 'Crowd' } }).then(
          () => 200,
          ({ status }: { status: number }) => status,
        ),
      ),
    )
    expect(statuses.toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })
})

describe('members of a team', () => {
  test('can be added by uuid or invited by membership', async () => {
    const { uuid: teamUuid } = await make()
    const member = await server.addMember(admin, 'Team viewer')
    const params = { teamUuid }
    const known = await admin.api.teams.addMember({
      params,
      body: { membership: null, role: 'Administrator', uuid: member.uuid },
    })
    expect(known).toMatchObject({ uuid: member.uuid, email: member.email, role: 'Team administrator' })
    const membership = {
      email: 'fresh@example.org',
      name: 'Fresh',
      role: 'Viewer' as const,
      status: 'Pending',
    }
    const fresh = await admin.api.teams.addMember({ params, body: { membership, role: 'Collaborator' } })
    expect(fresh).toMatchObject({ email: 'fresh@example.org', name: 'Fresh', role: 'Team collaborator' })
    expect((await server.mailed()).map(({ to }) => to)).toContain('fresh@example.org')
    const listed = await admin.api.teams.members({ params })
    expect(new Map(listed.map(({ email, role }) => [email, role]))).toEqual(
      new Map([
        [member.email, 'Team administrator'],
        ['fresh@example.org', 'Team collaborator'],
      ]),
    )
    await admin.api.teams.updateMember({
      params: { teamUuid, memberUuid: member.uuid },
      body: { role: 'Team viewer' },
    })
    await admin.api.teams.removeMember({ params: { teamUuid, memberUuid: fresh.uuid } })
    expect(await admin.api.teams.members({ params })).toMatchObject([
      { uuid: member.uuid, role: 'Team viewer' },
    ])
  })

  test('without uuid and membership are rejected', async () => {
    const { uuid: teamUuid } = await make()
    await expect(admin.api.teams.addMember({ params: { teamUuid }, body: {} })).rejects.toMatchObject({
      status: 400,
      message: 'Some parameters necessary for the request are missing.',
    })
  })
})

test("the account's own uuid stands for the team Everyone", async () => {
  const [everyone] = await admin.api.teams.list()
  expect(everyone).toMatchObject({ uuid: admin.accountUuid, name: 'Everyone', active: true })
  const params = { teamUuid: admin.accountUuid }
  expect(await admin.api.teams.members({ params })).toMatchObject([
    { uuid: admin.uuid, role: 'Administrator' },
  ])
  const membership = { email: 'anyone@example.org', role: 'Collaborator' as const }
  const added = await admin.api.teams.addMember({ params, body: { membership } })
  expect(added).toMatchObject({ email: 'anyone@example.org', role: 'Collaborator' })
})

describe('a role in Everyone', () => {
  const params = () => ({ params: { teamUuid: admin.accountUuid } })
  const roleOf = async (uuid: string) =>
    (await admin.api.members.list({ params: { accountUuid: admin.accountUuid } })).find(
      (each) => each.uuid === uuid,
    )?.role

  test("sets a new member's role in the account, with precedence over the membership's", async () => {
    const membership = { email: 'chief@example.org', role: 'Viewer' as const }
    const body = { membership, role: 'Administrator' as const }
    const added = await admin.api.teams.addMember({ ...params(), body })
    expect(added).toMatchObject({ role: 'Administrator' })
    expect(await roleOf(added.uuid)).toBe('Administrator')
  })

  test("that differs from the member's role is rejected without changes", async () => {
    const { uuid } = await server.addMember(admin, 'Viewer')
    const body = { uuid, role: 'Administrator' as const }
    await expect(admin.api.teams.addMember({ ...params(), body })).rejects.toMatchObject({
      status: 409,
      errorType: 'roleOfEveryone',
    })
    expect(await roleOf(uuid)).toBe('Viewer')
    const same = await admin.api.teams.addMember({ ...params(), body: { uuid, role: 'Team viewer' } })
    expect(same).toMatchObject({ uuid, role: 'Viewer' })
  })
})

describe('a role in one team', () => {
  test('never applies in another team', async () => {
    const [strong, weak] = [await make('strong'), await make('weak')]
    const member = await server.addMember(admin, 'Team viewer')
    const join = (teamUuid: string, role: 'Team administrator' | 'Team viewer') =>
      admin.api.teams.addMember({ params: { teamUuid }, body: { uuid: member.uuid, role } })
    await join(strong.uuid, 'Team administrator')
    await join(weak.uuid, 'Team viewer')
    const [own, other] = [await project('strong', strong.uuid), await project('weak', weak.uuid)]
    const nobodys = await project('nobodys')
    const params = { accountUuid: admin.accountUuid }
    const visible = await member.api.projects.list({ params })
    expect(visible.map(({ uuid }) => uuid).toSorted()).toEqual([own, other].toSorted())
    expect(visible.map(({ uuid }) => uuid)).not.toContain(nobodys)

    const rename = (teamUuid: string) =>
      member.api.teams.update({ params: { teamUuid }, body: { name: 'mine' } })
    expect(await rename(strong.uuid)).toMatchObject({ name: 'mine' })
    await expect(rename(weak.uuid)).rejects.toMatchObject({ status: 404 })
    await expect(member.api.teams.create({ body: { name: 'x' } })).rejects.toMatchObject({ status: 403 })
  })

  test('ends with the membership, at the next request', async () => {
    const { uuid: teamUuid } = await make()
    const member = await server.addMember(admin, 'Team viewer', teamUuid)
    const projectUuid = await project('p', teamUuid)
    await member.api.projects.get({ params: { projectUuid } })
    await admin.api.teams.removeMember({ params: { teamUuid, memberUuid: member.uuid } })
    await expect(member.api.projects.get({ params: { projectUuid } })).rejects.toMatchObject({ status: 404 })
  })
})
