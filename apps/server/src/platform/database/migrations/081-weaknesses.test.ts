import { type Kysely, sql } from 'kysely'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './081-weaknesses.ts'

const compress = promisify(zstdCompress)
const id = 'ASY-2019-10744'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

let before: { id: string; cwes: string[] }[]
beforeEach(async () => {
  before = await ofRecords()
  await sql`drop index advisory_record_cwes`.execute(server.db)
  await sql`alter table advisory_record drop column cwes`.execute(server.db)
})

const ofRecords = async () =>
  (
    await sql<{ id: string; cwes: string[] }>`select id, cwes from advisory_record order by id`.execute(
      server.db,
    )
  ).rows

const migrate = () =>
  server.db.transaction().execute((transaction) => up(transaction as unknown as Kysely<unknown>))

test('reads the CWE ids of stored records from their documents', async () => {
  expect(before.find((each) => each.id === id)?.cwes).toEqual(['CWE-20', 'CWE-1321'])
  await migrate()
  expect(await ofRecords()).toEqual(before)
})

test('locks the table only after reading, and reads documents again that were written meanwhile', async () => {
  const document = await compress(JSON.stringify({ id, database_specific: { cwe_ids: ['CWE-79'] } }))
  let migrated: Promise<void> | undefined
  await server.db.transaction().execute(async (transaction) => {
    await sql`update advisory_record set document = ${document} where id = ${id}`.execute(transaction)
    migrated = migrate()
    const waiting = sql<{ hasRead: boolean }>`
      select exists (select from pg_locks as held where held.pid = lock.pid and held.relation = lock.relation
        and held.mode = 'AccessShareLock' and held.granted) as "hasRead"
      from pg_locks lock
      where relation = 'advisory_record'::regclass and mode = 'AccessExclusiveLock' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await expect
      .poll(async () => (await waiting.execute(transaction)).rows, { timeout: 60_000 })
      .toEqual([{ hasRead: true }])
  })
  await migrated
  const cwes = (each: { id: string; cwes: string[] }) => (each.id === id ? ['CWE-79'] : each.cwes)
  expect(await ofRecords()).toEqual(before.map((each) => ({ ...each, cwes: cwes(each) })))
})
