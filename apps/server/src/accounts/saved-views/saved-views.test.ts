import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { maxPageRows } from '#platform/database/read-pages.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember, type TestServer } from '#testing/test-server.ts'

/** One member per team, in addition to those without a team. */
let team: Record<'A' | 'B', string>
let people: Record<
  'viewer' | 'collaborator' | 'leaderOfA' | 'collaboratorOfA' | 'viewerOfA' | 'viewerOfB',
  TestMember
>

const server = testServer({ withWorker: false })
const admin = forAllTests(async () => signedIn(server, await server.newAccount()))
beforeAll(async () => {
  team = { A: await server.addTeam(admin, 'A'), B: await server.addTeam(admin, 'B') }
  const add = async (...role: [Parameters<TestServer['addMember']>[1], string?]) =>
    signedIn(server, await server.addMember(admin, ...role))
  people = {
    viewer: await add('Viewer'),
    collaborator: await add('Collaborator'),
    leaderOfA: await add('Team administrator', team.A),
    collaboratorOfA: await add('Team collaborator', team.A),
    viewerOfA: await add('Team viewer', team.A),
    viewerOfB: await add('Team viewer', team.B),
  }
})

const save = ({ api }: TestMember, name: string, teamUuid: string | null = null) =>
  api.savedViews.create({ body: { list: 'fixes', name, criteria: { severity: 'HIGH' }, teamUuid } })
const namesOf = async ({ api }: TestMember) => (await api.savedViews.list()).map(({ name }) => name)
const find = async ({ api }: TestMember, uuid: string) =>
  (await api.savedViews.list()).find((view) => view.uuid === uuid)
const refused = (status: number) => ({ status })

test('a view can be saved, renamed, updated and deleted, with an event each', async () => {
  const own = await signedIn(server, await server.newAccount())
  const criteria = { last: '30', tags: 'web,api' }
  const created = await own.api.savedViews.create({
    body: { list: 'dashboard', name: ' Last month ', criteria },
  })
  expect(created).toMatchObject({
    list: 'dashboard',
    name: 'Last month',
    criteria,
    teamUuid: null,
    isOwn: true,
    canEdit: true,
  })
  const params = { viewUuid: created.uuid }
  await own.api.savedViews.update({ params, body: { name: 'This month' } })
  expect(await find(own, created.uuid)).toEqual({ ...created, name: 'This month' })
  await own.api.savedViews.update({ params, body: { criteria: { last: '7' } } })
  expect(await find(own, created.uuid)).toMatchObject({ name: 'This month', criteria: { last: '7' } })
  await own.api.savedViews.remove({ params })
  expect(await own.api.savedViews.list()).toEqual([])

  const { events } = await own.api.audit.list({ params: { accountUuid: own.accountUuid }, query: {} })
  const actions = events.map(({ action }) => action).filter((action) => action.startsWith('savedViews.'))
  expect(actions.toSorted()).toEqual([
    'savedViews.create',
    'savedViews.remove',
    'savedViews.update',
    'savedViews.update',
  ])
})

