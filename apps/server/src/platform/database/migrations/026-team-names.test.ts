import { type Kysely, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './026-team-names.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('teams with the same name are renamed, and none is lost', async () => {
  const { db } = server
  const [one, other] = [await server.newAccount(), await server.newAccount()]
  await sql`drop index team_name`.execute(db)
  const [first, second, provisioned, alone] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const team = (uuid: string, name: string, accountUuid: string) => ({
    account_uuid: accountUuid,
    uuid,
    name,
  })
  await db
    .insertInto('team')
    .values([
      { ...team(first, 'Core', one.accountUuid), created_at: new Date(1) },
      { ...team(second, 'CORE', one.accountUuid), created_at: new Date(2) },
      { ...team(provisioned, 'core', one.accountUuid), created_at: new Date(3), is_provisioned: true },
      team(alone, 'core', other.accountUuid),
    ])
    .execute()

  await up(db as unknown as Kysely<unknown>)

  const rows = await db.selectFrom('team').select(['uuid', 'name']).execute()
  expect(Object.fromEntries(rows.map(({ uuid, name }) => [uuid, name]))).toEqual({
    [first]: `Core (${first.slice(0, 8)})`,
    [second]: `CORE (${second.slice(0, 8)})`,
    [provisioned]: 'core',
    [alone]: 'core',
  })
  await expect(one.api.teams.create({ body: { name: 'Core' } })).rejects.toMatchObject({ status: 409 })
})
