import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueRule } from '#notifications/rules/send-due.ts'
import { signedIn } from '#testing/sessions.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './096-message-phrases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('messages that were waiting for a digest keep their text', async () => {
  const { db, context } = server
  const admin = await server.newAccount()
  const { api } = await signedIn(server, admin)
  const { uuid } = await api.notificationRules.create({ body: { name: 'Sources', kinds: ['sourceFailing'] } })
  await sql`alter table notification_channel drop column language`.execute(db)
  await sql`alter table notification_item rename column details to detail`.execute(db)
  await sql`alter table notification_item alter column title type text, alter column detail type text`.execute(
    db,
  )
  await sql`insert into notification_item (account_uuid, rule_uuid, kind, group_key, title, detail, path, at) values
    (${admin.accountUuid}, ${uuid}, 'sourceFailing', 'kev', 'The CISA KEV catalog cannot be read', 'timeout', '/', now()),
    (${admin.accountUuid}, ${uuid}, 'sourceFailing', 'npm', 'The feed for npm "quoted"', '', '/', now())`.execute(
    db,
  )
  await sql`insert into notification_due (account_uuid, rule_uuid, first_at, due_at)
    values (${admin.accountUuid}, ${uuid}, now(), now())`.execute(db)

  await up(db as unknown as Kysely<unknown>)
  await sendDueRule(context)
  const { messages } = await api.inbox.list({})
  const lines = messages.flatMap(({ message }) => message.lines.map(({ title, detail }) => [title, detail]))
  expect(lines).toEqual([
    ['The CISA KEV catalog cannot be read', 'timeout'],
    ['The feed for npm "quoted"', ''],
  ])
})
