import { dayMs, hourMs } from '@assay/engine/time.ts'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { signedIn } from '#testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { openMail } from '#platform/email/mail.ts'
import { runNotificationsJob } from '#notifications/rules/run-notifications-job.ts'
import { sendDueRule } from '#notifications/rules/send-due.ts'

let server: TestServer
const mailServer = forAllTests(startMailServer)
beforeAll(async () => {
  const mail = openMail({ mail: { url: mailServer.url, from: 'assay@example.org' } })!
  server = await startTestServer({ withWorker: false, mail })
})
afterAll(async () => {
  await server.stop()
})
beforeEach(() => {
  mailServer.received.length = 0
  mailServer.replies.clear()
})

/** Adds a channel and returns a function that sends an email to it. */
async function addChannel({ api, email }: TestMember): Promise<() => Promise<string>> {
  const { channel } = await api.notificationChannels.create({
    body: { kind: 'email', name: 'Security', recipients: [email] },
  })
  const params = { channelUuid: channel.uuid }
  return async () => (await api.notificationChannels.test({ params })).deliveryUuids[0]!
}

async function sendTest(): Promise<TestMember> {
  const admin = await server.newAccount()
  const send = await addChannel(admin)
  await send()
  return admin
}

/** Message-IDs contain the ids of deliveries. */
const idsReceived = () =>
  mailServer.received.map((message) => /^Message-ID: <(.+)@assay>$/im.exec(message)?.[1])

const deliveriesOf = async ({ api }: TestMember) => {
  await server.mailed()
  return (await api.notificationDeliveries.list({})).deliveries
}

/** Makes all retries due. */
async function passTime(): Promise<void> {
  await server.db
    .updateTable('notification_delivery')
    .set({ next_at: new Date(Date.now() - 1000) })
    .where('state', '=', 'waiting')
    .execute()
  await runNotificationsJob.run(server.context, {}, { priority: 'refresh' })
  await server.mailed()
}

describe('an email is sent again later', () => {
  test.each([
    ['the mail server refuses connections', 'greeting', '554 No service here'],
    ['the password of the mail server has expired', 'AUTH', '535 5.7.8 Authentication failed'],
    ['the sender is not allowed yet', 'MAIL', '550 5.7.1 Sender not authorized'],
    ['the mailbox is full', 'RCPT', '452 4.2.2 Mailbox full'],
    ['the session is out of order', 'DATA', '503 Bad sequence of commands'],
    ['the queue of the mail server is full', 'message', '451 4.3.0 Try again later'],
  ] as const)('if %s', async (_why, step, reply) => {
    mailServer.replies.set(step, reply)
    const admin = await sendTest()
    const error = `The mail server answered ${reply.slice(0, 3)}`
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'waiting', attempts: 1, error }])
    mailServer.replies.clear()
    await passTime()
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'delivered', attempts: 2, error: null }])
  })

  test('if the connection is lost before the reply, with the same Message-ID', async () => {
    mailServer.replies.set('message', (socket) => socket.destroy())
    const admin = await sendTest()
    const error = 'The mail server could not be reached'
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'waiting', attempts: 1, error }])
    mailServer.replies.clear()
    await passTime()
    const [delivery] = await deliveriesOf(admin)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(idsReceived()).toEqual([delivery!.uuid, delivery!.uuid])
  })
})

test('a mail server that is down for a while gets every email once it is back, in order', async () => {
  mailServer.replies.set('greeting', (socket) => socket.destroy())
  const admin = await server.newAccount()
  const send = await addChannel(admin)
  const sent: string[] = []
  for (let round = 0; round < 4; round++) {
    sent.push(await send())
    await passTime()
  }
  // Only the oldest one is retried.
  const attempts = (await deliveriesOf(admin)).map((delivery) => delivery.attempts)
  expect(attempts).toEqual([0, 0, 0, expect.any(Number)])
  mailServer.replies.clear()
  await passTime()
  expect(idsReceived()).toEqual(sent)
})

