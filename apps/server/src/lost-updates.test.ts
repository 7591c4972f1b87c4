import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { type Act, allWait, statusOf, whileLocked } from '#testing/while-locked.ts'

// Concurrent changes of one object, each based on what it read: both must persist, or one must be rejected. A row lock
// held by the test keeps both from writing until both have read.

const server = testServer({ withWorker: false })

const inParallel = (
  { accountUuid }: TestMember,
  table: Parameters<typeof whileLocked>[1]['table'],
  acts: Act[],
) => whileLocked(server, { table, accountUuid }, acts)

const newAdmin = async () => signedIn(server, await server.newAccount())

test("an account's minimum scores", async () => {
  const admin = await server.newAccount()
  const params = { accountUuid: admin.accountUuid }
  const configure = (minimumScores: object) => () =>
    admin.api.accounts.configure({ params, body: { minimumScores } })
  expect(
    await inParallel(admin, 'account', [configure({ security: 71 }), configure({ licensing: 72 })]),
  ).toEqual([200, 200])
  const { minimumScores } = await admin.api.accounts.configuration({ params, query: {} })
  expect(minimumScores).toMatchObject({ security: 71, licensing: 72 })
})

describe('a license policy', () => {
  const make = async () => {
    const admin = await server.newAccount()
    const body = { name: 'p', mode: 'DENY' as const, licenses: ['AGPL-3.0-only'] }
    const { uuid: policyUuid } = await admin.api.policies.create({
      params: { accountUuid: admin.accountUuid },
      body,
    })
    return { admin, params: { accountUuid: admin.accountUuid, policyUuid } }
  }

  test('keeps both changes', async () => {
    const { admin, params } = await make()
    const acts = [{ name: 'renamed' }, { active: false }].map(
      (body) => () => admin.api.policies.update({ params, body }),
    )
    expect(await inParallel(admin, 'policy', acts)).toEqual([200, 200])
    expect(await admin.api.policies.get({ params })).toMatchObject({ name: 'renamed', active: false })
  })

  test('that is removed during a change stays removed', async () => {
    const { admin, params } = await make()
    const [removed] = await inParallel(admin, 'policy', [
      () => admin.api.policies.remove({ params }),
      () => admin.api.policies.update({ params, body: { active: false } }),
    ])
    expect(removed).toBe(200)
    await expect(admin.api.policies.get({ params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('an identity provider', () => {
  const settings = { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' }
  const put = ({ api, accountUuid }: TestMember, body: object) =>
    api.sso.putOidc({ params: { accountUuid }, body: { ...settings, ...body } })

  test('keeps its new secret if its name is changed concurrently', async () => {
    const admin = await newAdmin()
    const { accountUuid } = admin
    await put(admin, { clientSecret: null })
    const acts = [{ clientSecret: 'new' }, { name: 'Renamed' }].map((body) => () => put(admin, body))
    expect(await inParallel(admin, 'sign_on_provider', acts)).toEqual([200, 200])
    const { oidc } = await admin.api.sso.get({ params: { accountUuid } })
    expect(oidc).toMatchObject({ hasSecret: true })
  })
})

describe('by SCIM', () => {
  const patchUser = (admin: TestMember, memberUuid: string, value: object) => () =>
    admin.api.scim.patchUser({ params: { memberUuid }, body: { Operations: [{ op: 'replace', value }] } })

  test('a user keeps both changes', async () => {
    const admin = await server.newAccount()
    const { uuid } = await server.addMember(admin, 'Viewer')
    const acts = [
      patchUser(admin, uuid, { displayName: 'Renamed' }),
      patchUser(admin, uuid, { externalId: 'directory 7' }),
    ]
    expect(await inParallel(admin, 'member', acts)).toEqual([200, 200])
    expect(await admin.api.scim.getUser({ params: { memberUuid: uuid }, query: {} })).toMatchObject({
      displayName: 'Renamed',
      externalId: 'directory 7',
    })
  })

  test('a user whose name changes keeps the role assigned by an administrator', async () => {
    const admin = await server.newAccount()
    const { uuid: memberUuid } = await server.addMember(admin, 'Viewer')
    const params = { accountUuid: admin.accountUuid, memberUuid }
    const acts = [
      () => admin.api.members.update({ params, body: { role: 'Collaborator' } }),
      patchUser(admin, memberUuid, { displayName: 'Renamed' }),
    ]
    expect(await inParallel(admin, 'member', acts)).toEqual([200, 200])
    expect(await admin.api.members.get({ params })).toMatchObject({ name: 'Renamed', role: 'Collaborator' })
  })

  test('a group keeps both changes', async () => {
    const admin = await server.newAccount()
    const teamUuid = await server.addTeam(admin, 'Group')
    const acts = [{ displayName: 'Renamed' }, { externalId: 'directory 8' }].map(
      (value) => () =>
        admin.api.scim.patchGroup({ params: { teamUuid }, body: { Operations: [{ op: 'replace', value }] } }),
    )
    expect(await inParallel(admin, 'team', acts)).toEqual([200, 200])
    expect(await admin.api.scim.getGroup({ params: { teamUuid }, query: {} })).toMatchObject({
      displayName: 'Renamed',
      externalId: 'directory 8',
    })
  })

  test('a group replaced by two lists has the members of one of them', async () => {
    const admin = await server.newAccount()
    const teamUuid = await server.addTeam(admin, 'Group')
    const members = await Promise.all([
      server.addMember(admin, 'Team viewer'),
      server.addMember(admin, 'Team viewer'),
    ])
    const acts = members.map(
      ({ uuid }) =>
        () =>
          admin.api.scim.replaceGroup({
            params: { teamUuid },
            body: { displayName: 'Group', members: [{ value: uuid }] },
          }),
    )
    expect(await inParallel(admin, 'team', acts)).toEqual([200, 200])
    expect(await admin.api.teams.members({ params: { teamUuid } })).toHaveLength(1)
  })
})

describe('a renamed tag', () => {
  const url = 'https://example.org/tagged'

  test('can be assigned by its new name', async () => {
    const admin = await server.newAccount()
    const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'old' } })
    const { uuid } = await admin.api.projects.create({ body: { url } })
    const { assigning } = await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('tag').set({ name: 'new' }).where('uuid', '=', tagUuid).execute()
      const body = { projects: [uuid] }
      const assigning = admin.api.tags.update({ params: { tagUuid }, body }).then(() => 200, statusOf)
      await allWait(server, 1)
      return { assigning }
    })
    expect(await assigning).toBe(200)
    expect(await admin.api.projects.get({ params: { projectUuid: uuid } })).toMatchObject({ tags: ['new'] })
  })

  test('is renamed in a project being created with it', async () => {
    const admin = await server.newAccount()
    const { accountUuid } = admin
    const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'old' } })
    const started = await server.db.transaction().execute(async (tx) => {
      // Stops the creation between tags and project.
      const uuid = randomUUID()
      await tx.insertInto('project').values({ account_uuid: accountUuid, uuid, url, name: '' }).execute()
      const making = admin.api.projects.create({ body: { url, tags: ['old'] } }).then(() => 200, statusOf)
      await allWait(server, 1)
      const body = { name: 'new' }
      const renaming = admin.api.tags.update({ params: { tagUuid }, body }).then(() => 200, statusOf)
      await allWait(server, 2)
      await tx.deleteFrom('project').where('uuid', '=', uuid).execute()
      return [making, renaming]
    })
    expect(await Promise.all(started)).toEqual([200, 200])
    const projects = await admin.api.projects.list({ params: { accountUuid } })
    expect(projects.map(({ tags }) => tags)).toEqual([['new']])
  })
})

