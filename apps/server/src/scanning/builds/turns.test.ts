import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false })

const upload = ({ api }: TestMember, name: string) =>
  api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      url: `https://example.org/${name}`,
      branch: 'main',
    },
  })

/** The accounts of the queued builds, in the order in which workers take them. */
async function order(names: Map<string, string>): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select data ->> 'accountUuid' as account from queue.job where name = 'scan-build' and state = 'created'
    order by priority desc, created_on, id`.execute(server.db)
  return rows.map(({ account }) => names.get(account) ?? '?').join('')
}

test('accounts with waiting builds take turns, whatever the number of their uploads', async () => {
  const [many, few, late] = [await server.newAccount(), await server.newAccount(), await server.newAccount()]
  const names = new Map([
    [many.accountUuid, 'm'],
    [few.accountUuid, 'f'],
    [late.accountUuid, 'l'],
  ])
  for (let number = 0; number < 6; number++) await upload(many, `many-${number}`)
  await upload(few, 'few-1')
  expect(await order(names)).toBe('mfmmmmm')
  await upload(few, 'few-2')
  expect(await order(names)).toBe('mfmfmmmm')
  // Half of them are taken.
  await sql`
    update queue.job set state = 'active' where id in (
      select id from queue.job where name = 'scan-build' and state = 'created'
      order by priority desc, created_on limit 4)`.execute(server.db)
  await sql`
    update build set state = 'scanning' where uuid in (
      select (data ->> 'buildUuid')::uuid from queue.job where name = 'scan-build' and state = 'active')`.execute(
    server.db,
  )
  for (let number = 0; number < 5; number++) await upload(late, `late-${number}`)
  await upload(many, 'many-last')
  expect(await order(names)).toBe('mlmlmlmllm')
})

test("what one account has queued delays another's upload by at most one scan", async () => {
  const [many, few] = [await server.newAccount(), await server.newAccount()]
  for (let number = 0; number < 8; number++) await upload(many, `many-${number}`)
  const { id } = await upload(few, 'one')
  const working = await startTestServer({ beside: server })
  const ofThem = async (what: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from build own join build other on other.account_uuid = ${many.accountUuid}
      where own.uuid = ${id} and ${sql.raw(what)}`.execute(server.db)
    return rows[0]!.count
  }
  try {
    await expect.poll(() => ofThem(`other.state = 'success'`), { timeout: 100_000 }).toBe(8)
    expect(await ofThem('other.finished_at < own.started_at')).toBeLessThanOrEqual(1)
  } finally {
    await working.stop()
  }
})
