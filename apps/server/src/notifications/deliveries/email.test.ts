import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { openMail } from '#platform/email/mail.ts'
import { runNotificationsJob } from '../rules/run-notifications-job.ts'

let mailServer: MailServer
let server: TestServer
beforeAll(async () => {
  mailServer = await startMailServer()
  const mail = openMail({ mail: { url: mailServer.url, from: 'assay@example.org' } })!
  server = await startTestServer({ withWorker: false, mail })
})
afterAll(async () => {
  await server.stop()
  await mailServer.stop()
})
beforeEach(() => {
  mailServer.received.length = 0
  mailServer.replies.clear()
})

async function sendTest(): Promise<TestMember> {
  const admin = await server.newAccount()
  const { channel } = await admin.api.notificationChannels.create({
    body: { kind: 'email', name: 'Security', recipients: [admin.email] },
  })
  await admin.api.notificationChannels.test({ params: { channelUuid: channel.uuid } })
  return admin
}

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
    ['the mail server refuses connections', 'greeting', '554 No service here', 554],
    ['the password of the mail server has expired', 'AUTH', '535 5.7.8 Authentication failed', 535],
    ['the sender is not allowed yet', 'MAIL', '550 5.7.1 Sender not authorized', 550],
    ['the mailbox is full', 'RCPT', '452 4.2.2 Mailbox full', 452],
    ['the session is out of order', 'DATA', '503 Bad sequence of commands', 503],
    ['the queue of the mail server is full', 'message', '451 4.3.0 Try again later', 451],
  ] as const)('if %s', async (_why, step, reply, status) => {
    mailServer.replies.set(step, reply)
    const admin = await sendTest()
    const error = `The mail server answered ${status}`
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
    const ids = mailServer.received.map((message) => /^Message-ID: (.+)$/im.exec(message)?.[1])
    expect(ids).toEqual([`<${delivery!.uuid}@assay>`, `<${delivery!.uuid}@assay>`])
  })
})

test.each([
  ['its recipient', 'RCPT', '550 5.1.1 No such user', 550],
  ['its content', 'message', '554 5.7.1 Rejected as spam', 554],
] as const)(
  'an email is not sent again if the mail server rejects %s',
  async (_what, step, reply, status) => {
    mailServer.replies.set(step, reply)
    const error = `The mail server answered ${status}`
    expect(await deliveriesOf(await sendTest())).toMatchObject([{ state: 'failed', attempts: 1, error }])
  },
)
