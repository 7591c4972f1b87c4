import type { LiveScans } from '@assay/contract/live.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { defaultLimits } from './routes.ts'

const server = testServer()
/** Another process on the same database, without workers. */
const web = testServer(() => ({ beside: server, withWorker: false }))
const member = forAllTests(() => server.newAccount())

type Api = TestMember['api']

async function scan({ api }: { api: Api }, teamUuid?: string) {
  const build = await api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      url: `https://example.org/${randomUUID()}`,
      branch: 'main',
      ...(teamUuid !== undefined && { teamUuid }),
    },
  })
  return { projectUuid: build.uuid, reportUuid: build.reportUuid! }
}

/** A stream that has started. */
async function open(api: Api, query: { withinMs?: string } = {}) {
  // Earlier scans have been sent by then.
  await server.mailed()
  const aborter = new AbortController()
  onTestFinished(() => aborter.abort())
  const events = (await api.live.events({ query }, { signal: aborter.signal }))[Symbol.asyncIterator]()
  const first = (await events.next()).value as LiveScans
  return { events, first, leave: () => aborter.abort() }
}

const clientOf = ({ url }: TestServer, authorization: string): Api =>
  createAssayClient({ baseUrl: url, authorization: () => authorization })

const at = (target: TestServer, by: TestMember): Api => clientOf(target, by.authorization)

const reportsOf = (event: LiveScans) => event.scans.map(({ reportUuid }) => reportUuid)

async function nextReports({ events }: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const { value, done } = await events.next()
  return done === true ? ['ended'] : reportsOf(value)
}

