import { afterAll, beforeAll, expect, test } from 'vitest'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startServerWithStandby } from '#testing/server-with-standby.ts'
import type { TestMember } from '#testing/test-server.ts'

let started: Awaited<ReturnType<typeof startServerWithStandby>>
let member: TestMember
const url = 'https://example.org/exported'

beforeAll(async () => {
  started = await startServerWithStandby()
  member = await started.server.newAccount()
})
afterAll(() => started?.stop())

const upload = async (packages: string[]) =>
  (
    await member.api.uploads.intoNew({
      body: { file: filePart(npmInventory(packages)), branch: 'main', url },
    })
  ).uuid

/** The components in a license inventory that was asked for right now. */
async function exported(projectUuid: string): Promise<string[]> {
  const params = {
    projectUuid,
    bibleUuid: await member.api.reportExports.makeBible({ params: { projectUuid } }),
  }
  await expect
    .poll(() => member.api.reportExports.bibleProgress({ params }).catch(() => 0), { timeout: 60_000 })
    .toBe(100)
  const { components } = await member.api.reportExports.bible({ params })
  return components['nodejs']!.map(({ name }) => name)
}

/** Rows of components that the standby has read. */
async function readThere(): Promise<number> {
  const { rows } = await started.pair.run(
    'standby',
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as read
     from pg_stat_user_tables where relname like 'component%'`,
  )
  return (rows[0] as { read: number }).read
}

test('exports and PDFs are read from a standby, with what was uploaded right before', async () => {
  const before = await readThere()
  const projectUuid = await upload(['lodash@4.17.4', 'left-pad@1.3.0'])
  expect(await exported(projectUuid)).toEqual(['left-pad', 'lodash'])
  // The database counts with some delay.
  await expect.poll(readThere, { timeout: 60_000 }).toBeGreaterThan(before)
  const exportRead = await readThere()
  const pdf = await fetch(`${started.server.url}/api/v1/reports/${projectUuid}/pdf`, {
    headers: { authorization: member.authorization },
  })
  expect(pdf.status).toBe(200)
  await pdf.arrayBuffer()
  await expect.poll(readThere, { timeout: 60_000 }).toBeGreaterThan(exportRead)
})

test('exports are read from the primary while the standby is behind', async () => {
  await started.pair.run('standby', 'select pg_wal_replay_pause()')
  const projectUuid = await upload(['lodash@4.17.4', 'minimist@1.2.6'])
  expect(await exported(projectUuid)).toEqual(['lodash', 'minimist'])
  await started.pair.run('standby', 'select pg_wal_replay_resume()')
})
