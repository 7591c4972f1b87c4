import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { startChildServer } from '#testing/child-server.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { maxValueBytes } from './bound-change.ts'

// The server's heap is too small for several pages of the largest events at once.
const heapMb = 128
const events = 1_000
const readers = 20

const folder = temporaryFolder()
const database = forAllTests(freshDatabase)
const server = forAllTests(() => {
  const { connection } = database
  return startChildServer({ connection, folder, heapMb, settings: { ASSAY_ROLES: 'web' } })
})
let accountUuid: string

beforeAll(async () => {
  accountUuid = (await server.api.accounts.me()).uuid
  const value = sql`to_jsonb(repeat('x', ${maxValueBytes - 2}::int))`
  await sql`insert into audit_event (account_uuid, member_email, credential, address, action, target, before, after)
    select ${accountUuid}, 'a@example.org', 'token', '::1', 'tags.update', '{}', ${value}, ${value}
    from generate_series(1, ${events}::int)`.execute(database.db)
})

/** The size of the whole export; retries after a 503. */
async function exported(): Promise<number> {
  for (;;) {
    const headers = { authorization: server.authorization }
    const response = await fetch(`${server.url}/api/v1/accounts/${accountUuid}/audit.csv`, { headers })
    let bytes = 0
    if (response.status === 200) {
      for await (const chunk of response.body!) bytes += chunk.length
      return bytes
    }
    expect(await response.json()).toMatchObject({ errorType: 'busy' })
    await sleep(Number(response.headers.get('retry-after')) * 200)
  }
}

test(
  'concurrent exports of the largest events are complete, regardless of the heap size',
  { timeout: 300_000 },
  async () => {
    const sizes = await Promise.all(Array.from({ length: readers }, exported))
    expect(Math.min(...sizes)).toBeGreaterThan(2 * events * (maxValueBytes - 2))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  },
)
