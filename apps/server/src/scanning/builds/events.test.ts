import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ApiError } from '@assay/sdk/api-error.ts'
import { accountScope } from '#auth/scope.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { followBuild } from './follow-build.ts'
import { streamLimits } from '#scanning/builds/uploads/routes.ts'
import { updateBuild } from './store.ts'

describe('GET /builds/{id}/events', () => {
  let server: TestServer
  let member: TestMember

  beforeAll(async () => {
    server = await startTestServer({ withWorker: false })
    member = await server.newAccount()
  })
  afterAll(() => server.stop())

  const scope = () => accountScope(member.accountUuid)
  /** No worker runs: only the test changes the build's state. */
  const queued = () =>
    member.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(['lodash@4.17.4'])),
        url: 'https://example.org/events',
        branch: 'main',
        wait: 'false',
      },
    })
  const follow = (id: string, signal?: AbortSignal) =>
    member.api.builds.events({ params: { id } }, signal ? { signal } : {})

  test('sends each state change and closes when the build ends', async () => {
    const { id, status } = await queued()
    expect(status).toBe('queued')
    const seen: (string | null)[][] = []
    for await (const { id: uuid, status, reason } of await follow(id)) {
      expect(uuid).toBe(id)
      seen.push([status, reason])
      if (status === 'queued') await updateBuild(server.db, scope(), { uuid, state: 'scanning' })
      if (status === 'scanning')
        await updateBuild(server.db, scope(), { uuid, state: 'failed', reason: 'No lockfile' })
    }
    expect(seen).toEqual([
      ['queued', null],
      ['scanning', null],
      ['failed', 'No lockfile'],
    ])
  })

  test('sends the final state of an ended build at once', async () => {
    const { id } = await queued()
    await updateBuild(server.db, scope(), { uuid: id, state: 'failed', reason: 'x' })
    expect(await Array.fromAsync(await follow(id))).toMatchObject([{ status: 'failed', reason: 'x' }])
  })

  test('is sent as server-sent events that proxies do not buffer', async () => {
    const { id } = await queued()
    await updateBuild(server.db, scope(), { uuid: id, state: 'failed', reason: 'x' })
    const response = await fetch(`${server.url}/api/v1/builds/${id}/events`, {
      headers: { authorization: member.authorization },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(await response.text()).toMatch(/^data:\{"id":[^\n]+\}\n\n$/)
  })

  test('rejects callers without read permission, builds of other accounts and unknown builds', async () => {
    const { id } = await queued()
    const stranger = await server.newAccount()
    await expect(stranger.api.builds.events({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(follow('0198c9c4-0000-7000-8000-000000000000')).rejects.toMatchObject({ status: 404 })
    await expect(server.anonymous.builds.events({ params: { id } })).rejects.toMatchObject({ status: 401 })
    const outside = await server.addMember(member, 'Team viewer', await server.addTeam(member, 'other'))
    await expect(outside.api.builds.events({ params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  describe('closes within seconds after', () => {
    const revoke = async ({ uuid }: TestMember, table: 'session' | 'api_token', set: object) =>
      server.db.updateTable(table).set(set).where('member_uuid', '=', uuid).execute()
    const at = ({ uuid }: TestMember) => ({ params: { accountUuid: member.accountUuid, memberUuid: uuid } })
    const past = () => new Date(Date.now() - 1000)

    const ways: [string, 'session' | 'token', (by: TestMember, team: string) => Promise<unknown>][] = [
      ['a logout', 'session', ({ api }) => api.credentials.logout({})],
      [
        'an administrator revokes the session',
        'session',
        async (by) => {
          const [session] = await member.api.members.sessions(at(by))
          const params = { ...at(by).params, sessionUuid: session!.uuid }
          return member.api.members.endSession({ params })
        },
      ],
      ['the session expires', 'session', (by) => revoke(by, 'session', { expires_at: past() })],
      ['the session times out', 'session', (by) => revoke(by, 'session', { last_used_at: new Date(0) })],
      [
        'the member is disabled',
        'session',
        (by) => member.api.members.update({ ...at(by), body: { status: 'Inactive' } }),
      ],
      ['the member is removed', 'token', (by) => member.api.members.remove(at(by))],
      [
        'the token is deleted',
        'token',
        (by) => server.db.deleteFrom('api_token').where('member_uuid', '=', by.uuid).execute(),
      ],
      ['the token expires', 'token', (by) => revoke(by, 'api_token', { expires_at: past() })],
      [
        'the member leaves the team',
        'token',
        (by, teamUuid) => member.api.teams.removeMember({ params: { teamUuid, memberUuid: by.uuid } }),
      ],
    ]
    // Access is rechecked periodically; each case waits for the next check.
    test.concurrent.each(ways)('with %s', async (_, kind, act) => {
      const team = await server.addTeam(member, `team ${randomUUID()}`)
      const other = await server.addMember(member, 'Team viewer', team)
      const by = kind === 'session' ? await signedIn(server, other) : other
      const { id } = await member.api.uploads.intoNew({
        body: {
          file: filePart(npmInventory(['lodash@4.17.4'])),
          url: `https://example.org/${team}`,
          branch: 'main',
          wait: 'false',
          teamUuid: team,
        },
      })
      const seen: string[] = []
      for await (const { status } of await by.api.builds.events({ params: { id } })) {
        seen.push(status)
        if (seen.length === 1) await act(by, team)
      }
      expect(seen).toEqual(['queued'])
    })

    test.concurrent('while other listeners continue', async () => {
      const { id } = await queued()
      const seen: string[] = []
      for await (const { status } of await follow(id)) {
        seen.push(status)
        if (status !== 'queued') continue
        await sleep(5_000)
        await updateBuild(server.db, scope(), { uuid: id, state: 'failed', reason: 'x' })
      }
      expect(seen).toEqual(['queued', 'failed'])
    })
  })

  test('limits the streams per member, whatever the credential, also when many are opened at once', async () => {
    const by = await server.addMember(member, 'Viewer')
    const session = await signedIn(server, by)
    const { id } = await queued()
    const aborter = new AbortController()
    onTestFinished(() => aborter.abort())
    // Reading its first event keeps a stream open: a response that nobody reads is garbage collected.
    const firstOf = async (events: Promise<AsyncIterable<unknown>>) => {
      await (await events)[Symbol.asyncIterator]().next()
      return 'open'
    }
    const open = ({ api }: Pick<TestMember, 'api'>, { signal } = aborter) =>
      firstOf(api.builds.events({ params: { id } }, { signal })).catch(
        ({ status, errorType, retryAfterMs }: ApiError) => ({ status, errorType, retryAfterMs }),
      )
    const { ofMember } = streamLimits
    const opened = await Promise.all(
      Array.from({ length: 2 * ofMember }, (_, at) => open(at % 2 === 0 ? by : session)),
    )
    const rejected = { status: 429, errorType: 'tooManyStreams', retryAfterMs: 30_000 }
    expect(opened.filter((each) => each === 'open')).toHaveLength(ofMember)
    expect(opened.filter((each) => each !== 'open')).toEqual(Array.from({ length: ofMember }, () => rejected))
    expect(await open(member)).toBe('open')
    aborter.abort()
    await expect.poll(() => open(by, new AbortController())).toBe('open')
  })

  test('uses no slot for a build that the member cannot see', async () => {
    const by = await server.addMember(member, 'Viewer')
    const unknown = { params: { id: '0198c9c4-0000-7000-8000-000000000000' } }
    for (let count = 0; count < 2 * streamLimits.ofMember; count++)
      await expect(by.api.builds.events(unknown)).rejects.toMatchObject({ status: 404 })
  })

  test('can be closed by the client at any time', async () => {
    const { id } = await queued()
    const aborter = new AbortController()
    const rest = (await follow(id, aborter.signal))[Symbol.asyncIterator]()
    await rest.next()
    aborter.abort()
    await expect(rest.next()).rejects.toThrow(/abort/i)
  })

  test('stops polling when the last listener leaves', async () => {
    const { id } = await queued()
    const aborter = new AbortController()
    const rest = followBuild(server.db, scope(), { uuid: id, gone: aborter.signal })
    await rest.next()
    const last = rest.next()
    aborter.abort()
    expect(await last).toEqual({ done: true, value: undefined })
  })
})

test('a server shutdown closes open streams first', async () => {
  const server = await startTestServer({ withWorker: false })
  const member = await server.newAccount()
  const { id } = await member.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory([])),
      url: 'https://example.org/stop',
      branch: 'main',
      wait: 'false',
    },
  })
  const events = (await member.api.builds.events({ params: { id } }))[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ status: 'queued' })
  const rest = events.next()
  await server.stop()
  expect(await rest).toEqual({ done: true, value: undefined })
})

describe('with a worker', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('the last event contains the report uuid', async () => {
    const member = await server.newAccount()
    const { id } = await member.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory([])),
        url: 'https://example.org/done',
        branch: 'main',
        wait: 'false',
      },
    })
    const events = await Array.fromAsync(await member.api.builds.events({ params: { id } }))
    expect(events.at(-1)).toMatchObject({ id, status: 'success', security: '100' })
    expect(events.at(-1)?.reportUuid).toMatch(/^[\da-f-]{36}$/)
  })
})
