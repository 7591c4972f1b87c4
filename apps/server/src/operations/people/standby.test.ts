import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerWithStandby } from '#testing/server-with-standby.ts'
import type { TestMember } from '#testing/test-server.ts'

let started: Awaited<ReturnType<typeof startServerWithStandby>>
let member: TestMember

beforeAll(async () => {
  started = await startServerWithStandby()
  member = await started.server.newAccount()
})
afterAll(() => started?.stop())

/** How often the standby has read the table with the person's last rows. */
async function readThere(): Promise<number> {
  const { rows } = await started.pair.run(
    'standby',
    `select seq_scan + coalesce(idx_scan, 0) as read from pg_stat_user_tables where relname = 'audit_event'`,
  )
  return Number((rows[0] as { read: string }).read)
}

const exported = async () => {
  const { accountUuid, uuid: memberUuid } = member
  const rows = await member.api.personalData.export({ params: { accountUuid, memberUuid } })
  return rows.filter(({ row }) => row['action'] === 'teams.create')
}

const createTeam = (name: string) => member.api.teams.create({ body: { name } })

test("a person's data is read from a standby, with what was written right before", async () => {
  const before = await readThere()
  await createTeam('First')
  expect(await exported()).toHaveLength(1)
  // The database counts with some delay.
  await expect.poll(readThere, { timeout: 60_000 }).toBeGreaterThan(before)
})

test('it is read from the primary while the standby is behind', async () => {
  await started.pair.run('standby', 'select pg_wal_replay_pause()')
  await createTeam('Second')
  expect(await exported()).toHaveLength(2)
  await started.pair.run('standby', 'select pg_wal_replay_resume()')
})
