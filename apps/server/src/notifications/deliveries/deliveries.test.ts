import { dayMs, minuteMs } from '@assay/engine/time.ts'
import { type ChannelKind, channelKinds, settingsOf } from '@assay/contract/notification-channels.ts'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type ChannelServer, startChannelServer, status } from '#testing/channel-server.ts'
import { blocksWithin } from '#testing/in-parallel.ts'
import { statusOf } from '#testing/while-locked.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openSecret, sealSecret } from '#notifications/channels/core/channel-secret.ts'
import { deliveryText } from '#notifications/channels/core/texts.ts'
import { egressOf } from '#platform/egress/egress.ts'
import { postMessage } from './attempt.ts'
import { testMessage } from './queue-test.ts'
import { deliverNotificationJob } from './deliver-notification-job.ts'
import { nextAttemptMs } from './deliver-notification-job.ts'

const server = testServer({
  withWorker: false,
  settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
})

async function addChannel(admin: TestMember, kind: ChannelKind, { url }: ChannelServer) {
  const body = { kind, name: kind, address: `${url}/${kind}?token=canary-secret` }
  return admin.api.notificationChannels.create({ body })
}

const deliveriesOf = async (admin: TestMember) => {
  await server.mailed()
  return (await admin.api.notificationDeliveries.list({})).deliveries
}

async function sendTest(admin: TestMember, kind: ChannelKind, channels: ChannelServer) {
  const { channel, signingSecret } = await addChannel(admin, kind, channels)
  const params = { channelUuid: channel.uuid }
  const send = async () => {
    await admin.api.notificationChannels.test({ params })
    return deliveriesOf(admin)
  }
  return { channel, signingSecret, params, deliveries: await send(), send }
}

/** Makes all waiting retries due. */
async function passTime(admin: TestMember): Promise<void> {
  const account = admin.accountUuid
  const past = new Date(Date.now() - 1000)
  await server.db
    .updateTable('notification_channel')
    .set({ paused_until: null })
    .where('account_uuid', '=', account)
    .execute()
  const rows = await server.db
    .updateTable('notification_delivery')
    .set({ next_at: past })
    .where('account_uuid', '=', account)
    .where('state', '=', 'waiting')
    .returning(['account_uuid as accountUuid', 'uuid as deliveryUuid', 'target as service'])
    .execute()
  await server.context.queue.sendAll(server.db, deliverNotificationJob, {
    payloads: rows,
    priority: 'refresh',
  })
  await server.mailed()
}

