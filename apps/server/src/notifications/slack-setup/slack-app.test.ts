import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type ServiceServer, startServiceServer } from '#testing/outside-server.ts'
import { signedIn } from '#testing/sessions.ts'

const token = 'xoxb-canary-0123456789'
const rooms = Array.from({ length: 3 }, (_, index) => ({ id: `C${index}`, name: `room-${3 - index}` }))

let slack: ServiceServer
afterAll(() => slack.stop())
const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
beforeAll(async () => {
  // https://docs.slack.dev/apis/web-api: errors also have status 200.
  slack = await startServiceServer(({ url, headers, json }) => {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 200, body: { ok: false, error: 'invalid_auth' } }
    if (url.pathname === '/api/conversations.list') {
      const cursor = Number(url.searchParams.get('cursor') ?? 0)
      const next_cursor = cursor + 1 < rooms.length ? String(cursor + 1) : ''
      return {
        status: 200,
        body: { ok: true, channels: [rooms[cursor]], response_metadata: { next_cursor } },
      }
    }
    const { channel } = json as { channel: string }
    const isKnown = rooms.some(({ id }) => id === channel)
    return {
      status: 200,
      body: isKnown ? { ok: true, channel, ts: '1.2' } : { ok: false, error: 'channel_not_found' },
    }
  })
})
beforeEach(() => {
  slack.requests.length = 0
  slack.failures.length = 0
})

const appOf = (id: string) => ({
  kind: 'slackApp' as const,
  name: 'Security',
  address: `${slack.url}/api`,
  token,
  room: { id, name: 'room-2' },
})

async function sendTo(id: string) {
  const { api } = await server.newAccount()
  const { channel } = await api.notificationChannels.create({ body: appOf(id) })
  await api.notificationChannels.test({ params: { channelUuid: channel.uuid } })
  await server.mailed()
  const [delivery] = (await api.notificationDeliveries.list({})).deliveries
  return { api, channel, delivery }
}

describe('slackSetup.rooms', () => {
  test('lists every page of channels, by name', async () => {
    const { api } = await server.newAccount()
    const found = await api.slackSetup.rooms({ body: { token, address: `${slack.url}/api` } })
    expect(found.map(({ name }) => name)).toEqual(['room-1', 'room-2', 'room-3'])
  })

  test('returns 400 for a token that Slack rejects, and 502 if the server is not Slack', async () => {
    const { api } = await server.newAccount()
    const body = { token: 'xoxb-other', address: `${slack.url}/api` }
    await expect(api.slackSetup.rooms({ body })).rejects.toMatchObject({
      status: 400,
      errorType: 'credentialsInvalid',
      message: 'Slack returned: invalid_auth',
    })
    slack.failures.push({ status: 200, body: '<html>' })
    await expect(api.slackSetup.rooms({ body })).rejects.toMatchObject({ errorType: 'sourceFailed' })
  })

  test.each([
    [429, 'ratelimited'],
    [200, 'internal_error'],
  ])('returns 502 for a temporary error of Slack: %i %s', async (status, error) => {
    const { api } = await server.newAccount()
    slack.failures.push({ status, body: { ok: false, error } })
    const body = { token, address: `${slack.url}/api` }
    await expect(api.slackSetup.rooms({ body })).rejects.toMatchObject({
      status: 502,
      errorType: 'sourceFailed',
      message: `Slack returned: ${error}`,
    })
  })
})

describe('a Slack app', () => {
  test('posts to the channel that was chosen, which is shown instead of the token', async () => {
    const { api, channel, delivery } = await sendTo('C1')
    expect(delivery).toMatchObject({ kind: 'slackApp', state: 'delivered' })
    expect(slack.requests.map(({ url }) => url.pathname)).toEqual(['/api/chat.postMessage'])
    expect(slack.requests[0]!.json).toMatchObject({ channel: 'C1', text: 'Test message from Assay' })
    expect(channel).toMatchObject({ host: '#room-2' })
    expect(JSON.stringify(await api.notificationChannels.list())).not.toContain('canary')
    const params = { channelUuid: channel.uuid }
    const moved = await api.notificationChannels.update({
      params,
      body: { room: { id: 'C2', name: 'room-1' } },
    })
    expect(moved.host).toBe('#room-1')
    await api.notificationChannels.test({ params })
    await server.mailed()
    expect(slack.requests[1]!.json).toMatchObject({ channel: 'C2' })
    const elsewhere = { address: 'https://slack-gov.com/api' }
    await expect(api.notificationChannels.update({ params, body: elsewhere })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('is not retried for a deleted channel, but is for a temporary error', async () => {
    const gone = await sendTo('C9')
    expect(gone.delivery).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('channel_not_found'),
    })
    slack.failures.push({ status: 200, body: { ok: false, error: 'internal_error' } })
    const passing = await sendTo('C1')
    expect(passing.delivery).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  test('requires a token and a channel, which other kinds reject', async () => {
    const { api } = await server.newAccount()
    const { token: _token, ...withoutToken } = appOf('C1')
    const { room: _room, ...withoutRoom } = appOf('C1')
    for (const body of [withoutToken, withoutRoom, { ...appOf('C1'), kind: 'slack' as const }])
      await expect(api.notificationChannels.create({ body })).rejects.toMatchObject({
        errorType: 'channelInvalid',
      })
  })

  test('cannot be set up by two administrators concurrently', async () => {
    const admin = await server.newAccount()
    const other = await signedIn(server, await server.addMember(admin, 'Administrator'))
    await other.api.slackSetup.borrow({ query: {} })
    await expect(admin.api.notificationChannels.create({ body: appOf('C1') })).rejects.toMatchObject({
      status: 409,
      errorType: 'slackSetupLocked',
    })
    await other.api.notificationChannels.create({ body: appOf('C1') })
    // The lock is released when done.
    await admin.api.notificationChannels.create({ body: appOf('C2') })
  })
})
