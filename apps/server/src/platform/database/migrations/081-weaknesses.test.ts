import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './081-weaknesses.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('reads the CWE ids of stored records from their documents', async () => {
  const { db } = server
  const ofRecords = async () =>
    (await sql<{ id: string; cwes: string[] }>`select id, cwes from advisory_record order by id`.execute(db))
      .rows
  const before = await ofRecords()
  expect(before.find(({ id }) => id === 'ASY-2019-10744')?.cwes).toEqual(['CWE-20', 'CWE-1321'])
  await sql`drop index advisory_record_cwes`.execute(db)
  await sql`alter table advisory_record drop column cwes`.execute(db)

  await up(db as unknown as Kysely<unknown>)
  expect(await ofRecords()).toEqual(before)
})