describe('a view', () => {
  test('of a member is visible to nobody else', async () => {
    const { uuid } = await save(people.viewerOfA, 'mine')
    for (const other of [admin, people.leaderOfA, people.viewer]) {
      expect(await namesOf(other)).not.toContain('mine')
      const params = { viewUuid: uuid }
      await expect(other.api.savedViews.update({ params, body: { name: 'x' } })).rejects.toMatchObject(
        refused(404),
      )
      await expect(other.api.savedViews.remove({ params })).rejects.toMatchObject(refused(404))
    }
    expect(await find(people.viewerOfA, uuid)).toMatchObject({ name: 'mine', canEdit: true })
  })

  test('shared with a team is visible to its members and to callers with access to all teams', async () => {
    const { uuid, teamUuid } = await save(people.collaboratorOfA, 'of team A', team.A)
    expect(teamUuid).toBe(team.A)
    const expected = { uuid, isOwn: false, teamUuid: team.A }
    expect(await find(people.viewerOfA, uuid)).toMatchObject({ ...expected, canEdit: false })
    expect(await find(people.leaderOfA, uuid)).toMatchObject({ ...expected, canEdit: true })
    expect(await find(people.viewer, uuid)).toMatchObject({ ...expected, canEdit: false })
    expect(await find(people.viewerOfB, uuid)).toBeUndefined()
    await expect(
      people.viewerOfB.api.savedViews.remove({ params: { viewUuid: uuid } }),
    ).rejects.toMatchObject(refused(404))
    await expect(
      people.viewerOfA.api.savedViews.remove({ params: { viewUuid: uuid } }),
    ).rejects.toMatchObject({
      status: 403,
      errorType: 'forbidden',
      message: "Changing this view requires the permission 'reports.delete' in its team",
    })
  })

  test('shared with the account is visible to all its members only', async () => {
    const { uuid, teamUuid } = await save(people.collaborator, 'of all', admin.accountUuid)
    expect(teamUuid).toBe(admin.accountUuid)
    for (const member of Object.values(people)) expect(await find(member, uuid)).toBeDefined()
    const stranger = await signedIn(server, await server.newAccount())
    expect(await stranger.api.savedViews.list()).toEqual([])
    await expect(stranger.api.savedViews.remove({ params: { viewUuid: uuid } })).rejects.toMatchObject(
      refused(404),
    )
  })

  test.each([
    ['viewer', 'the account', 403],
    ['viewer', 'A', 403],
    ['viewerOfA', 'A', 403],
    ['collaboratorOfA', 'the account', 403],
    ['collaboratorOfA', 'B', 404],
    ['leaderOfA', 'the account', 403],
    ['leaderOfA', 'A', 200],
    ['collaborator', 'B', 200],
    ['collaborator', 'the account', 200],
  ] as const)('of a %s shared with %s: %s', async (who, whom, status) => {
    const teamUuid = whom === 'the account' ? admin.accountUuid : team[whom]
    const name = `${who} ${whom}`
    const response = await save(people[who], name, teamUuid).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
    expect(response).toBe(status)
    expect((await namesOf(admin)).includes(name)).toBe(status === 200)
    const { uuid } = await save(people[who], `own ${name}`)
    const shared = people[who].api.savedViews.update({ params: { viewUuid: uuid }, body: { teamUuid } })
    if (status === 200) expect(await shared).toMatchObject({ teamUuid })
    else await expect(shared).rejects.toMatchObject({ status })
  })

  test('can only be made private by its creator', async () => {
    const { uuid } = await save(people.collaboratorOfA, 'taken back', team.A)
    const params = { viewUuid: uuid }
    const body = { teamUuid: null }
    await expect(people.leaderOfA.api.savedViews.update({ params, body })).rejects.toMatchObject(refused(403))
    expect(await find(people.viewerOfA, uuid)).toBeDefined()
    await people.collaboratorOfA.api.savedViews.update({ params, body })
    expect(await find(people.viewerOfA, uuid)).toBeUndefined()
    expect(await find(people.collaboratorOfA, uuid)).toMatchObject({ teamUuid: null })
  })

  test('outlives its creator if it is shared', async () => {
    const leaving = await signedIn(server, await server.addMember(admin, 'Collaborator'))
    const { uuid } = await save(leaving, 'left behind', admin.accountUuid)
    await save(leaving, 'left alone')
    const params = { accountUuid: admin.accountUuid, memberUuid: leaving.uuid }
    await admin.api.members.remove({ params })
    expect(await find(people.viewer, uuid)).toMatchObject({ name: 'left behind', createdBy: null })
    const { rows } = await sql`select from saved_view where name = 'left alone'`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('is deleted with the team it is shared with', async () => {
    const teamUuid = await server.addTeam(admin, 'short-lived')
    const { uuid } = await save(admin, 'short-lived', teamUuid)
    await admin.api.teams.remove({ params: { teamUuid } })
    expect(await find(admin, uuid)).toBeUndefined()
  })
})

test('names are unique per list and audience, even if 50 are saved concurrently', async () => {
  const own = await signedIn(server, await server.newAccount())
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) => save(own, at % 2 === 0 ? 'Same' : 'same')),
  )
  const failed = results.filter((each) => each.status === 'rejected')
  expect(failed).toHaveLength(49)
  for (const { reason } of failed) expect(reason).toMatchObject({ status: 409, errorType: 'viewExists' })
  expect(await namesOf(own)).toHaveLength(1)
  const other = await save(own, 'other')
  const params = { viewUuid: other.uuid }
  await expect(own.api.savedViews.update({ params, body: { name: 'SAME' } })).rejects.toMatchObject({
    errorType: 'viewExists',
  })
  // Another list, and another audience.
  await own.api.savedViews.create({ body: { list: 'projects', name: 'same', criteria: {} } })
  await save(own, 'same', own.accountUuid)
})

test('50 concurrent changes of one view leave one of them intact', async () => {
  const own = await signedIn(server, await server.newAccount())
  const { uuid } = await save(own, 'changed')
  const params = { viewUuid: uuid }
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      own.api.savedViews.update({
        params,
        body: {
          name: `changed ${at}`,
          criteria: { project: String(at) },
          teamUuid: at % 2 === 0 ? null : own.accountUuid,
        },
      }),
    ),
  )
  const [view] = await own.api.savedViews.list()
  const at = Number(view!.criteria['project'])
  expect(view).toMatchObject({ name: `changed ${at}`, teamUuid: at % 2 === 0 ? null : own.accountUuid })
})

test('lists longer than one page are complete', async () => {
  const own = await signedIn(server, await server.newAccount())
  await sql`insert into saved_view (account_uuid, uuid, list, name, criteria)
    select ${own.accountUuid}, gen_random_uuid(), 'fixes', number, '{}'
    from generate_series(1, ${maxPageRows + 10}) number`.execute(server.db)
  const names = await namesOf(own)
  expect(new Set(names).size).toBe(maxPageRows + 10)
})

test.each([
  { name: ' ' },
  { name: 'x'.repeat(101) },
  { list: 'settings' as 'fixes' },
  { criteria: { project: 'x'.repeat(2001) } },
  { criteria: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`c${at}`, ''])) },
])('rejects %j', async (wrong) => {
  const body = { list: 'fixes' as const, name: 'name', criteria: {}, ...wrong }
  const response = await fetch(`${server.url}/api/v1/accounts/me/views`, {
    method: 'POST',
    headers: { authorization: admin.authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([response.status, (await response.json()).errorType]).toEqual([400, 'invalidInput'])
})
