import { dayMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { thisTransaction } from '#platform/database/this-transaction.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('findings older than their target are overdue, longest first, paged and counted', async () => {
  const member = await server.newAccount()
  const { accountUuid } = member
  const packages = ['lodash@4.17.4', 'minimist@1.2.0', 'left-pad@1.3.0']
  for (const name of ['one', 'two']) {
    const url = `https://example.org/overdue-${name}`
    await member.api.uploads.intoNew({
      body: { file: filePart(npmInventory(packages)), url, branch: 'main' },
    })
  }
  const none = await member.api.trends.security({ query: {} })
  expect(none.overdue).toBeNull()
  expect(await member.api.trends.overdue({ query: {} })).toEqual({
    findings: [],
    total: 0,
    targets: [],
    nextCursor: null,
  })

  const { fixTargets } = await member.api.accounts.configure({
    params: { accountUuid },
    body: { fixTargets: { CRITICAL: 7, HIGH: 30, MEDIUM: 60 } },
  })
  expect(fixTargets).toEqual({ CRITICAL: 7, HIGH: 30, MEDIUM: 60, LOW: null })
  // The advisories were published long ago, but the findings are new and therefore in time.
  expect((await member.api.trends.security({ query: {} })).overdue).toBe(0)

  const today = Math.floor(Date.now() / dayMs) * dayMs
  await sql`
    update finding set introduced_at = to_timestamp(${(today - 40 * dayMs) / 1000}::float8),
      published_at = to_timestamp(${(today - 50 * dayMs) / 1000}::float8)
    where account_uuid = ${accountUuid}`.execute(server.db)
  await sql`
    update finding_age set since = to_timestamp(${(today - 40 * dayMs) / 1000}::float8)::date
    where account_uuid = ${accountUuid}`.execute(server.db)
  // Like a scan does, so that the numbers are read again.
  await sql`update branch set changed_in = ${thisTransaction} where account_uuid = ${accountUuid}`.execute(
    server.db,
  )
  const trend = await member.api.trends.security({ query: {} })
  const late = trend.severities.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH')
  expect(late.map(({ overdue, open }) => overdue === open && open > 0)).toEqual([true, true])
  expect(trend.severities.find(({ severity }) => severity === 'MEDIUM')?.overdue ?? 0).toBe(0)

  const found = []
  let cursor: string | null = null
  do {
    const page = await member.api.trends.overdue({
      query: { limit: '2', ...(cursor !== null && { cursor }) },
    })
    expect(page.total).toBe(trend.overdue)
    found.push(...page.findings)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(found).toHaveLength(trend.overdue!)
  expect(new Set(found.map(({ id, projectUuid }) => `${id} ${projectUuid}`)).size).toBe(found.length)
  const daysOverdue = found.map((each) => each.daysOverdue)
  expect(daysOverdue).toEqual(daysOverdue.toSorted((a, b) => b - a))
  expect(new Set(daysOverdue)).toEqual(new Set([33, 10]))
  const critical = found.find(({ severity }) => severity === 'CRITICAL')!
  expect(critical.dueDate).toBe(new Date(today - 33 * dayMs).toISOString().slice(0, 10))

  const ofOne = await member.api.trends.overdue({ query: { project: 'overdue-one' } })
  expect(ofOne.findings).toHaveLength(found.length / 2)
  expect(ofOne.total).toBe(ofOne.findings.length)
  const ofHigh = await member.api.trends.overdue({ query: { severity: 'HIGH' } })
  expect(ofHigh.findings).toEqual(found.filter(({ severity }) => severity === 'HIGH'))
  expect(ofHigh.targets).toEqual([
    { severity: 'CRITICAL', days: 7 },
    { severity: 'HIGH', days: 30 },
    { severity: 'MEDIUM', days: 60 },
  ])
  expect((await member.api.trends.overdue({ query: { severity: 'LOW' } })).findings).toEqual([])
  const bad = member.api.trends.overdue({ query: { cursor: Buffer.from('["x","y"]').toString('base64url') } })
  await expect(bad).rejects.toMatchObject({ status: 400 })
})
