import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import {
  type ChannelResponse,
  type ChannelServer,
  startChannelServer,
  status,
} from '#testing/channel-server.ts'
import { type ChildServer, startChildServer } from '#testing/child-server.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { type TestMember } from '#testing/test-server.ts'
import type { Database } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { runNotificationsJob } from '#notifications/rules/run-notifications-job.ts'
import { deliverNotificationJob } from './deliver-notification-job.ts'
import { keyOf, listDue } from './store.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })

type Client = Pick<TestMember, 'api'>
type NewChannel = Parameters<TestMember['api']['notificationChannels']['create']>[0]['body']

/** Adds a channel and returns a function that sends a message to it. */
async function addChannel({ api }: Client, body: NewChannel): Promise<() => Promise<string>> {
  const { channel } = await api.notificationChannels.create({ body })
  const params = { channelUuid: channel.uuid }
  return async () => (await api.notificationChannels.test({ params })).deliveryUuids[0]!
}

const addHook = (client: Client, { url }: ChannelServer, kind: 'webhook' | 'slack') =>
  addChannel(client, { kind, name: 'Builds', address: `${url}/builds` })
const addWebhook = (client: Client, channels: ChannelServer) => addHook(client, channels, 'webhook')

/** Simulates that time has passed; otherwise, pending deliveries do not become due. */
async function passTime(db: Database, seconds: number): Promise<void> {
  await sql`update notification_delivery set created_at = created_at - make_interval(secs => ${seconds}),
    next_at = next_at - make_interval(secs => ${seconds})`.execute(db)
  await sql`update notification_channel set paused_until = paused_until - make_interval(secs => ${seconds})`.execute(
    db,
  )
}

async function wait(minutes: number): Promise<void> {
  await passTime(server.db, minutes * 60)
  await runNotificationsJob.run(server.context, {}, { priority: 'refresh' })
  await server.mailed()
}

const idsOf = ({ received }: ChannelServer) => received.map(({ headers }) => String(headers['webhook-id']))
const cut: ChannelResponse = (response) => void response.destroy()

const cutWithin: ChannelResponse = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('ok')
  setTimeout(() => response.destroy(), 20)
}

const failures: [string, ChannelResponse][] = [
  ['cannot be reached', cut],
  ['breaks off its responses', cutWithin],
  ['answers 500', status(500, 'broken')],
  ['answers 429', status(429, 'later', { 'retry-after': '600' })],
  ['answers with a page of a proxy', status(502, '<html>')],
]

describe('a service that is down for an hour', () => {
  test.each(failures)('and %s gets every message once it is back, in order', async (_what, fails) => {
    const channels = await startChannelServer()
    const send = await addWebhook(await server.newAccount(), channels)
    const sent: string[] = []
    for (let minute = 0; minute < 60; minute += 10) {
      channels.responses.push(...Array.from({ length: 10 }, () => fails))
      sent.push(await send(), await send())
      await wait(10)
      channels.responses.length = 0
    }
    // It was not flooded: only the oldest message was retried.
    expect(new Set(idsOf(channels))).toEqual(new Set(sent.slice(0, 1)))
    expect(channels.received.length).toBeLessThan(8)
    channels.received.length = 0
    for (let hours = 0; hours < 12 && channels.received.length < sent.length; hours++) await wait(60)
    expect(idsOf(channels)).toEqual(sent)
  })

  test.each(failures)('and %s gets every message if it is a chat service', async (_what, fails) => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    const send = await addHook(admin, channels, 'slack')
    channels.responses.push(...Array.from({ length: 10 }, () => fails))
    for (let minute = 0; minute < 60; minute += 10) {
      await send()
      await wait(10)
    }
    expect(channels.received.length).toBeLessThan(6)
    channels.responses.length = 0
    channels.received.length = 0
    for (let hours = 0; hours < 12 && channels.received.length < 6; hours++) await wait(60)
    expect(channels.received).toHaveLength(6)
    const { deliveries } = await admin.api.notificationDeliveries.list({})
    expect(deliveries.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'delivered'))
  })
})

test('a rejected message does not delay others', async () => {
  const channels = await startChannelServer()
  const send = await addWebhook(await server.newAccount(), channels)
  channels.responses.push(status(422, 'no such field'))
  const refused = await send()
  await server.mailed()
  const next = await send()
  await server.mailed()
  expect(idsOf(channels)).toEqual([refused, next])
  await wait(1)
  expect(idsOf(channels)).toEqual([refused, next, refused])
})

test('a message whose acknowledgement is lost is sent again with the same id', async () => {
  const channels = await startChannelServer()
  const send = await addWebhook(await server.newAccount(), channels)
  channels.responses.push(cut)
  const sent = [await send()]
  await server.mailed()
  await wait(1)
  expect(idsOf(channels)).toEqual([sent[0], sent[0]])
})

