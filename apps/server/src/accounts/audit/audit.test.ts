import type { AuditEvent } from '@assay/contract/audit.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

let server: TestServer
let admin: TestMember
let other: TestMember

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
/** Three actions by two members: a tag two days ago, a team yesterday, a rename of the tag today. */
beforeEach(async () => {
  admin = await server.newAccount()
  other = await server.addMember(admin, 'Administrator')
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'one' } })
  await move(2)
  await other.api.teams.create({ body: { name: 'Two' } })
  await move(1)
  await admin.api.tags.update({ params: { tagUuid }, body: { name: 'three' } })
})
afterAll(() => server?.stop())

/** Backdates the newest event by this many days. */
const move = async (days: number) => {
  const { sequence } = (await list())[0]!
  await server.db
    .updateTable('audit_event')
    .set({ at: new Date(Date.now() - days * dayMs) })
    .where('account_uuid', '=', admin.accountUuid)
    .where('sequence', '=', sequence)
    .execute()
}

const list = async (query: object = {}): Promise<AuditEvent[]> =>
  (await admin.api.audit.list({ params: { accountUuid: admin.accountUuid }, query })).events
const acts = async (query: object) => (await list(query)).map(({ action }) => action)

describe('the audit log', () => {
  test('contains old and new values, the actor and the client address', async () => {
    expect((await list())[0]).toMatchObject({
      action: 'tags.update',
      memberUuid: admin.uuid,
      memberEmail: admin.email,
      address: '127.0.0.1',
      agent: 'node',
      before: { name: 'one' },
      after: { name: 'three' },
    })
  })

  test.each([
    ['all', () => ({}), ['tags.update', 'teams.create', 'tags.create']],
    ['a member', () => ({ memberUuid: other.uuid }), ['teams.create']],
    ['an act', () => ({ action: 'tags.create' }), ['tags.create']],
    ['an action group', () => ({ action: 'tags' }), ['tags.update', 'tags.create']],
    ['an unknown action', () => ({ action: 'nonsense' }), []],
    ['part of a name', () => ({ text: 'update' }), ['tags.update']],
    ['days', () => ({ from: daysAgo(1), to: daysAgo(1) }), ['teams.create']],
    ['days from', () => ({ from: daysAgo(1) }), ['tags.update', 'teams.create']],
    ['days until', () => ({ to: daysAgo(1) }), ['teams.create', 'tags.create']],
    ['everything', () => ({ memberUuid: admin.uuid, action: 'tags', to: daysAgo(1) }), ['tags.create']],
  ])('can be filtered by %s', async (_by, query, expected) => {
    expect(await acts(query())).toEqual(expected)
  })

  test('is paged, newest first, each event once', async () => {
    const params = { accountUuid: admin.accountUuid }
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
      const { events, nextCursor } = await admin.api.audit.list({ params, query })
      seen.push(...events.map(({ action }) => action))
      cursor = nextCursor
    }
    expect(seen).toEqual(['tags.update', 'teams.create', 'tags.create'])
  })

  test('is available as CSV, with the same filters', async () => {
    const params = { accountUuid: admin.accountUuid }
    const csv = await admin.api.audit.csv({ params, query: { action: 'tags', to: daysAgo(1) } })
    const [heading, row, end] = csv.split('\r\n')
    expect(heading).toBe('time,member,credential,address,agent,action,target,before,after')
    expect([row?.includes(`${admin.email},`), row?.includes(',node,tags.create,'), end]).toEqual([
      true,
      true,
      '',
    ])
  })

  test('requires permission', async () => {
    const viewer = await server.addMember(admin, 'Viewer')
    const stranger = await server.newAccount()
    const params = { accountUuid: admin.accountUuid }
    await expect(viewer.api.audit.list({ params })).rejects.toMatchObject({ status: 403 })
    await expect(stranger.api.audit.list({ params })).rejects.toMatchObject({ status: 404 })
  })
})
