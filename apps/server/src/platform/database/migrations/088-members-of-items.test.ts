import { type Kysely, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './088-members-of-items.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('assigns pending items about API tokens to their members, and removes those of deleted tokens', async () => {
  const { db } = server
  const admin = await server.newAccount()
  const [rule] = await admin.api.notificationRules.list()
  const token = await db
    .selectFrom('api_token')
    .select('uuid')
    .where('member_uuid', '=', admin.uuid)
    .executeTakeFirstOrThrow()
  const item = (kind: string, groupKey: string) => ({
    account_uuid: admin.accountUuid,
    rule_uuid: rule!.uuid,
    kind,
    group_key: groupKey,
    title: '{}',
    details: '[]',
    path: '/',
    at: new Date(),
  })
  await db
    .insertInto('notification_item')
    .values([
      item('tokenEnding', token.uuid),
      item('tokenEnding', randomUUID()),
      item('sourceFailing', 'npm'),
    ])
    .execute()
  await sql`alter table notification_item drop column member_uuid`.execute(db)
  await sql`drop index outbox_event_of_account_by_type`.execute(db)
  await sql`create index outbox_event_of_account on outbox_event (account_uuid)`.execute(db)

  await up(db as unknown as Kysely<unknown>)
  const items = await db
    .selectFrom('notification_item')
    .select(['kind', 'member_uuid as memberUuid'])
    .orderBy('kind')
    .execute()
  expect(items).toEqual([
    { kind: 'sourceFailing', memberUuid: null },
    { kind: 'tokenEnding', memberUuid: admin.uuid },
  ])
})
