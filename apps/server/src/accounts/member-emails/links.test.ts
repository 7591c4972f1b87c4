import { dayMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { openMail } from '#platform/email/mail.ts'
import { sendEmailJob } from '#platform/email/send-email-job.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { offlineSettings } from '#testing/offline-settings.ts'
import { logIn, setPassword, signedIn, testPassword } from '#testing/sessions.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false, settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' } })

const other = 'another one, just as long'
const of = ({ accountUuid, uuid }: TestMember) => ({ params: { accountUuid, memberUuid: uuid } })
const linkTo = async (email: string) =>
  /#(\S+)/.exec((await server.mailed()).findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
const follow = (token: string, password = other) =>
  server.anonymous.credentials.reset({ body: { token, password } })
const ended = { status: 400, errorType: 'linkEnded' }

describe('a password link is invalidated', () => {
  /** A member with a password, the emailed link, and an administrator. */
  async function withLink() {
    const admin = await server.newAccount()
    const member = await server.addMember(admin, 'Viewer')
    await setPassword(server, member)
    await admin.api.members.invite(of(member))
    return { admin, member, link: await linkTo(member.email) }
  }
  type Case = Awaited<ReturnType<typeof withLink>>
  const patch = ({ admin, member }: Case, path: string, value: unknown) =>
    admin.api.scim.patchUser({
      params: { memberUuid: member.uuid },
      body: { Operations: [{ op: 'replace', path, value }] },
    })

  const ways: Record<string, (target: Case) => Promise<unknown>> = {
    'when the member changes the password': async ({ member }) =>
      (await signedIn(server, member)).api.credentials.change({
        body: { password: testPassword, newPassword: other },
      }),
    'when SCIM changes the address': (target) =>
      patch(target, 'emails', [{ value: `new-${target.member.email}`, primary: true }]),
    'when SCIM changes the user name': (target) => patch(target, 'userName', `new-${target.member.email}`),
    'when another link of the member is used': async ({ admin, member }) => {
      // A leftover from the member's invitation.
      const row = await server.db
        .selectFrom('mailed_link')
        .selectAll()
        .where('member_uuid', '=', member.uuid)
        .executeTakeFirstOrThrow()
      await server.db
        .updateTable('mailed_link')
        .set({ purpose: 'invitation' })
        .where('uuid', '=', row.uuid)
        .execute()
      await admin.api.members.invite(of(member))
      await follow(await linkTo(member.email), 'a third one, of some length')
    },
  }
  test.each(Object.entries(ways))('%s', async (_, act) => {
    const target = await withLink()
    await act(target)
    await expect(follow(target.link)).rejects.toMatchObject(ended)
  })

  test('and of two used concurrently, one works', async () => {
    const { admin, member, link } = await withLink()
    await server.db
      .updateTable('mailed_link')
      .set({ purpose: 'invitation' })
      .where('member_uuid', '=', member.uuid)
      .execute()
    await admin.api.members.invite(of(member))
    const links = [link, await linkTo(member.email)].flatMap((each) => Array.from({ length: 25 }, () => each))
    const results = await Promise.allSettled(links.map((each) => follow(each)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('an invitation is invalidated when SCIM activates the member', async () => {
  const admin = await server.newAccount()
  const email = `${admin.uuid}-invited@example.org`
  const { uuid } = await admin.api.members.add({
    params: { accountUuid: admin.accountUuid },
    body: { email },
  })
  const link = await linkTo(email)
  await server.db.updateTable('member').set({ status: 'Active' }).where('uuid', '=', uuid).execute()
  await expect(follow(link)).rejects.toMatchObject(ended)
})

test('an administrator cannot reset their own password by inviting themselves', async () => {
  const admin = await server.newAccount()
  const session = await signedIn(server, admin)
  for (const { api } of [admin, session])
    await expect(api.members.invite(of(admin))).rejects.toMatchObject({
      status: 409,
      errorType: 'ownPassword',
    })
  expect((await server.mailed()).filter(({ to }) => to === admin.email)).toEqual([])
  await logIn(server, admin)
})

test('a link is encrypted while queued, and removed from the queue when it expires', async () => {
  const mails = await startMailServer()
  const settings = { ASSAY_SMTP_URL: mails.url, ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' }
  const config = readConfig({ ...offlineSettings, ...settings })
  const admin = await server.newAccount()
  const email = `${admin.uuid}-queued@example.org`
  await admin.api.members.add({ params: { accountUuid: admin.accountUuid }, body: { email } })
  const link = await linkTo(email)
  const { rows } = await sql<{ data: unknown }>`
    select data from queue.job where name = 'send-email' and data->>'to' = ${email}`.execute(server.db)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(link)
  const payload = sendEmailJob.payload.parse(rows[0]!.data)
  const days = (payload.expiresAt! - Date.now()) / dayMs
  expect(Math.abs(days - 7)).toBeLessThan(0.1)
  const context = { ...server.context, mail: openMail(config) }
  const send = (expiresAt: number) =>
    sendEmailJob.run(context, { ...payload, expiresAt }, { priority: 'interactive' })
  await send(Date.now() - 1)
  expect(mails.received).toEqual([])
  await send(Date.now() + 60_000)
  expect(mails.received).toHaveLength(1)
  await mails.stop()
})

test('a link that cannot be emailed is shown to a session, but not to an API token', async () => {
  const silent = await startTestServer({ withWorker: false, sendsMail: false })
  const admin = await silent.newAccount()
  const session = await signedIn(silent, admin)
  const params = { accountUuid: admin.accountUuid }
  const invite = (api: TestMember['api'], email: string) => api.members.add({ params, body: { email } })
  expect(await invite(admin.api, 'one@example.org')).toMatchObject({ invitationUrl: null })
  expect(await invite(session.api, 'two@example.org')).toMatchObject({
    invitationUrl: expect.stringContaining('/password#') as string,
  })
  await silent.stop()
})