test('emails to several recipients are sent at once, a few at a time, and those to one in order', async () => {
  const sockets: Socket[] = []
  mailServer.replies.set('message', (socket) => void sockets.push(socket))
  const admin = await server.newAccount()
  const recipients = Array.from({ length: 12 }, (_, index) => `reader-${index}@example.org`)
  const body = { kind: 'email' as const, name: 'Readers', recipients }
  const params = { channelUuid: (await admin.api.notificationChannels.create({ body })).channel.uuid }
  for (let round = 0; round < 2; round++) await admin.api.notificationChannels.test({ params })
  const [inOrder, counts] = [await recipientsInOrder(), new Set<number>()]
  const messages = 2 * recipients.length
  for (let answered = 0; answered < messages; answered++) {
    // The other lanes are empty in the end.
    await expect.poll(() => sockets.length).toBeGreaterThan(0)
    if (answered === 0) await expect.poll(() => sockets.length).toBe(3)
    counts.add(sockets.length)
    sockets.shift()!.write('250 Queued\r\n')
  }
  await server.mailed()
  expect(Math.max(...counts)).toBe(3)
  expect(idsReceived()).toHaveLength(messages)
  for (const recipient of recipients) {
    const ids = inOrder.filter((each) => each.recipient === recipient).map(({ uuid }) => uuid)
    expect(idsReceived().filter((id) => ids.includes(id!))).toEqual(ids)
  }
})

const recipientsInOrder = () =>
  server.db
    .selectFrom('notification_delivery')
    .select(['uuid', 'recipient'])
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()

test.each([
  ['its recipient', 'RCPT', '550 5.1.1 No such user'],
  ['its content', 'message', '554 5.7.1 Rejected as spam'],
] as const)('an email is not sent again if the mail server rejects %s', async (_what, step, reply) => {
  mailServer.replies.set(step, reply)
  const error = `The mail server answered ${reply.slice(0, 3)}`
  expect(await deliveriesOf(await sendTest())).toMatchObject([{ state: 'failed', attempts: 1, error }])
})

describe("an email by a member's own rule", () => {
  /** A rule about members, with an email that the mail server has not accepted yet. */
  async function waitingEmail(timing: { quietHours?: { from: string; to: string } } = {}) {
    const member = await signedIn(server, await server.newAccount())
    const body = { name: 'Members', kinds: ['memberChanged' as const], toEmail: true, ...timing }
    const { uuid: ruleUuid } = await member.api.ownNotificationRules.create({ body })
    const params = { accountUuid: member.accountUuid }
    await member.api.members.add({ params, body: { email: `new-${member.uuid}@example.org` } })
    // Including the invitation.
    await server.mailed()
    mailServer.replies.set('message', '451 4.3.0 Try again later')
    while (await sendDueRule(server.context, new Date(Date.now() + dayMs)));
    await server.mailed()
    mailServer.received.length = 0
    mailServer.replies.clear()
    return { member, ruleUuid }
  }

  const stateOf = async ({ uuid }: TestMember) =>
    server.db
      .selectFrom('notification_delivery')
      .select(['state', 'attempts', 'error', 'next_at as nextAt'])
      .where('member_uuid', '=', uuid)
      .executeTakeFirstOrThrow()

  test('arrives once the mail server accepts it', async () => {
    const { member } = await waitingEmail()
    expect(await stateOf(member)).toMatchObject({ state: 'waiting', attempts: 1 })
    await passTime()
    expect(await stateOf(member)).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(mailServer.received).toEqual([expect.stringContaining(`To: ${member.email}`)])
  })

  test.each(['unsubscribed', 'turned the rule off', 'removed the rule', 'was deactivated'])(
    'is no longer sent to a member who %s',
    async (how) => {
      const { member, ruleUuid } = await waitingEmail()
      const { update, remove } = member.api.ownNotificationRules
      const params = { ruleUuid }
      if (how === 'unsubscribed') await update({ params, body: { toEmail: false } })
      if (how === 'turned the rule off') await update({ params, body: { active: false } })
      if (how === 'removed the rule') await remove({ params })
      if (how === 'was deactivated')
        await server.db
          .updateTable('member')
          .set({ status: 'Inactive' })
          .where('uuid', '=', member.uuid)
          .execute()
      await passTime()
      const error = { key: 'recipientRemoved', values: {} }
      expect(await stateOf(member)).toMatchObject({ state: 'failed', attempts: 2, error })
      expect(mailServer.received).toEqual([])
    },
  )

  test('is not sent again during quiet hours', async () => {
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
    const now = Date.now()
    const quietHours = { from: clock(now - hourMs), to: clock(now + hourMs) }
    const { member } = await waitingEmail({ quietHours })
    await passTime()
    const { nextAt, ...state } = await stateOf(member)
    expect(state).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(clock(nextAt!.getTime())).toBe(quietHours.to)
    expect(mailServer.received).toEqual([])
  })
})