describe('GET /live', () => {
  test('starts at once and sends a scan with its project, branch and report', async () => {
    const stream = await open(member.api)
    expect(stream.first).toMatchObject({ scans: [], omitted: 0 })
    const { projectUuid, reportUuid } = await scan(member)
    const { value } = await stream.events.next()
    expect(value.scans).toMatchObject([{ projectUuid, branch: 'main', reportUuid }])
    expect(value.at).toBeGreaterThanOrEqual(stream.first.at)
  })

  test('sends it from every server', async () => {
    const streams = await Promise.all([open(member.api), open(at(web, member)), open(at(web, member))])
    const { reportUuid } = await scan(member)
    expect(await Promise.all(streams.map(nextReports))).toEqual([[reportUuid], [reportUuid], [reportUuid]])
  })

  test('sends nothing to other accounts, other teams or tokens of another project', async () => {
    const stranger = await server.newAccount()
    const team = await server.addTeam(member, `team ${randomUUID()}`)
    const other = await server.addTeam(member, `team ${randomUUID()}`)
    const inside = await server.addMember(member, 'Team viewer', team)
    const outside = await server.addMember(member, 'Team viewer', other)
    const nowhere = await server.addMember(member, 'Team viewer')
    const elsewhere = await scan(member, team)
    const ofProject = await server.addToken(member, { projectUuid: elsewhere.projectUuid })
    const strangers = await open(stranger.api)
    const others = await open(outside.api)
    const none = await open(nowhere.api)
    const token = await open(clientOf(server, ofProject))
    const mine = await open(inside.api)

    const { reportUuid } = await scan(member, team)
    expect(await nextReports(mine)).toEqual([reportUuid])
    // The next event of each is their own scan, so nothing was sent before it.
    const strange = await scan(stranger)
    expect(await nextReports(strangers)).toEqual([strange.reportUuid])
    const theirs = await scan(member, other)
    expect(await nextReports(others)).toEqual([theirs.reportUuid])
    const again = await member.api.uploads.intoProject({
      params: { projectUuid: elsewhere.projectUuid },
      body: { file: filePart(npmInventory(['lodash@4.17.21'])), branch: 'main' },
    })
    expect(await nextReports(token)).toEqual([again.reportUuid])
    const rest = none.events.next()
    none.leave()
    await expect(rest).rejects.toThrow(/abort/i)
  })

  test("sends scans missed during a lost connection, limited to the caller's scope", async () => {
    const before = await open(member.api)
    before.leave()
    const team = await server.addTeam(member, `team ${randomUUID()}`)
    const outside = await server.addMember(member, 'Team viewer', team)
    const { reportUuid } = await scan(member)
    // Includes the time to open the stream.
    const withinMs = String(Date.now() - before.first.at + 5_000)
    expect(reportsOf((await open(member.api, { withinMs })).first)).toContain(reportUuid)
    expect((await open(outside.api, { withinMs })).first.scans).toEqual([])
    expect((await open(member.api, { withinMs: '0' })).first.scans).toEqual([])
  })

  describe('closes before it sends anything more', () => {
    const ways: [string, (by: TestMember, team: string) => Promise<unknown>][] = [
      ['after a logout', ({ api }) => api.credentials.logout({})],
      [
        'after the session has expired',
        ({ uuid }) =>
          server.db
            .updateTable('session')
            .set({ expires_at: new Date(0) })
            .where('member_uuid', '=', uuid)
            .execute(),
      ],
      [
        'after the team membership has ended',
        ({ uuid: memberUuid }, teamUuid) =>
          member.api.teams.removeMember({ params: { teamUuid, memberUuid } }),
      ],
      [
        'after the member was disabled',
        ({ uuid: memberUuid }) =>
          member.api.members.update({
            params: { accountUuid: member.accountUuid, memberUuid },
            body: { status: 'Inactive' },
          }),
      ],
    ]
    test.each(ways)('%s', async (_, act) => {
      const team = await server.addTeam(member, `team ${randomUUID()}`)
      const by = await signedIn(server, await server.addMember(member, 'Team viewer', team))
      const stream = await open(at(web, by))
      await act(by, team)
      await scan(member, team)
      expect(await nextReports(stream)).toEqual(['ended'])
    })

    test('also without any events', async () => {
      const by = await signedIn(server, await server.addMember(member, 'Viewer'))
      const stream = await open(by.api)
      await by.api.credentials.logout({})
      expect(await nextReports(stream)).toEqual(['ended'])
    })
  })

  test('limits the streams per member; a closed one frees its slot', async () => {
    const by = await server.addMember(member, 'Viewer')
    const streams = []
    for (let count = 0; count < defaultLimits.ofMember; count++) streams.push(await open(by.api))
    await expect(open(by.api)).rejects.toMatchObject({ status: 429, errorType: 'tooManyStreams' })
    streams[0]!.leave()
    await expect.poll(() => open(by.api).catch(() => null)).not.toBeNull()
  })

  test('limits the streams per account and serves all of them', async () => {
    const account = await server.newAccount()
    const members: TestMember[] = []
    const perMember = defaultLimits.ofMember
    for (let count = 0; count < defaultLimits.ofAccount / perMember; count++)
      members.push(await server.addMember(account, 'Viewer'))
    const streams = await Promise.all(
      members.flatMap(({ api }) => Array.from({ length: perMember }, () => open(api))),
    )
    await expect(open(account.api)).rejects.toMatchObject({ status: 429, errorType: 'tooManyStreams' })
    const { reportUuid } = await scan(account)
    const received = await Promise.all(streams.map(nextReports))
    expect(new Set(received.flat())).toEqual(new Set([reportUuid]))
    expect(received).toHaveLength(defaultLimits.ofAccount)
    // Other accounts are not affected.
    expect((await open(member.api)).first.scans).toEqual([])
  })

  test('recovers when the LISTEN connection is terminated', async () => {
    const stream = await open(at(web, member))
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`.execute(server.db)
    const { reportUuid } = await scan(member)
    expect(await nextReports(stream)).toEqual([reportUuid])
  })

  test('closes with the server, which stops listening on the database', async () => {
    const third = await startTestServer({ beside: server, withWorker: false })
    const stream = await open(clientOf(third, member.authorization))
    await third.stop()
    expect(await nextReports(stream)).toEqual(['ended'])
  })
})
