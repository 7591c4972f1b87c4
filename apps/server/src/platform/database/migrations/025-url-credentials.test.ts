import type { Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { up } from './025-url-credentials.ts'

let server: TestServer
let admin: TestMember

beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
  admin = await server.newAccount()
})
afterAll(() => server.stop())

test('removes stored credentials without merging projects', async () => {
  const { db } = server
  const project = (uuid: string, url: string, tags: string[] = []) => ({
    account_uuid: admin.accountUuid,
    uuid,
    url,
    name: url.replace('https://', ''),
    tags,
  })
  const [first, second, plain] = [randomUUID(), randomUUID(), randomUUID()]
  await db
    .insertInto('project')
    .values([
      { ...project(first, 'https://ci:one-secret@host.example/x'), created_at: new Date(1) },
      { ...project(second, 'https://ci:two-secret@host.example/x'), created_at: new Date(2) },
      project(plain, 'https://host.example/@scope/y'),
    ])
    .execute()
  const from = 'https://feed:source-secret@mirror.example/osv'
  await db
    .insertInto('advisory_sync')
    .values({ uuid: randomUUID(), source: from, state: 'done', progress: JSON.stringify({ current: from }) })
    .execute()
  await db.updateTable('advisory_record').set({ source: from }).execute()
  await db
    .insertInto('audit_event')
    .values({
      account_uuid: admin.accountUuid,
      member_email: admin.email,
      credential: 'test',
      address: '',
      action: 'databases.sync',
      target: '{}',
      after: JSON.stringify({ from }),
    })
    .execute()

  await up(db as unknown as Kysely<unknown>)

  const urls = await db.selectFrom('project').select(['uuid', 'url', 'name']).execute()
  expect(Object.fromEntries(urls.map(({ uuid, url }) => [uuid, url]))).toEqual({
    [first]: 'https://host.example/x',
    [second]: `https://host.example/x#${second.slice(0, 8)}`,
    [plain]: 'https://host.example/@scope/y',
  })
  const left = [
    urls,
    await db.selectFrom('advisory_sync').selectAll().execute(),
    await db.selectFrom('advisory_record').select('source').distinct().execute(),
    await db.selectFrom('audit_event').selectAll().execute(),
    await admin.api.advisoryDatabases.list(),
  ]
  expect(
    JSON.stringify(left, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toMatch(/secret/)
})