describe('each chat service', () => {
  // Slack apps post to an API: slack-setup/slack-app.test.ts.
  const kinds = channelKinds.filter((kind) => settingsOf(kind).takes === 'address' && kind !== 'webhook')
  test.each(kinds)('%s accepts a message in its own format', async (kind) => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    const { deliveries } = await sendTest(admin, kind, channels)
    expect(deliveries).toMatchObject([{ kind, state: 'delivered', attempts: 1, error: null }])
    const [post] = channels.received
    expect(post!.path).toBe(`/${kind}?token=canary-secret`)
    expect(post!.headers['content-type']).toBe('application/json')
    const text = JSON.stringify(JSON.parse(post!.body))
    expect(text).toContain('Test message from Assay')
    expect(text).toContain('/settings/notifications')
  })

  test('that returns an unexpected body counts as failed', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    channels.responses.push(status(200, '<html>\u0000 a proxy’s login page'))
    const { deliveries } = await sendTest(admin, 'slack', channels)
    expect(deliveries).toMatchObject([{ state: 'waiting', attempts: 1 }])
    expect(deliveries[0]!.error).toContain('Answered 200')
  })

  test('that fails permanently is not retried, and the failed job has the reason', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    channels.responses.push(status(404, 'no_service'))
    const { deliveries, channel } = await sendTest(admin, 'slack', channels)
    expect(deliveries).toMatchObject([{ state: 'failed', error: 'Answered 404: no_service' }])
    const [shown] = await admin.api.notificationChannels.list()
    expect(shown).toMatchObject({ uuid: channel.uuid, problem: 'Answered 404: no_service' })
    const german = { query: { language: 'de' } } as const
    const [translated] = await admin.api.notificationChannels.list(german)
    expect(translated!.problem).toBe('Antwort 404: no_service')
    const log = await admin.api.notificationDeliveries.list(german)
    expect(log.deliveries).toMatchObject([{ error: 'Antwort 404: no_service' }])
    const deadLetters = async () =>
      server.db
        .selectFrom('dead_letter')
        .select('reason')
        .where('account_uuid', '=', admin.accountUuid)
        .execute()
    await expect.poll(deadLetters, { timeout: 60_000 }).toEqual([{ reason: 'Answered 404: no_service' }])
    expect(channels.received).toHaveLength(1)
  })

  test('with Retry-After gets no messages at all until then', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    channels.responses.push(status(429, 'slow down', { 'retry-after': '3600' }))
    const { deliveries, send } = await sendTest(admin, 'slack', channels)
    expect(deliveries[0]!.nextAt! - Date.now()).toBeGreaterThan(3_500_000)
    const both = await send()
    expect(channels.received).toHaveLength(1)
    expect(both.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    await passTime(admin)
    expect((await deliveriesOf(admin)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(channels.received).toHaveLength(3)
  })

  test('whose response is cut off gets the message again later, as after any failed attempt', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    channels.responses.push((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('ok')
      setTimeout(() => response.destroy(), 20)
    })
    const { deliveries } = await sendTest(admin, 'teams', channels)
    const error = expect.stringContaining('sent an invalid answer')
    expect(deliveries).toMatchObject([{ state: 'waiting', attempts: 1, error }])
    expect(deliveries[0]!.nextAt! - Date.now()).toBeLessThan(60_000)
    await passTime(admin)
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('whose secret cannot be read is attempted as often as one that does not respond', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    const { channel } = await addChannel(admin, 'slack', channels)
    await server.db
      .updateTable('notification_channel')
      .set({ secret: Buffer.from('of another key') })
      .where('uuid', '=', channel.uuid)
      .execute()
    await admin.api.notificationChannels.test({ params: { channelUuid: channel.uuid } })
    for (let attempts = 1; attempts < 10; attempts++) {
      expect(await deliveriesOf(admin)).toMatchObject([{ state: 'waiting', attempts }])
      await passTime(admin)
    }
    const error = 'A stored secret was encrypted with a different key'
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'failed', attempts: 10, error }])
    expect(channels.received).toEqual([])
  })

  test('in a private network is not called unless the operator allows it', async () => {
    const attempt = await postMessage(
      {
        uuid: randomUUID(),
        kind: 'slack',
        secret: { address: 'http://10.1.2.3/canary-secret', keys: [] },
        message: testMessage(),
        language: 'en',
        origin: 'https://assay.example.org',
      },
      egressOf({ allowsPrivateNetworks: false }, 'notification'),
    )
    const error = deliveryText('addressPrivate', { host: '10.1.2.3' })
    expect(attempt).toEqual({ state: 'failed', error, isFinal: true })
    expect(error.in('en')).toBe('10.1.2.3 is in a private network')
  })

  test('that is unreachable reveals neither address nor token anywhere', async () => {
    const channels = { url: 'http://127.0.0.1:1', received: [], responses: [] }
    const admin = await server.newAccount()
    const { deliveries } = await sendTest(admin, 'mattermost', channels)
    expect(deliveries).toMatchObject([
      { state: 'waiting', error: '127.0.0.1:1 could not be reached or sent an invalid answer' },
    ])
    const shown = [await admin.api.notificationChannels.list(), deliveries, server.logged()]
    const audit = await admin.api.audit.list({ params: { accountUuid: admin.accountUuid } })
    const rows = await server.db.selectFrom('notification_channel').selectAll().execute()
    const text = JSON.stringify([shown, audit, rows.map(({ secret, ...row }) => [row, String(secret)])])
    expect(text).not.toContain('canary-secret')
  })
})