test('a member removed from a team stays removed despite a concurrent role change', async () => {
  const admin = await server.newAccount()
  const teamUuid = await server.addTeam(admin, 'Team')
  const { uuid: memberUuid } = await server.addMember(admin, 'Team viewer', teamUuid)
  const params = { teamUuid, memberUuid }
  // The deletion is only visible to the other transaction after the commit.
  const removing = server.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('team_member').where('member_uuid', '=', memberUuid).execute()
    const changing = admin.api.teams
      .updateMember({ params, body: { role: 'Team administrator' } })
      .then(() => 200, statusOf)
    await allWait(server, 1)
    return { changing }
  })
  expect(await (await removing).changing).toBe(404)
  expect(await admin.api.teams.members({ params: { teamUuid } })).toEqual([])
})

test('an authenticator app whose key was replaced cannot be activated with a code of the old key', async () => {
  const member = await newAdmin()
  const { secret } = await member.api.mfa.initializeApp({})
  const totp = appCodes(secret).generate()
  const validated = await server.db.transaction().execute(async (tx) => {
    await sql`select from member where uuid = ${member.uuid} for no key update`.execute(tx)
    // The code is correct and consumed; activation waits for the member lock.
    const validating = member.api.mfa
      .validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp } })
      .then(() => 200, statusOf)
    await allWait(server, 1)
    await sql`update second_factor set last_step = 0, secret = 'another' where member_uuid = ${member.uuid}`.execute(
      tx,
    )
    return { validating }
  })
  expect(await validated.validating).toBe(401)
  expect(await member.api.mfa.appStatus()).toEqual({ active: false })
})

test('recovery codes cannot be created after the last factor was removed', async () => {
  const member = await newAdmin()
  const { secret } = await member.api.mfa.initializeApp({})
  const totp = appCodes(secret).generate()
  await member.api.mfa.validate({ params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp } })
  const inserted = await server.db.transaction().execute(async (tx) => {
    await sql`select from member where uuid = ${member.uuid} for no key update`.execute(tx)
    const making = member.api.mfa.makeScratchCodes().then(() => 200, statusOf)
    await allWait(server, 1)
    await sql`update second_factor set is_active = false where member_uuid = ${member.uuid}`.execute(tx)
    return { making }
  })
  expect(await inserted.making).toBe(409)
  expect(await member.api.mfa.scratchCodes()).toMatchObject({ remaining: 0 })
})
