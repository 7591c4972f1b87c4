import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'

// A group of any size is updated with one statement for additions and one for removals.

const count = 5000
let uuids: string[]
let group: string

const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())
beforeAll(async () => {
  const { accountUuid } = admin
  const { rows } = await sql<{ uuid: string }>`
    insert into member (account_uuid, uuid, name, email, role, status)
    select ${accountUuid}, gen_random_uuid(), 'Member ' || n, 'member-' || n || '@example.org', 'Viewer', 'Active'
    from generate_series(1, ${count}) n returning uuid`.execute(server.db)
  uuids = rows.map(({ uuid }) => uuid).toSorted()
  await sql`create table statement (act text not null)`.execute(server.db)
  await sql`
    create function count_statement() returns trigger language plpgsql as
      $$ begin insert into statement values (tg_op); return null; end $$`.execute(server.db)
  await sql`create trigger count_statement after insert or update or delete on team_member
    for each statement execute function count_statement()`.execute(server.db)
  const { body } = await call('POST', '/Groups', { displayName: 'Everybody of the directory' })
  group = `/Groups/${body.id}`
})
beforeEach(() => sql`delete from statement`.execute(server.db))

async function call(method: string, path: string, body: object) {
  const response = await fetch(`${server.url}/api/v1/scim${path}`, {
    method,
    headers: { authorization: admin.authorization, 'content-type': 'application/scim+json' },
    body: JSON.stringify(body),
  })
  type Body = { id: string; members: { value: string }[] }
  return { status: response.status, body: (await response.json()) as Body }
}

const patch = (...Operations: object[]) =>
  call('PATCH', group, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const valuesOf = (some: string[]) => some.map((value) => ({ value }))
const statements = async () =>
  (await sql<{ act: string }>`select act from statement order by act`.execute(server.db)).rows.map(
    ({ act }) => act,
  )
const rolesOf = async () =>
  (
    await sql<{ role: string; count: number }>`
      select role, count(*)::int as count from team_member where account_uuid = ${admin.accountUuid}
      group by role order by role`.execute(server.db)
  ).rows
const lastEvent = async () => {
  const { events } = await admin.api.audit.list({
    params: { accountUuid: admin.accountUuid },
    query: { action: 'scim', limit: 1 },
  })
  return { action: events[0]!.action, after: JSON.stringify(events[0]!.after) }
}

test('adds members with one statement and one event', async () => {
  const { status, body } = await patch({ op: 'add', path: 'members', value: valuesOf(uuids) })
  expect([status, body.members.length]).toEqual([200, count])
  expect(await statements()).toEqual(['INSERT'])
  expect(await rolesOf()).toEqual([{ role: 'Team viewer', count }])
  const { action, after } = await lastEvent()
  expect(action).toBe('scim.patchGroup')
  expect(after).toContain(uuids[0])
})

test('replaces some with one statement each way, and remaining members keep their role', async () => {
  const stays = uuids[10]!
  await sql`update team_member set role = 'Team administrator' where member_uuid = ${stays}`.execute(
    server.db,
  )
  await sql`delete from statement`.execute(server.db)
  const half = uuids.slice(0, count / 2)
  const { status, body } = await patch({ op: 'replace', path: 'members', value: valuesOf(half) })
  expect([status, body.members.length]).toEqual([200, count / 2])
  expect(await statements()).toEqual(['DELETE', 'INSERT'])
  const other = [stays, ...uuids.slice(count / 2)]
  expect((await call('PUT', group, { displayName: 'Others', members: valuesOf(other) })).status).toBe(200)
  expect(await statements()).toEqual(['DELETE', 'DELETE', 'INSERT', 'INSERT'])
  expect(await rolesOf()).toEqual([
    { role: 'Team administrator', count: 1 },
    { role: 'Team viewer', count: count / 2 },
  ])
})

test('removes all with one statement', async () => {
  const { status, body } = await patch({ op: 'remove', path: 'members' })
  expect([status, body.members]).toEqual([200, []])
  expect(await statements()).toEqual(['DELETE'])
})

test('changes nothing if one of them is unknown', async () => {
  const unknown = [...uuids, '00000000-0000-4000-8000-000000000000']
  expect((await patch({ op: 'add', path: 'members', value: valuesOf(unknown) })).status).toBe(404)
  expect(await statements()).toEqual([])
})

describe('a group with more members than a request can list', () => {
  const large = 12_000
  let teamUuid: string
  const change = (...Operations: object[]) => call('PATCH', `/Groups/${teamUuid}`, { Operations })

  beforeAll(async () => {
    const { accountUuid } = admin
    teamUuid = await server.addTeam(admin, 'Larger than any request')
    await sql`
      with made as (
        insert into member (account_uuid, uuid, name, email, role, status)
        select ${accountUuid}, gen_random_uuid(), 'M', 'large-' || n || '@example.org', 'Viewer', 'Active'
        from generate_series(1, ${large}) n returning uuid)
      insert into team_member (account_uuid, team_uuid, member_uuid, role)
      select ${accountUuid}, ${teamUuid}, uuid, 'Team viewer' from made`.execute(server.db)
  })

  test('adds and removes single members, and logs only these', async () => {
    const [uuid] = uuids
    const { status, body } = await change({ op: 'add', path: 'members', value: valuesOf([uuid!]) })
    expect([status, body.members.length]).toEqual([200, large + 1])
    expect(JSON.parse((await lastEvent()).after)).toMatchObject({ added: [uuid], removed: [] })
    const left = await change({ op: 'remove', path: `members[value eq "${uuid}"]` })
    expect([left.status, left.body.members.length]).toEqual([200, large])
    expect(JSON.parse((await lastEvent()).after)).toMatchObject({ added: [], removed: [uuid] })
    expect(await statements()).toEqual(['DELETE', 'INSERT'])
  })

  test('can be renamed and keeps its members', async () => {
    expect((await change({ op: 'replace', path: 'displayName', value: 'Renamed' })).status).toBe(200)
    expect((await call('PUT', `/Groups/${teamUuid}`, { displayName: 'Again' })).body.members).toHaveLength(
      large,
    )
    expect(await statements()).toEqual([])
  })
})
