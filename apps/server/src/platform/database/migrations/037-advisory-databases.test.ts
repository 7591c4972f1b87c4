import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAdvisoryData } from '#knowledge/advisories/database-store.ts'
import { ingest } from '#knowledge/advisories/ingest.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './037-advisory-databases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server?.stop())

const record = (id: string, ...ecosystems: string[]) => ({
  where: id,
  text: JSON.stringify({
    id,
    modified: '2026-01-01T00:00:00Z',
    affected: ecosystems.map((ecosystem) => ({ package: { ecosystem, name: id }, versions: ['1'] })),
  }),
})

test('synced ecosystems keep their time and source, others have the starter set', async () => {
  const { db } = server
  await ingest(db, 'a mirror', [record('A-1', 'Hex'), record('A-2', 'Hex'), record('A-3', 'Hex', 'Pub')])
  await ingest(db, 'one file', [record('B-1', 'npm')])
  await db.schema.dropTable('advisory_database').execute()
  const { rows } = await sql<{ at: Date }>`
    select max(synced_at) as at from advisory_record where id in ('A-1', 'A-2')`.execute(db)

  await up(db as unknown as Kysely<unknown>)

  const found = await readAdvisoryData(db, ['hex', 'npm', 'pub', 'cran'])
  expect(found).toMatchObject([
    { ecosystem: 'hex', source: 'a mirror', checkedAt: rows[0]!.at, advisories: 3 },
    { ecosystem: 'npm', source: 'starter', checkedAt: null },
    { ecosystem: 'pub', source: 'starter', checkedAt: null, advisories: 1 },
  ])
})
