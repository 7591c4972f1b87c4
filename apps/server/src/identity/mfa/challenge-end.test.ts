import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { hashPassword } from '#auth/passwords/passwords.ts'
import { accountScope } from '#auth/scope.ts'
import { revokeOtherSessions } from '#auth/sessions/session-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { endAccess } from '#accounts/members/end-access.ts'
import { updateMember } from '#accounts/members/store.ts'
import { addPasskey } from '#testing/contract-rows.ts'
import { logIn, sessionOf, setPassword, signedIn, testPassword } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { appCodes } from './check-code.ts'

// A login with a correct password waits for a code. It becomes invalid when the password changes or the member is
// deactivated, like any other operation in progress.

const server = testServer({ withWorker: false, settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' } })

/** A member with an authenticator app, its administrator, a session, and a login waiting for the code. */
async function start() {
  const admin = await signedIn(server, await server.newAccount())
  const member = await signedIn(server, await server.addMember(admin, 'Viewer'))
  const { secret } = await member.api.mfa.initializeApp({})
  const codeAt = (steps: number) => appCodes(secret).generate({ timestamp: Date.now() + steps * 30_000 })
  const [used, next] = [codeAt(0), codeAt(1)]
  const setUp = { params: { method: 'app' }, query: { isSetup: 'true' } }
  await member.api.mfa.validate({ ...setUp, body: { totp: used } })
  const { challenge } = (await logIn(server, member)) as LoginChallenge
  const complete = () =>
    server.anonymous.mfa.validate({ params: { method: 'app' }, query: {}, body: { totp: next, challenge } })
  const params = { accountUuid: admin.accountUuid, memberUuid: member.uuid }
  return { admin, member, params, complete }
}
type Started = Awaited<ReturnType<typeof start>>

const ended = { status: 401, errorType: 'challengeEnded' }
const sessionsOf = ({ uuid }: TestMember) =>
  server.db
    .selectFrom('session')
    .select('uuid')
    .where('member_uuid', '=', uuid)
    .where('revoked_at', 'is', null)
    .execute()

/** The secret of the emailed link. */
async function linkOf({ email }: TestMember): Promise<string> {
  const emails = (await server.mailed()).filter(({ to }) => to === email)
  return /#(\S+)/.exec(emails.find(({ text }) => text.includes('/password#'))!.text)![1]!
}

const provision = async ({ admin, member }: Started, active: boolean) => {
  const authorization = await server.addToken(admin, { access: 'scim' })
  const response = await fetch(`${server.url}/api/v1/scim/Users/${member.uuid}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: active }],
    }),
  })
  expect(response.status).toBe(200)
}

const ways: Record<string, (started: Started) => Promise<unknown>> = {
  'a new password': ({ member }) =>
    member.api.credentials.change({
      body: { password: testPassword, newPassword: 'another password of some length' },
    }),
  async 'a new password by an emailed link'({ member }) {
    await server.anonymous.credentials.forget({ query: { email: member.email } })
    const body = { token: await linkOf(member), password: 'another password of some length' }
    await server.anonymous.credentials.reset({ body })
  },
  'removal of a factor by an administrator': ({ admin, params }) =>
    admin.api.mfa.change({ params, body: { app: false } }),
  'new recovery codes': ({ member }) => member.api.mfa.makeScratchCodes({}),
  async 'a removed passkey'({ member }) {
    const passkeyUuid = await addPasskey(server, member)
    await member.api.passkeys.remove({ params: { passkeyUuid } })
  },
  async 'deactivation, also after reactivation'({ admin, params }) {
    await admin.api.members.update({ params, body: { status: 'Inactive' } })
    await admin.api.members.update({ params, body: { status: 'Active' } })
  },
  async 'deactivation by SCIM, also after reactivation'(started) {
    await provision(started, false)
    await provision(started, true)
  },
  'removal of the member': ({ admin, params }) => admin.api.members.remove({ params }),
}

describe('a login waiting for a code is invalidated by', () => {
  test.each(Object.entries(ways))('%s', async (_, change) => {
    const started = await start()
    await change(started)
    await expect(started.complete()).rejects.toMatchObject(ended)
  })

  test('but not by changes to other members', async () => {
    const [started, other] = [await start(), await start()]
    await ways['a new password']!(other)
    expect(await started.complete()).toHaveProperty('token')
  })
})

test('an emailed link is invalidated by deactivation, also after reactivation', async () => {
  const { admin, member, params } = await start()
  await server.anonymous.credentials.forget({ query: { email: member.email } })
  const token = await linkOf(member)
  await admin.api.members.update({ params, body: { status: 'Inactive' } })
  await admin.api.members.update({ params, body: { status: 'Active' } })
  const body = { token, password: 'another password of some length' }
  await expect(server.anonymous.credentials.reset({ body })).rejects.toMatchObject({ errorType: 'linkEnded' })
})

/** Resolves once a statement waits for the lock of another transaction. */
const blocked = () =>
  expect
    .poll(
      async () =>
        (
          await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
        ).rows[0]!.count,
      { timeout: 120_000 },
    )
    .toBeGreaterThan(0)

/** Runs an attempt that has passed its checks while a change that started earlier commits. */
async function during(change: (tx: Tx) => Promise<unknown>, attempt: () => Promise<unknown>) {
  const outcome = await server.db.transaction().execute(async (tx) => {
    await change(tx)
    const outcome = attempt().then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
    await blocked()
    return { outcome }
  })
  return outcome.outcome
}

describe('during a concurrent change', () => {
  test('a login with the old password does not complete', async () => {
    const member = await server.newAccount()
    await setPassword(server, member)
    const scope = accountScope(member.accountUuid)
    const passwordHash = await hashPassword('another password of some length')
    const status = await during(
      async (tx) => {
        await updateMember(tx, scope, { uuid: member.uuid, passwordHash })
        await revokeOtherSessions(tx, scope, { memberUuid: member.uuid, except: null })
      },
      () => logIn(server, member),
    )
    expect([status, await sessionsOf(member)]).toEqual([401, []])
  })

  test('a password change with the old password fails', async () => {
    const { member } = await start()
    const scope = accountScope(member.accountUuid)
    const passwordHash = await hashPassword('one more password of some length')
    const status = await during(
      (tx) => updateMember(tx, scope, { uuid: member.uuid, passwordHash }),
      () => ways['a new password']!({ member } as Started),
    )
    expect(status).toBe(401)
    const row = server.db.selectFrom('member').select('password_hash').where('uuid', '=', member.uuid)
    expect(await row.executeTakeFirst()).toEqual({ password_hash: passwordHash })
  })

  test('a login with a code does not complete', async () => {
    const { member, complete } = await start()
    const scope = accountScope(member.accountUuid)
    const status = await during(
      (tx) => revokeOtherSessions(tx, scope, { memberUuid: member.uuid, except: null }),
      complete,
    )
    expect([status, await sessionsOf(member)]).toEqual([401, []])
  })

  test('a deactivated member has no session left', async () => {
    const member = await server.newAccount()
    await setPassword(server, member)
    const scope = accountScope(member.accountUuid)
    const status = await during(
      async (tx) => {
        await updateMember(tx, scope, { uuid: member.uuid, status: 'Inactive' })
        await endAccess(tx, scope, member.uuid)
      },
      () => logIn(server, member),
    )
    expect([status, await sessionsOf(member)]).toEqual([403, []])
  })

  test('a login whose password has changed cannot set up a factor', async () => {
    const admin = await signedIn(server, await server.newAccount())
    await admin.api.accounts.configure({
      params: { accountUuid: admin.accountUuid },
      body: { requiresMfa: true },
    })
    const member = await server.addMember(admin, 'Viewer')
    await setPassword(server, member)
    const { challenge } = (await logIn(server, member)) as LoginChallenge
    const { secret } = await server.anonymous.mfa.initializeApp({ body: { challenge } })
    const totp = appCodes(secret).generate()
    const setUp = { params: { method: 'app' }, query: { isSetup: 'true' }, body: { totp, challenge } }
    const status = await during(
      (tx) =>
        revokeOtherSessions(tx, accountScope(member.accountUuid), { memberUuid: member.uuid, except: null }),
      () => server.anonymous.mfa.validate(setUp),
    )
    expect(status).toBe(401)
    const factors = server.db.selectFrom('second_factor').select('is_active')
    expect(await factors.where('member_uuid', '=', member.uuid).execute()).toEqual([{ is_active: false }])
  })
})

test('of a code and a deactivation sent concurrently, no session survives the deactivation', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, start))
  const results = await Promise.all(
    all.flatMap(({ admin, params, complete }) => [
      complete().then(
        (response) => ('token' in response ? response.token : null),
        () => null,
      ),
      admin.api.members.update({ params, body: { status: 'Inactive' } }).then(() => null),
    ]),
  )
  for (const { admin, params } of all) await admin.api.members.update({ params, body: { status: 'Active' } })
  for (const { member } of all) expect(await sessionsOf(member)).toEqual([])
  for (const token of results.filter((each) => each !== null))
    await expect(sessionOf(server, token).users.me()).rejects.toMatchObject({ status: 401 })
})