test('a slow service does not delay others', async () => {
  const channels = await startChannelServer()
  const admin = await server.newAccount()
  const send = await addWebhook(admin, channels)
  const pending: ((respond: ChannelResponse) => void)[] = []
  channels.responses.push((response) => void pending.push((respond) => respond(response)))
  const slow = await send()
  await expect.poll(() => pending.length, { timeout: 60_000 }).toBe(1)
  const inTime = await startChannelServer()
  const sendElsewhere = await addWebhook(admin, inTime)
  const other = await sendElsewhere()
  const { uuid } = await admin.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      branch: 'main',
      url: 'https://example.org/meanwhile',
    },
  })
  const report = await admin.api.reports.full({ params: { projectUuid: uuid }, query: { branch: 'main' } })
  expect(report.uuid).toMatch(/^[\da-f-]{36}$/)
  await expect.poll(() => idsOf(inTime), { timeout: 60_000 }).toEqual([other])
  expect(idsOf(channels)).toEqual([slow])
  pending[0]!(status(200))
  await server.mailed()
})

test('ten thousand waiting messages to a service that does not respond do not delay others', async () => {
  const dead = await startChannelServer()
  const admin = await server.newAccount()
  const pending: ServerResponse[] = []
  dead.responses.push(
    ...Array.from({ length: 20 }, () => (response: ServerResponse) => void pending.push(response)),
  )
  const send = await addWebhook(admin, dead)
  await send()
  await expect.poll(() => pending.length, { timeout: 60_000 }).toBe(1)
  // Old enough that they no longer wait for each other.
  const { rows: deliveries } = await sql<{ uuid: string; kind: string; channelUuid: string }>`
    insert into notification_delivery (account_uuid, uuid, channel_uuid, kind, message, created_at)
    select account_uuid, gen_random_uuid(), channel_uuid, kind, message, now() - interval '25 hours'
    from notification_delivery, generate_series(1, 10000) where account_uuid = ${admin.accountUuid}
    returning uuid, kind, channel_uuid as "channelUuid"`.execute(server.db)
  const payloads = deliveries.map((each) => keyOf(admin.accountUuid, { ...each, recipient: null }))
  await server.context.queue.sendAll(server.db, deliverNotificationJob, { payloads, priority: 'refresh' })
  const other = await startChannelServer()
  const sendElsewhere = await addWebhook(admin, other)
  const sent = await sendElsewhere()
  await expect.poll(() => idsOf(other), { timeout: 60_000 }).toEqual([sent])
  expect(dead.received).toHaveLength(1)

  await sql`delete from queue.job where name = ${deliverNotificationJob.name} and state = 'created'`.execute(
    server.db,
  )
  // One attempt per target, not ten thousand.
  const due = (await listDue(server.db, 1000)).filter(({ accountUuid }) => accountUuid === admin.accountUuid)
  expect(due).toHaveLength(1)
  await sql`delete from notification_delivery where account_uuid = ${admin.accountUuid}`.execute(server.db)
  for (const response of pending) response.end()
  await server.mailed()
})

/** A receiver that misbehaves instead of acknowledging the next message. */
interface Receiver {
  settings: Record<string, string>
  channel: NewChannel
  /** Identifiers of the received messages. */
  ids(): (string | undefined)[]
  whenReceived(action: () => Promise<void>): void
}

async function webhookReceiver(): Promise<Receiver> {
  const channels = await startChannelServer()
  return {
    settings: {},
    channel: { kind: 'webhook', name: 'Builds', address: `${channels.url}/builds` },
    ids: () => idsOf(channels),
    whenReceived(action) {
      channels.responses.push((response) => void action().then(() => response.destroy()))
    },
  }
}

async function mailReceiver(): Promise<Receiver> {
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.stop())
  return {
    settings: { ASSAY_SMTP_URL: mailServer.url },
    channel: { kind: 'email', name: 'Builds', recipients: ['builds@example.org'] },
    ids: () => mailServer.received.map((message) => /^Message-ID: (.+)$/im.exec(message)?.[1]),
    whenReceived(action) {
      mailServer.replies.set('message', (socket) => {
        mailServer.replies.clear()
        void action().then(() => socket.destroy())
      })
    },
  }
}

test.each([
  ['webhook', webhookReceiver],
  ['mail server', mailReceiver],
])(
  'a message to a %s is sent by another process if the first one is killed',
  async (_to, startReceiver) => {
    const receiver = await startReceiver()
    const database = await freshDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'assay-data-'))
    const fixed = { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_SECRET_KEY: 'k'.repeat(32) }
    const settings = { ...fixed, ...receiver.settings }
    const started: ChildServer[] = []
    const start = async () => {
      started.push(await startChildServer({ connection: database.connection, folder, settings }))
      return started.at(-1)!
    }
    const { db, close } = openDatabase({
      connection: database.connection,
      maxConnections: 1,
      log: { error: () => undefined },
    })
    try {
      const first = await start()
      const send = await addChannel(first, receiver.channel)
      receiver.whenReceived(() => first.kill())
      await send()
      await expect.poll(receiver.ids, { timeout: 60_000 }).toHaveLength(1)
      const second = await start()
      // The killed process's claim expires after two minutes.
      await passTime(db, 180)
      const state = async () => (await second.api.notificationDeliveries.list({})).deliveries[0]!.state
      await expect.poll(state, { timeout: 180_000, interval: 500 }).toBe('delivered')
      const [id, ...again] = receiver.ids()
      expect(id).toBeDefined()
      expect(again).toEqual([id])
    } finally {
      await close()
      for (const child of started) await child.stop()
      await database.drop()
      await rm(folder, { recursive: true })
    }
  },
  600_000,
)
