import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { startTestProvider, testClient } from '#testing/openid-provider.ts'
import { type TestMember } from '#testing/test-server.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { whileLocked } from '#testing/while-locked.ts'

// Like lost-updates.test.ts: concurrent changes of a member, each based on what it read.

const publicUrl = 'http://assay.test'

const provider = forAllTests(() => startTestProvider(`${publicUrl}/api/v1/sso/oidc/callback`))
const server = testServer(() => ({
  withWorker: false,
  settings: {
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_OIDC_ISSUER: provider.issuer,
    ASSAY_OIDC_CLIENT_ID: testClient.id,
    ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
    ASSAY_OIDC_ROLE_CLAIM: 'role',
    ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
  },
}))

async function prepare() {
  const admin = await server.newAccount()
  const member = await server.addMember(admin, 'Viewer')
  return { admin, member, params: { accountUuid: admin.accountUuid, memberUuid: member.uuid } }
}

/** The provider's callback for a member who gets a role from it. */
async function comesBack({ uuid, email }: TestMember, role: string) {
  provider.person = { sub: uuid, email, email_verified: true, name: 'Ada', role }
  const browser = new TestBrowser(server, publicUrl)
  const back = await browser.leave()
  return () => browser.get(back)
}

describe('single sign-on', () => {
  test('does not log in a member disabled concurrently, and assigns no role', async () => {
    const { admin, member, params } = await prepare()
    const returns = await comesBack(member, 'Collaborator')
    const disable = () => admin.api.members.update({ params, body: { status: 'Inactive' } })
    expect(await whileLocked(server, { ...admin, table: 'member' }, [disable, returns])).toEqual([200, 200])
    expect(await admin.api.members.get({ params })).toMatchObject({ status: 'Inactive', role: 'Viewer' })
    expect(await admin.api.members.sessions({ params })).toEqual([])
  })

  test('does not demote the last administrator', async () => {
    const { admin, member, params } = await prepare()
    await admin.api.members.update({ params, body: { role: 'Administrator' } })
    const returns = await comesBack(member, 'Viewer')
    const own = { accountUuid: admin.accountUuid, memberUuid: admin.uuid }
    const leave = () => admin.api.members.update({ params: own, body: { role: 'Viewer' } })
    const statuses = await whileLocked(server, { ...admin, table: 'account' }, [leave, returns])
    // Either may be first: a transaction with a key-share lock of the account's row does not queue for a stronger one.
    const members = await server.db
      .selectFrom('member')
      .select(['uuid', 'role'])
      .where('account_uuid', '=', admin.accountUuid)
      .execute()
    const roles = [admin, member].map(({ uuid }) => members.find((row) => row.uuid === uuid)?.role)
    expect([
      { statuses: [200, 200], roles: ['Viewer', 'Administrator'] },
      { statuses: [409, 200], roles: ['Administrator', 'Viewer'] },
    ]).toContainEqual({ statuses, roles })
  })
})

describe('an invitation', () => {
  test('does not work for a member disabled concurrently', async () => {
    const { admin, member, params } = await prepare()
    const disable = () => admin.api.members.update({ params, body: { status: 'Inactive' } })
    const invite = () => admin.api.members.invite({ params })
    const statuses = await whileLocked(server, { ...admin, table: 'member' }, [disable, invite])
    expect(statuses).toEqual([200, 409])
    expect((await server.mailed()).filter(({ to }) => to === member.email)).toEqual([])
  })

  test('sent concurrently is invalidated with the member', async () => {
    const { admin, member, params } = await prepare()
    const disable = () => admin.api.members.update({ params, body: { status: 'Inactive' } })
    const invite = () => admin.api.members.invite({ params })
    const statuses = await whileLocked(server, { ...admin, table: 'member' }, [invite, disable])
    expect(statuses).toEqual([200, 200])
    const mail = (await server.mailed()).find(({ to }) => to === member.email)
    const token = /#(\S+)/.exec(mail!.text)![1]!
    const follow = server.anonymous.credentials.reset({ body: { token, password: 'long enough a text' } })
    await expect(follow).rejects.toMatchObject({ status: 400 })
  })
})

test('a member without a team is added to one of two teams in concurrent requests', async () => {
  const { admin, member } = await prepare()
  const teams = [await server.addTeam(admin, 'One'), await server.addTeam(admin, 'Two')]
  const asks: (() => Promise<unknown>)[] = []
  for (const teamUuid of teams) {
    const { api } = await server.addMember(admin, 'Team administrator', teamUuid)
    asks.push(() => api.teams.addMember({ params: { teamUuid }, body: { uuid: member.uuid } }))
  }
  expect(await whileLocked(server, { ...admin, table: 'member' }, asks)).toEqual([200, 404])
  const counts: number[] = []
  for (const teamUuid of teams) counts.push((await admin.api.teams.members({ params: { teamUuid } })).length)
  expect(counts).toEqual([2, 1])
})
