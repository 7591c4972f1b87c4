import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { AuditEvent } from '@assay/contract/audit.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'

const daysAgo = (days: number) => isoDay(Date.now() - days * dayMs)

const server = testServer({ withWorker: false })
const admin = forEachTest(() => server.newAccount())
const other = forEachTest(() => server.addMember(admin, 'Administrator'))
/** Three actions by two members: a tag two days ago, a team yesterday, a rename of the tag today. */
beforeEach(async () => {
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'one' } })
  await move(2)
  await other.api.teams.create({ body: { name: 'Two' } })
  await move(1)
  await admin.api.tags.update({ params: { tagUuid }, body: { name: 'three' } })
})

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
const actions = async (query: object) => (await list(query)).map(({ action }) => action)

/** Events as another process would write them. */
const insert = (events: readonly { at: Date; action: string }[]) =>
  server.db
    .insertInto('audit_event')
    .values(
      events.map((event) => ({
        ...event,
        account_uuid: admin.accountUuid,
        member_email: '',
        credential: '',
        address: '',
        agent: '',
        target: '{}',
      })),
    )
    .execute()

/** Like any other HTTP client, without our types. */
async function get(path: string, query: Record<string, string>) {
  const url = `${server.url}/api/v1/accounts/${admin.accountUuid}/${path}?${new URLSearchParams(query)}`
  const response = await fetch(url, { headers: { authorization: admin.authorization } })
  const body = (await response.json()) as { events: AuditEvent[]; nextCursor: string | null }
  return { status: response.status, body }
}

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
    ['an action', () => ({ action: 'tags.create' }), ['tags.create']],
    ['an action group', () => ({ action: 'tags' }), ['tags.update', 'tags.create']],
    ['an unknown action', () => ({ action: 'nonsense' }), []],
    ['part of a group', () => ({ action: 'tag' }), []],
    ['nothing', () => ({ action: '', text: '' }), ['tags.update', 'teams.create', 'tags.create']],
    ['part of a name', () => ({ text: 'update' }), ['tags.update']],
    ['part of a name in another case', () => ({ text: ' S.CREATE ' }), ['teams.create', 'tags.create']],
    ['part of an address', () => ({ text: other.email.slice(3, 20) }), ['teams.create']],
    ['text with wildcards of SQL', () => ({ text: 'tags_update' }), []],
    ['other wildcards of SQL', () => ({ text: 't%e' }), []],
    ['a backslash', () => ({ text: '\\' }), []],
    ['an unknown member', () => ({ memberUuid: randomUUID() }), []],
    ['days in reverse', () => ({ from: daysAgo(0), to: daysAgo(1) }), []],
    ['days', () => ({ from: daysAgo(1), to: daysAgo(1) }), ['teams.create']],
    ['days from', () => ({ from: daysAgo(1) }), ['tags.update', 'teams.create']],
    ['days until', () => ({ to: daysAgo(1) }), ['teams.create', 'tags.create']],
    ['everything', () => ({ memberUuid: admin.uuid, action: 'tags', to: daysAgo(1) }), ['tags.create']],
  ])('can be filtered by %s', async (_by, query, expected) => {
    expect(await actions(query())).toEqual(expected)
  })

  test('has days in UTC, from the first to the last millisecond', async () => {
    const at = [
      '2026-03-09T23:59:59.999Z',
      '2026-03-10T00:00:00Z',
      '2026-03-10T23:59:59.999Z',
      '2026-03-11T00:00:00Z',
    ]
    await insert(at.map((time) => ({ at: new Date(time), action: `on ${time}` })))
    expect(await actions({ from: '2026-03-10', to: '2026-03-10' })).toEqual([`on ${at[2]}`, `on ${at[1]}`])
    expect(await actions({ to: '2026-03-10', text: 'on 2' })).toEqual([
      `on ${at[2]}`,
      `on ${at[1]}`,
      `on ${at[0]}`,
    ])
    expect(await actions({ from: '2026-03-11', text: 'on 2' })).toEqual([`on ${at[3]}`])
  })

  test.each([
    { limit: '0' },
    { limit: '501' },
    { limit: '1.5' },
    { cursor: '0' },
    { cursor: '-1' },
    { cursor: 'x' },
    { cursor: '9007199254740993' },
    { memberUuid: 'x' },
    { from: '2026-02-30' },
    { to: '1/2/2026' },
    { text: 'x'.repeat(201) },
    { action: 'x'.repeat(101) },
  ])('rejects %j', async (query: Record<string, string>) => {
    const { status, body } = await get('audit', query)
    expect([status, body]).toMatchObject([400, { errorType: 'invalidInput' }])
  })

  /** Pages until the last one, as the API returns them. */
  async function pagesOf(query: Record<string, string>): Promise<string[][]> {
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await get('audit', { ...query, ...(cursor !== '' && { cursor }) })
      pages.push(body.events.map(({ action }) => action))
      cursor = body.nextCursor
    }
    return pages
  }

  test.each([
    ['1', [['tags.update'], ['teams.create'], ['tags.create']]],
    ['2', [['tags.update', 'teams.create'], ['tags.create']]],
    ['3', [['tags.update', 'teams.create', 'tags.create']]],
    ['500', [['tags.update', 'teams.create', 'tags.create']]],
  ])('is paged by %s, newest first, each event once, without an empty last page', async (limit, pages) => {
    expect(await pagesOf({ limit })).toEqual(pages)
  })

  test('is paged within each filter', async () => {
    expect(await pagesOf({ limit: '1', action: 'tags' })).toEqual([['tags.update'], ['tags.create']])
    expect(await pagesOf({ limit: '1', memberUuid: other.uuid })).toEqual([['teams.create']])
    expect(await pagesOf({ limit: '1', to: daysAgo(1) })).toEqual([['teams.create'], ['tags.create']])
    expect(await pagesOf({ limit: '1', text: 'nothing' })).toEqual([[]])
  })

  test('is paged across events with the same timestamp, and events recorded meanwhile are on no later page', async () => {
    const at = new Date('2026-03-10T12:00:00Z')
    const named = (number: number) => ({ at, action: `same.${number}` })
    await insert(Array.from({ length: 7 }, (_, number) => named(number)))
    const query = { text: 'same.', limit: '3' }
    expect(await pagesOf(query)).toEqual([
      ['same.6', 'same.5', 'same.4'],
      ['same.3', 'same.2', 'same.1'],
      ['same.0'],
    ])
    const { body } = await get('audit', query)
    await insert([named(7)])
    const next = await get('audit', { ...query, cursor: body.nextCursor! })
    expect(next.body.events.map(({ action }) => action)).toEqual(['same.3', 'same.2', 'same.1'])
  })

  test('of another account is out of reach of every filter and cursor', async () => {
    const otherAccount = await server.newAccount()
    const { uuid: tagUuid } = await otherAccount.api.tags.create({ body: { name: 'other' } })
    await otherAccount.api.tags.remove({ params: { tagUuid } })
    const own = await otherAccount.api.audit.list({
      params: { accountUuid: otherAccount.accountUuid },
      query: {},
    })
    for (const query of [
      { memberUuid: otherAccount.uuid },
      { text: otherAccount.email },
      { action: 'tags.remove' },
      ...own.events.map(({ sequence }) => ({ cursor: String(sequence) })),
    ])
      expect(await get('audit', query)).toEqual({ status: 200, body: { events: [], nextCursor: null } })
    for (const path of ['audit', 'audit.csv']) {
      const response = await fetch(`${server.url}/api/v1/accounts/${otherAccount.accountUuid}/${path}`, {
        headers: { authorization: admin.authorization },
      })
      expect([response.status, await response.json()]).toMatchObject([404, { errorType: 'notFound' }])
    }
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
