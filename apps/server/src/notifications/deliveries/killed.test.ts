import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEmailJob } from '#platform/email/send-email-job.ts'
import { addConsumers } from '#platform/outbox/store.ts'
import { type ChannelServer, startChannelServer } from '#testing/channel-server.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { killProcess, sharedKey, startWorkerProcess } from '#testing/worker-process.ts'
import { runNotificationsJob } from '#notifications/rules/run-notifications-job.ts'
import { sendDueRule } from '#notifications/rules/send-due.ts'

// Kills real worker processes at each step between an event and its messages.

let server: TestServer
let mailServer: MailServer
const folder = temporaryFolder()
const workers: ChildProcess[] = []
beforeAll(async () => {
  mailServer = await startMailServer()
  server = await startTestServer({ withWorker: false, withEmails: false, settings: sharedKey })
})
afterAll(async () => {
  for (const worker of workers) await killProcess(worker)
  await server.stop()
  await mailServer.stop()
})

function startWorker(): ChildProcess {
  const settings = { ASSAY_SMTP_URL: mailServer.url, ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' }
  const worker = startWorkerProcess({ connection: server.database.connection, folder, settings })
  workers.push(worker)
  return worker
}

const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 120_000, interval: 50 })

type Table = 'notification_item' | 'notification_delivery' | 'notification_channel'

/**
 * Kills the worker once this many of its statements wait for the table, so that they never run. Unless given, the worker
 * is started with the table locked.
 */
async function killBlocked(
  { table, mode, statements }: { table: Table; mode: 'share' | 'access exclusive'; statements: number },
  during: () => Promise<ChildProcess> = async () => startWorker(),
): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(tx)
    const worker = await during()
    await poll(async () => (await listBlocked()).length).toBeGreaterThanOrEqual(statements)
    await killProcess(worker)
    // The database only notices that a client is gone when it responds to it.
    for (const { pid } of await listBlocked())
      await sql`select pg_terminate_backend(${pid})`.execute(server.db)
    await poll(listBlocked).toEqual([])
  })
}

const listBlocked = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(server.db)
  ).rows

/** Ends the killed worker's claims of messages, which otherwise takes two minutes, and queues them. */
async function passTime(): Promise<void> {
  await server.db
    .updateTable('notification_delivery')
    .set({ next_at: new Date(Date.now() - 1000) })
    .where('state', '=', 'waiting')
    .execute()
  await runNotificationsJob.run(server.context, {}, { priority: 'refresh' })
}

/** An account with a rule that notifies every kind of receiver of member changes. */
async function accountWithRule({ url }: ChannelServer): Promise<TestMember> {
  const admin = await server.newAccount()
  const { notificationRules: rules, notificationChannels: channels } = admin.api
  for (const { uuid } of await rules.list()) await rules.remove({ params: { ruleUuid: uuid } })
  const added = [
    await channels.create({ body: { kind: 'email', name: 'Mail', recipients: ['team@example.org'] } }),
  ]
  for (const kind of chats)
    added.push(await channels.create({ body: { kind, name: kind, address: `${url}/${kind}` } }))
  const channelUuids = added.map(({ channel }) => channel.uuid)
  await rules.create({ body: { name: 'Members', kinds: ['memberChanged'], channelUuids } })
  return admin
}

const chats = ['slack', 'teams', 'webhook'] as const

const emailsTo = (address: string) =>
  mailServer.received
    .filter((message) => message.includes(`To: ${address}`))
    .map((message) => /^Message-ID: <(.+)@assay>$/im.exec(message)?.[1])

const readEmailJobs = async () =>
  (await sql`select state::text from queue.job where name = ${sendEmailJob.name}`.execute(server.db)).rows

const readDeliveries = () =>
  server.db
    .selectFrom('notification_delivery')
    .select(['uuid', 'kind', 'state', 'attempts'])
    .orderBy('kind')
    .execute()

