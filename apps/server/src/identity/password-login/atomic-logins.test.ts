import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { withFailingAuditLog } from '#testing/failing-audit-log.ts'
import { loggedIn, logIn } from '#testing/sessions.ts'

// Changes by unauthenticated requests are recorded as events or not made at all.

const origin = 'https://assay.example.org'

const server = testServer({
  withWorker: false,
  settings: {
    ASSAY_PUBLIC_URL: origin,
    ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
    ASSAY_REGISTRATION: 'true',
  },
})

const start = () => loggedIn(server)

const requireMfa = (accountUuid: string) =>
  server.db.updateTable('account').set({ requires_mfa: true }).where('uuid', '=', accountUuid).execute()

async function challenged() {
  const { member } = await start()
  await requireMfa(member.accountUuid)
  const response = await logIn(server, member)
  if (!('challenge' in response)) throw new Error('The password was enough')
  return { member, challenge: response.challenge }
}

async function mailed(email: string, ask: () => Promise<unknown>): Promise<string> {
  await ask()
  const mail = (await server.mailed()).findLast(({ to }) => to === email)
  return /#(\S+)/.exec(mail!.text)![1]!
}

const password = 'another password of some length'

/** Prepares a request; returns the events it writes if writing succeeds. */
const calls: Record<
  string,
  () => Promise<{ accountUuid: string; call: () => Promise<unknown>; events: string[] }>
> = {
  async 'a login'() {
    const { member } = await start()
    return {
      accountUuid: member.accountUuid,
      call: () => logIn(server, member),
      events: ['credentials.login'],
    }
  },
  async 'a login that needs a second factor'() {
    const { member } = await start()
    await requireMfa(member.accountUuid)
    return {
      accountUuid: member.accountUuid,
      call: () => logIn(server, member),
      events: ['credentials.challenge'],
    }
  },
  async 'a logout'() {
    const { member, api: session } = await start()
    return {
      accountUuid: member.accountUuid,
      call: () => session.credentials.logout(),
      events: ['credentials.logout'],
    }
  },
  async 'a reset of the password'() {
    const { member } = await start()
    const { email, accountUuid } = member
    const token = await mailed(email, () => server.anonymous.credentials.forget({ query: { email } }))
    return {
      accountUuid,
      call: () => server.anonymous.credentials.reset({ body: { token, password } }),
      events: ['credentials.reset'],
    }
  },
  async 'the verification of an address'() {
    const email = 'founder@example.org'
    const body = { email, password }
    const token = await mailed(email, () => server.anonymous.credentials.register({ body }))
    const { account_uuid: accountUuid } = await server.db
      .selectFrom('registration')
      .select('account_uuid')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return {
      accountUuid,
      call: () => server.anonymous.credentials.verify({ body: { token, password } }),
      events: ['credentials.verify'],
    }
  },
  async 'a factor proposed during a login'() {
    const { member, challenge } = await challenged()
    return {
      accountUuid: member.accountUuid,
      call: () => server.anonymous.mfa.initializeApp({ body: { challenge } }),
      events: ['mfa.initializeApp'],
    }
  },
  async 'a text message to a phone'() {
    const { member, challenge } = await challenged()
    return {
      accountUuid: member.accountUuid,
      call: () => server.anonymous.mfa.sendSms({ body: { challenge, phone: '+41791234567' } }),
      events: ['mfa.sendSms'],
    }
  },
  async 'a factor set up during a login'() {
    const { member, challenge } = await challenged()
    const { secret } = await server.anonymous.mfa.initializeApp({ body: { challenge } })
    let step = 0
    const totp = () => appCodes(secret).generate({ timestamp: Date.now() + 30_000 * step++ })
    return {
      accountUuid: member.accountUuid,
      call: () =>
        server.anonymous.mfa.validate({
          params: { method: 'app' },
          query: { isSetup: 'true' },
          body: { challenge, totp: totp() },
        }),
      events: ['credentials.login', 'mfa.validate'],
    }
  },
  async 'a passkey'() {
    const { member, api: session } = await start()
    const authenticator = createAuthenticator(origin)
    return {
      accountUuid: member.accountUuid,
      async call() {
        const credential = authenticator.create(await session.passkeys.registrationOptions())
        return session.passkeys.register({ body: { name: 'Key', credential } })
      },
      events: ['passkeys.register'],
    }
  },
  async 'a login with a passkey'() {
    const { member, api: session } = await start()
    const authenticator = createAuthenticator(origin)
    const credential = authenticator.create(await session.passkeys.registrationOptions())
    await session.passkeys.register({ body: { name: 'Key', credential } })
    return {
      accountUuid: member.accountUuid,
      async call() {
        const asserted = authenticator.get(await server.anonymous.passkeys.loginOptions())
        return server.anonymous.passkeys.login({ body: { credential: asserted } })
      },
      events: ['credentials.login'],
    }
  },
  async 'new recovery codes'() {
    const { member, api: session } = await start()
    await session.mfa.initializeApp({})
    await server.db
      .updateTable('second_factor')
      .set({ is_active: true })
      .where('member_uuid', '=', member.uuid)
      .execute()
    return {
      accountUuid: member.accountUuid,
      call: () => session.mfa.makeScratchCodes(),
      events: ['mfa.makeScratchCodes'],
    }
  },
}

const eventsOf = async (accountUuid: string): Promise<string[]> =>
  (
    await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('account_uuid', '=', accountUuid)
      .orderBy('sequence', 'desc')
      .execute()
  ).map(({ action }) => action)

describe('is committed with its events or not at all:', () => {
  test.each(Object.entries(calls))('%s', async (_name, prepare) => {
    const { accountUuid, call, events } = await prepare()
    const eventsBefore = await eventsOf(accountUuid)
    const { result, changed } = await withFailingAuditLog(server, () =>
      call().then(
        () => 'done',
        (error: { status?: number }) => error.status,
      ),
    )
    expect({ result, changed }).toEqual({ result: 500, changed: [] })
    await call()
    expect(await eventsOf(accountUuid)).toEqual([...events, ...eventsBefore])
  })
})

test('a password reset link is emailed only once its event can be written', async () => {
  const { member } = await start()
  const { email } = member
  const { changed } = await withFailingAuditLog(server, async () => {
    await server.anonymous.credentials.forget({ query: { email } })
    // Created after the response.
    await expect.poll(() => server.logged()).toContain('A job failed')
  })
  // The event that records the requester.
  expect(changed).toEqual(['jobs: forgot-password'])
  // The next attempt of the same job.
  await mailed(email, async () => undefined)
  expect((await eventsOf(member.accountUuid))[0]).toBe('credentials.forget')
})
