import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { logIn, openSessionFor, signedIn, testPassword } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { addPasskey } from '#testing/contract-rows.ts'
import { type Act, statusOf, whileLocked } from '#testing/while-locked.ts'

// docs/decisions/021-order-of-locks.md: locking rows of one member in opposite orders causes deadlocks, and one request
// fails with 503. Each pair is stopped at the member lock, in either order, and then continued.

const server = testServer({ withWorker: false, settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' } })

const linkTo = async (email: string) =>
  /#(\S+)/.exec((await server.mailed()).findLast(({ to }) => to === email)!.text)![1]!
const newPassword = 'another one, just as long'
const follow = (token: string) =>
  server.anonymous.credentials.reset({ body: { token, password: newPassword } })

/** A member with all kinds of related rows, and an administrator. */
async function prepare() {
  const admin = await signedIn(server, await server.newAccount())
  const teamUuid = await server.addTeam(admin, 'Team')
  const member = await server.addMember(admin, 'Team viewer', teamUuid)
  await server.addToken(member, { teamUuid })
  const own = await signedIn(server, member)
  const params = { accountUuid: admin.accountUuid, memberUuid: member.uuid }
  await admin.api.members.setPrimaryTeam({ params, query: { teamuuid: teamUuid } })
  const passkeyUuid = await addPasskey(server, member)
  await admin.api.members.invite({ params })
  return { admin, member, own, teamUuid, passkeyUuid, params, link: await linkTo(member.email) }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const acts = {
  'a link is followed': ({ link }) => follow(link),
  'another link is sent': ({ admin, params }) => admin.api.members.invite({ params }),
  'the member logs in': ({ member }) => logIn(server, member),
  'the password is changed': ({ own }) =>
    own.api.credentials.change({ body: { password: testPassword, newPassword } }),
  'a passkey is removed': ({ own, passkeyUuid }) => own.api.passkeys.remove({ params: { passkeyUuid } }),
  'all passkeys are removed': ({ admin, member }) =>
    admin.api.mfa.change({ params: { memberUuid: member.uuid }, body: { passkeys: false } }),
  'the member is disabled': ({ admin, params }) =>
    admin.api.members.update({ params, body: { status: 'Inactive' } }),
  'the member is removed': ({ admin, params }) => admin.api.members.remove({ params }),
  'the directory changes the address': ({ admin, member }) =>
    admin.api.scim.patchUser({
      params: { memberUuid: member.uuid },
      body: {
        Operations: [
          { op: 'replace', path: 'emails', value: [{ value: `new-${member.email}`, primary: true }] },
        ],
      },
    }),
  'the primary team is set': ({ admin, params, teamUuid }) =>
    admin.api.members.setPrimaryTeam({ params, query: { teamuuid: teamUuid } }),
  'the member is put into the team': ({ admin, member, teamUuid }) =>
    admin.api.teams.addMember({ params: { teamUuid }, body: { uuid: member.uuid } }),
  'the team is removed': ({ admin, teamUuid }) => admin.api.teams.remove({ params: { teamUuid } }),
} satisfies Record<string, (prepared: Prepared) => Promise<unknown>>
type Name = keyof typeof acts

const pairs: [Name, Name][] = [
  ['another link is sent', 'a link is followed'],
  ['the member is disabled', 'a link is followed'],
  ['the member is removed', 'a link is followed'],
  ['the password is changed', 'a link is followed'],
  ['the directory changes the address', 'a link is followed'],
  ['the member logs in', 'a link is followed'],
  ['all passkeys are removed', 'a passkey is removed'],
  ['the member is removed', 'a passkey is removed'],
  ['the member is removed', 'the team is removed'],
  ['the primary team is set', 'the team is removed'],
  ['the member is put into the team', 'the team is removed'],
]

const isError = (status: number) => status >= 500

describe.each([...pairs, ...pairs.map(([a, b]): [Name, Name] => [b, a])])('%s', (first, second) => {
  test(`while ${second}`, async () => {
    const prepared = await prepare()
    const started = [first, second].map(
      (name): Act =>
        () =>
          acts[name](prepared),
    )
    const { accountUuid } = prepared.admin
    const statuses = await whileLocked(server, { table: 'member', accountUuid }, started)
    expect(statuses.filter(isError)).toEqual([])
  })
})

test('all operations concurrently', async () => {
  for (let round = 0; round < 3; round++) {
    const prepared = await prepare()
    const started = [...Object.values(acts), ...Object.values(acts)].map((act) => act(prepared))
    const statuses = await Promise.all(started.map((each) => each.then(() => 200, statusOf)))
    expect(statuses.filter(isError)).toEqual([])
  }
})

test.each([1, 2])('an address invited by two accounts is verified for one of them (%i)', async (first) => {
  const email = `twice-${first}@example.org`
  const invited: { admin: TestMember; link: string }[] = []
  for (const _ of [1, 2]) {
    const admin = await server.newAccount()
    await admin.api.members.add({ params: { accountUuid: admin.accountUuid }, body: { email } })
    invited.push({ admin, link: await linkTo(email) })
  }
  const [a, b] = first === 1 ? invited : invited.toReversed()
  const links = [a!.link, b!.link].map((link) => () => follow(link))
  const { accountUuid } = invited[0]!.admin
  const statuses = await whileLocked(server, { table: 'member', accountUuid }, links)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter(isError)).toEqual([])
})

test('two teams swap names', async () => {
  const admin = await server.newAccount()
  const [a, b] = [await server.addTeam(admin, 'A'), await server.addTeam(admin, 'B')]
  const rename = (teamUuid: string, name: string) => () =>
    admin.api.teams.update({ params: { teamUuid }, body: { name } })
  const { accountUuid } = admin
  const renames = [rename(a, 'B'), rename(b, 'A')]
  expect((await whileLocked(server, { table: 'team', accountUuid }, renames)).filter(isError)).toEqual([])
})

test('a session ends while all sessions of its member are ended', async () => {
  const { admin, member, own, params } = await prepare()
  await openSessionFor(server, member)
  const sessions = await own.api.sessions.list({})
  const ends = sessions.map(
    ({ uuid: sessionUuid }): Act =>
      () =>
        admin.api.members.endSession({ params: { ...params, sessionUuid } }),
  )
  const disable: Act = () => admin.api.members.update({ params, body: { status: 'Inactive' } })
  const statuses = await Promise.all([...ends, disable].map((act) => act().then(() => 200, statusOf)))
  expect(statuses.filter(isError)).toEqual([])
})

describe('an account that is removed', () => {
  const removal =
    ({ accountUuid, api }: TestMember): Act =>
    () =>
      api.accounts.remove({ params: { accountUuid }, query: { check: 'Test' } })

  test.each([
    ['while a policy is changed', [200, 200]],
    ['before a policy is changed', [200, 409]],
    ['twice', [200, 404]],
  ])('%s', async (when, statuses) => {
    const admin = await server.newAccount()
    const { accountUuid } = admin
    const params = { accountUuid }
    const { uuid: policyUuid } = await admin.api.policies.create({
      params,
      body: { name: 'Copyleft', mode: 'DENY', licenses: ['GPL-3.0-only'] },
    })
    const change: Act = () =>
      admin.api.policies.update({ params: { ...params, policyUuid }, body: { name: 'Other' } })
    const remove = removal(admin)
    const acts = { 'while a policy is changed': [change, remove], twice: [remove, remove] }[when]
    expect(await whileLocked(server, { table: 'policy', accountUuid }, acts ?? [remove, change])).toEqual(
      statuses,
    )
    expect(await accountRows(accountUuid)).toEqual([])
  })

  test('waits for a scan', async () => {
    const admin = await server.newAccount()
    const { id } = await admin.api.uploads.intoNew({
      body: { file: filePart(npmInventory(['lodash@4.17.4'])), branch: 'main', url: 'https://example.org/a' },
    })
    const scan: Act = () =>
      server.context.scanner.scan(accountScope(admin.accountUuid), id, { isBackground: false })
    const statuses = await whileLocked(server, { ...admin, table: 'branch' }, [scan, removal(admin)])
    expect(statuses).toEqual([200, 200])
    expect(await accountRows(admin.accountUuid)).toEqual([])
  })

  const accountRows = (uuid: string) =>
    server.db.selectFrom('account').select('uuid').where('uuid', '=', uuid).execute()
})