test(
  'every message about an event arrives, whenever the process that sends it is killed, at most once more',
  { timeout: 600_000 },
  async () => {
    const channels = await startChannelServer()
    const admin = await accountWithRule(channels)
    const member = await server.addMember(admin, 'Viewer')
    await addConsumers(server.db, ['member-notices', 'notifications'])
    const { accountUuid } = admin
    const params = { accountUuid, memberUuid: member.uuid }
    await admin.api.members.update({ params, body: { role: 'Administrator' } })

    // In the batch of events, and after the email to the member has arrived.
    mailServer.replies.set('message', () => undefined)
    const collecting = { table: 'notification_item', mode: 'share', statements: 1 } as const
    await killBlocked(collecting, async () => {
      const worker = startWorker()
      await poll(() => emailsTo(member.email)).toHaveLength(1)
      return worker
    })
    mailServer.replies.clear()
    await killBlocked(collecting, async () => {
      const worker = startWorker()
      await poll(readEmailJobs).toEqual([{ state: 'completed' }])
      return worker
    })
    const [notice, ...again] = emailsTo(member.email)
    expect(again).toEqual([notice])
    expect(await readDeliveries()).toEqual([])

    // While the rule writes its messages.
    await killBlocked({ table: 'notification_delivery', mode: 'share', statements: 1 }, async () => {
      const worker = startWorker()
      const makeDue = () =>
        server.db
          .updateTable('notification_due')
          .set({ due_at: new Date(0) })
          .where('account_uuid', '=', accountUuid)
          .executeTakeFirstOrThrow()
      await poll(async () => Number((await makeDue()).numUpdatedRows)).toBe(1)
      await server.context.queue.send(server.db, runNotificationsJob, {})
      return worker
    })
    expect(await readDeliveries()).toEqual([])

    // The messages are claimed but not sent.
    expect(await sendDueRule(server.context)).toBe(true)
    const all = ['email', ...chats]
    await killBlocked({ table: 'notification_channel', mode: 'access exclusive', statements: all.length })
    const claimed = all.map((kind) => expect.objectContaining({ kind, state: 'waiting', attempts: 1 }))
    expect(await readDeliveries()).toEqual(claimed)
    expect([...channels.received, ...emailsTo('team@example.org')]).toEqual([])

    // Between the receivers' responses and recording them.
    const pending: (ServerResponse | Socket)[] = []
    const hold = (each: ServerResponse | Socket) => void pending.push(each)
    channels.responses.push(...chats.map(() => hold))
    mailServer.replies.set('message', hold)
    await passTime()
    const sending = startWorker()
    await poll(() => pending.length).toBe(all.length)
    await killBlocked({ table: 'notification_delivery', mode: 'share', statements: all.length }, async () => {
      for (const each of pending)
        if ('writeHead' in each) each.end('ok')
        else each.write('250 Queued\r\n')
      return sending
    })
    mailServer.replies.clear()
    await passTime()
    startWorker()
    const states = async () => (await readDeliveries()).map(({ kind, state }) => `${kind} ${state}`)
    await poll(states).toEqual(all.map((kind) => `${kind} delivered`))

    const deliveries = new Map((await readDeliveries()).map(({ kind, uuid }) => [kind, uuid]))
    expect(emailsTo('team@example.org')).toEqual([deliveries.get('email'), deliveries.get('email')])
    for (const kind of chats) {
      const posts = channels.received.filter(({ path }) => path === `/${kind}`)
      expect(posts).toHaveLength(2)
      expect(posts[0]!.body).toContain('from Viewer to Administrator')
      expect(posts[1]!.body).toBe(posts[0]!.body)
      const ids = posts.map(({ headers }) => headers['webhook-id'])
      if (kind === 'webhook') expect(ids).toEqual([deliveries.get(kind), deliveries.get(kind)])
    }
    const inbox = await server.db.selectFrom('inbox_message').select('member_uuid as of').execute()
    expect(inbox.map(({ of }) => of).toSorted()).toEqual([admin.uuid, member.uuid].toSorted())
    expect(emailsTo(member.email)).toHaveLength(2)
  },
)