describe('a webhook', () => {
  const verify = (post: ChannelServer['received'][number], secret: string) => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = post.headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${post.body}`)
      .digest('base64')
    return String(signatures).split(' ').includes(`v1,${expected}`)
  }

  test('is signed per Standard Webhooks, with the old and the new secret after a rotation', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    const { params, signingSecret, send } = await sendTest(admin, 'webhook', channels)
    expect(signingSecret).toMatch(/^whsec_/)
    expect(verify(channels.received[0]!, signingSecret!)).toBe(true)
    expect(JSON.parse(channels.received[0]!.body)).toMatchObject({ type: 'notification.created' })
    const rotated = (await admin.api.notificationChannels.rotate({ params })).signingSecret!
    expect(rotated).not.toBe(signingSecret)
    await send()
    expect(verify(channels.received[1]!, signingSecret!)).toBe(true)
    expect(verify(channels.received[1]!, rotated)).toBe(true)
    expect(verify(channels.received[1]!, 'whsec_AAAA')).toBe(false)
  })

  /** Simulates that time has passed since the rotation. */
  async function ageKeys({ uuid }: { uuid: string }, ms: number): Promise<void> {
    const { db, context } = server
    const ofChannel = db.selectFrom('notification_channel').select('secret').where('uuid', '=', uuid)
    const { secret } = await ofChannel.executeTakeFirstOrThrow()
    const { keys, ...target } = openSecret(context.vault, uuid, secret!)
    const aged = keys.map(({ key, until }) => ({ key, until: until === null ? null : until - ms }))
    const sealed = sealSecret(context.vault, uuid, { ...target, keys: aged })
    await db.updateTable('notification_channel').set({ secret: sealed }).where('uuid', '=', uuid).execute()
  }

  test('is signed with the old secret for 24 hours after a rotation, and no longer', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    const { channel, params, signingSecret, send } = await sendTest(admin, 'webhook', channels)
    const rotated = (await admin.api.notificationChannels.rotate({ params })).signingSecret!
    const isSignedWith = async (secret: string) => {
      await send()
      return verify(channels.received.at(-1)!, secret)
    }
    await ageKeys(channel, 24 * 60 * minuteMs - 10 * minuteMs)
    expect(await isSignedWith(signingSecret!)).toBe(true)
    await ageKeys(channel, 10 * minuteMs)
    expect(await isSignedWith(signingSecret!)).toBe(false)
    expect(await isSignedWith(rotated)).toBe(true)
  })

  test('keeps its message id across retries and redelivery', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    channels.responses.push(status(500), status(302, '', { location: `${channels.url}/elsewhere` }))
    const { deliveries } = await sendTest(admin, 'webhook', channels)
    expect(deliveries).toMatchObject([{ state: 'waiting', attempts: 1, error: 'Answered 500' }])
    await passTime(admin)
    await passTime(admin)
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'delivered', attempts: 3, error: null }])
    await admin.api.notificationDeliveries.redeliver({ params: { messageUuid: deliveries[0]!.uuid } })
    await deliveriesOf(admin)
    expect(channels.received.map(({ path }) => path)).not.toContain('/elsewhere')
    const ids = channels.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual(Array.from({ length: 4 }, () => deliveries[0]!.uuid))
  })

  test('whose process crashed before acknowledging is sent again with the same id', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    const { deliveries } = await sendTest(admin, 'webhook', channels)
    // The state of a process that sent the message and crashed.
    await server.db
      .updateTable('notification_delivery')
      .set({ state: 'waiting', delivered_at: null })
      .where('uuid', '=', deliveries[0]!.uuid)
      .execute()
    await passTime(admin)
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'delivered' }])
    const ids = channels.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([deliveries[0]!.uuid, deliveries[0]!.uuid])
  })

  test('that responds 410 Gone is turned off', async () => {
    const channels = await startChannelServer()
    const admin = await server.newAccount()
    channels.responses.push(status(410))
    const { params, deliveries } = await sendTest(admin, 'webhook', channels)
    expect(deliveries).toMatchObject([{ state: 'failed' }])
    expect(await admin.api.notificationChannels.list()).toMatchObject([{ active: false }])
    await expect(admin.api.notificationChannels.test({ params })).rejects.toMatchObject({ status: 409 })
  })
})

describe('an email channel', () => {
  const fields = { 'List-Unsubscribe': 'One-Click' }
  function multipart(values: Record<string, string | Blob>): FormData {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return form
  }

  /** Two recipients, and what a mail program sends when the first one unsubscribes. */
  async function sendToTwo() {
    const admin = await server.newAccount()
    const recipients = [`one-${admin.uuid}@example.org`, `two-${admin.uuid}@example.org`]
    const { channel } = await admin.api.notificationChannels.create({
      body: { kind: 'email', name: 'Security', recipients },
    })
    await admin.api.notificationChannels.test({ params: { channelUuid: channel.uuid } })
    const mails = (await server.mailed()).filter(({ to }) => recipients.includes(to))
    expect(mails.map(({ to }) => to).toSorted()).toEqual(recipients)
    const mail = mails.find(({ to }) => to === recipients[0])!
    const { pathname, search } = new URL(/<([^>]+)>/.exec(mail.headers!['List-Unsubscribe']!)![1]!)
    const unsubscribe = async (body: URLSearchParams | FormData, query = search) =>
      (await fetch(server.url + pathname + query, { method: 'POST', body })).status
    const left = async () => (await admin.api.notificationChannels.list())[0]!.recipients
    return { recipients, search, unsubscribe, left }
  }

  // https://www.rfc-editor.org/rfc/rfc8058#section-3.1: the one SHOULD, the other MAY be sent.
  test.each([
    ['multipart', multipart(fields)],
    ['URL-encoded', new URLSearchParams(fields)],
  ])('emails each recipient until they unsubscribe by a %s form', async (_type, body) => {
    const { recipients, search, unsubscribe, left } = await sendToTwo()
    expect(await unsubscribe(body)).toBe(200)
    expect(await unsubscribe(body)).toBe(200)
    expect(await unsubscribe(body, `?token=${search.slice(9)}`)).toBe(400)
    expect(await left()).toEqual([recipients[1]])
  })

  test('accepts no files and no other fields to unsubscribe', async () => {
    const { recipients, unsubscribe, left } = await sendToTwo()
    expect(await unsubscribe(multipart({ ...fields, file: new Blob(['x'.repeat(100_000)]) }))).toBe(413)
    expect(await unsubscribe(multipart({ 'List-Unsubscribe': 'Twice' }))).toBe(400)
    expect(await left()).toEqual(recipients)
  })

  test.each(['channel', 'default channel', 'redelivery'])(
    'is rate-limited per recipient, also for concurrent requests: %s',
    async (by) => {
      const admin = await server.newAccount()
      const to = `flooded-${admin.uuid}@example.org`
      const { email } = await admin.api.notifications.configure({ body: { email: { recipients: [to] } } })
      const params = { channelUuid: email!.uuid }
      const first = await admin.api.notificationChannels.test({ params })
      const send = {
        channel: () => admin.api.notificationChannels.test({ params }),
        'default channel': () => admin.api.notifications.test({ query: { type: 'email' } }),
        redelivery: () =>
          admin.api.notificationDeliveries.redeliver({ params: { messageUuid: first.deliveryUuids[0]! } }),
      }[by]!
      const from = performance.now()
      const statuses = await Promise.all(Array.from({ length: 30 }, () => send().then(() => 200, statusOf)))
      const most = 5 + blocksWithin(performance.now() - from)
      const sent = statuses.filter((status) => status === 200).length
      expect(sent).toBeGreaterThanOrEqual(5)
      expect(sent).toBeLessThanOrEqual(most)
      expect(statuses.filter((status) => status === 429)).toHaveLength(30 - sent)
      const mails = (await server.mailed()).filter((mail) => mail.to === to)
      expect(mails.length).toBeLessThanOrEqual(1 + sent)
    },
  )
})

test('manual messages to a webhook are rate-limited per member', async () => {
  const channels = await startChannelServer()
  const admin = await server.newAccount()
  const { params } = await sendTest(admin, 'webhook', channels)
  const send = () => admin.api.notificationChannels.test({ params }).then(() => 200, statusOf)
  const from = performance.now()
  const statuses = await Promise.all(Array.from({ length: 50 }, send))
  const sent = statuses.filter((status) => status === 200).length
  expect(sent).toBeGreaterThanOrEqual(20)
  expect(sent).toBeLessThanOrEqual(20 + blocksWithin(performance.now() - from))
})

test('delays increase, have jitter, end, and respect Retry-After', () => {
  expect(nextAttemptMs(1, 0, 0)).toBe(5000)
  expect(nextAttemptMs(1, 0, 1)).toBe(5500)
  expect(nextAttemptMs(2, 3_600_000, 0)).toBe(3_600_000)
  expect(nextAttemptMs(9, 0, 0)).toBe(dayMs)
  expect(nextAttemptMs(10)).toBeNull()
})
