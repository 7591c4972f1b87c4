import { tokenOf } from '@assay/sdk/token-of.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { logIn, sessionOf, setPassword, testPassword } from '#testing/sessions.ts'
import { type TestClient } from '#testing/test-server.ts'

const origin = 'https://assay.example.org'
const server = testServer({
  withWorker: false,
  settings: { ASSAY_PUBLIC_URL: origin, ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' },
})

/** A member with two sessions. */
async function start() {
  const member = await server.newAccount()
  await setPassword(server, member)
  const enter = async () => sessionOf(server, tokenOf(await logIn(server, member)))
  return { member, api: await enter(), elsewhere: await enter(), enter }
}

const setUp = (api: TestClient, method: 'app' | 'sms', totp: string) =>
  api.mfa.validate({ params: { method }, query: { isSetup: 'true' }, body: { totp } })

const setUpApp = async (api: TestClient) => {
  const { secret } = await api.mfa.initializeApp({})
  await setUp(api, 'app', appCodes(secret).generate())
}

const setUpPhone = async (api: TestClient) => {
  await api.mfa.sendSms({ body: { phone: '+39123456789' } })
  await setUp(api, 'sms', /^\d{6}/.exec((await server.texted()).at(-1)!.text)![0])
}

const addPasskey = async (api: TestClient) => {
  const credential = createAuthenticator(origin).create(await api.passkeys.registrationOptions())
  return api.passkeys.register({ body: { name: 'Key', credential } })
}

interface Case {
  before?: (api: TestClient) => Promise<unknown>
  act: (api: TestClient, prepared: unknown) => Promise<unknown>
  sentence: string
}

const cases: Record<string, Case> = {
  'a new authenticator app': { act: setUpApp, sentence: 'An authenticator app was added' },
  'a removed authenticator app': {
    before: setUpApp,
    act: (api) => api.mfa.deactivateApp(),
    sentence: 'The authenticator app was removed',
  },
  'a new phone': { act: setUpPhone, sentence: 'A phone number for text message codes was added' },
  'a removed phone': {
    before: setUpPhone,
    async act(api) {
      const { id: memberUuid } = await api.users.me()
      return api.mfa.change({ params: { memberUuid }, body: { sms: false } })
    },
    sentence: 'Your phone number was removed',
  },
  'new recovery codes': {
    before: setUpApp,
    act: (api) => api.mfa.makeScratchCodes(),
    sentence: 'New recovery codes were generated',
  },
  'removed recovery codes': {
    before: setUpApp,
    async act(api) {
      return api.mfa.removeScratchCodes()
    },
    sentence: 'Your recovery codes were deleted',
  },
  'a new passkey': { act: addPasskey, sentence: 'A passkey was added' },
  'a removed passkey': {
    before: addPasskey,
    act: (api, made) => api.passkeys.remove({ params: { passkeyUuid: (made as { uuid: string }).uuid } }),
    sentence: 'One of your passkeys was removed',
  },
  'a new password': {
    act: (api) =>
      api.credentials.change({ body: { password: testPassword, newPassword: 'quite another password' } }),
    sentence: 'Your password was changed',
  },
}

test.each(Object.entries(cases))('%s notifies by email and ends other sessions', async (_name, each) => {
  const { member, api, elsewhere } = await start()
  const prepared = await each.before?.(api)
  // Earlier steps have ended them already.
  await server.db
    .updateTable('session')
    .set({ revoked_at: null })
    .where('member_uuid', '=', member.uuid)
    .execute()
  await elsewhere.users.me()
  const sentBefore = (await server.mailed()).length
  await each.act(api, prepared)
  const [mail, ...others] = (await server.mailed()).slice(sentBefore)
  expect(mail).toMatchObject({ to: member.email, subject: 'Your Assay login methods were changed' })
  expect(mail!.text).toContain(each.sentence)
  expect(mail!.text).toContain(`${origin}/settings/security`)
  expect(others).toEqual([])
  await expect(elsewhere.users.me()).rejects.toMatchObject({ status: 401 })
  expect(await api.users.me()).toMatchObject({ id: member.uuid })
})

test('a password reset by an emailed link notifies by email and ends all sessions', async () => {
  const { member, api, elsewhere } = await start()
  await server.anonymous.credentials.forget({ query: { email: member.email } })
  const [link] = (await server.mailed()).filter(({ to, text }) => to === member.email && text.includes('#'))
  const token = /#(\S+)/.exec(link!.text)![1]!
  await server.anonymous.credentials.reset({ body: { token, password: 'quite another password' } })
  const received = (await server.mailed()).filter(({ to }) => to === member.email)
  expect(received.map(({ text }) => text).join()).toContain('Your password was changed')
  for (const each of [api, elsewhere]) await expect(each.users.me()).rejects.toMatchObject({ status: 401 })
})

test("removal by an administrator ends all of the member's sessions, and the email names the administrator", async () => {
  const { member: admin, api: administrator } = await start()
  const member = await server.addMember(admin, 'Viewer')
  await setPassword(server, member)
  const api = sessionOf(server, tokenOf(await logIn(server, member)))
  await setUpApp(api)
  await addPasskey(api)
  const sentBefore = (await server.mailed()).length
  const params = { memberUuid: member.uuid }
  await administrator.mfa.change({ params, body: null })
  const emails = (await server.mailed()).slice(sentBefore)
  expect(emails.map(({ to }) => to)).toEqual([member.email, member.email])
  expect(emails.some(({ text }) => text.includes('All of your passkeys were removed'))).toBe(true)
  expect(await administrator.mfa.status({ params })).toMatchObject({ app: false, passkeys: 0 })
  for (const { text } of emails) expect(text).toContain(`The change was made by ${admin.email}.`)
  await expect(api.users.me()).rejects.toMatchObject({ status: 401 })
  expect(await administrator.users.me()).toMatchObject({ id: admin.uuid })
  // There was nothing to remove the second time.
  await administrator.mfa.change({ params, body: null })
  expect(await server.mailed()).toHaveLength(sentBefore + 2)
})

test('an email address changed by SCIM is reported to the old and the new one', async () => {
  const { member } = await start()
  const before = `before-${member.uuid}@example.org`
  const after = `after-${member.uuid}@example.org`
  const { id } = await member.api.scim.createUser({ body: { userName: before } })
  const sentBefore = (await server.mailed()).length
  await member.api.scim.replaceUser({ params: { memberUuid: id }, body: { userName: after } })
  const emails = (await server.mailed()).slice(sentBefore)
  expect(emails.map(({ to }) => to).toSorted()).toEqual([before, after].toSorted())
  for (const { text } of emails) expect(text).toContain('The email address that you log in with was changed')
  await member.api.scim.replaceUser({
    params: { memberUuid: id },
    body: { userName: after, displayName: 'Other' },
  })
  expect(await server.mailed()).toHaveLength(sentBefore + 2)
})

describe('a member is emailed about', () => {
  const prepare = async () => {
    const admin = await server.newAccount()
    const member = await server.addMember(admin, 'Viewer')
    return { admin, member, params: { accountUuid: admin.accountUuid, memberUuid: member.uuid } }
  }
  const mailsTo = async (email: string) =>
    (await server.mailed()).filter(({ to }) => to === email).map(({ subject, text }) => `${subject}: ${text}`)

  test('a changed role and who changed it', async () => {
    const { admin, member, params } = await prepare()
    await admin.api.members.update({ params, body: { role: 'Collaborator' } })
    await admin.api.members.update({ params, body: { role: 'Collaborator', name: 'The same role' } })
    const mails = await mailsTo(member.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('Your role was changed from Viewer to Collaborator.')
    expect(mails[0]).toContain(`The change was made by ${admin.email}.`)
  })

  test('the end of the membership', async () => {
    const { admin, member, params } = await prepare()
    await admin.api.members.remove({ params })
    expect(await mailsTo(member.email)).toEqual([
      expect.stringContaining('You were removed from your account.'),
    ])
  })

  test('a role changed repeatedly only a few times', async () => {
    const { admin, member, params } = await prepare()
    for (let round = 0; round < 8; round++)
      await admin.api.members.update({ params, body: { role: round % 2 === 0 ? 'Collaborator' : 'Viewer' } })
    const mails = await mailsTo(member.email)
    expect(mails.length).toBeGreaterThan(1)
    expect(mails.length).toBeLessThan(8)
  })

  test('no withdrawn invitation', async () => {
    const admin = await server.newAccount()
    const email = `taken-back-${admin.uuid}@example.org`
    const { accountUuid } = admin
    const { uuid: memberUuid } = await admin.api.members.add({ params: { accountUuid }, body: { email } })
    await admin.api.members.remove({ params: { accountUuid, memberUuid } })
    expect(await mailsTo(email)).toHaveLength(1)
  })
})
