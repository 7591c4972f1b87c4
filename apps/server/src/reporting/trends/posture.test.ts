import { dayMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { saveKnownExploited } from '#knowledge/advisories/clusters/signal-store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  expect((await ask()).knownExploited).toBeNull()
  await scan('worse', ['lodash@4.17.4'])
  await scan('worse', ['lodash@4.17.4', 'minimist@1.2.0'], 'next')
  await scan('clean', ['left-pad@1.3.0'])
  await server.db.transaction().execute((tx) => saveKnownExploited(tx, ['CVE-2020-8203']))
})

const scan = (project: string, packages: string[], branch = 'main') =>
  member.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), url: `https://example.org/${project}`, branch },
  })

const ask = (query = {}) => member.api.trends.posture({ query })

test('every number is that of its list', async () => {
  const params = { accountUuid: member.accountUuid }
  for (const branches of ['@default', '*', 'next']) {
    const posture = await ask({ branches })
    const below = await member.api.projects.page({ params, query: { policy: 'below', branches } })
    const exploited = await member.api.openVulnerabilities.list({
      params,
      query: { exploited: 'true', branches },
    })
    const { open } = await member.api.trends.security({ query: { branches } })
    const { findings } = await member.api.openVulnerabilities.count({ params, query: { branches } })
    expect(posture).toMatchObject({
      belowPolicy: below.total,
      knownExploited: exploited.vulnerabilities.length,
      overdue: null,
      open,
    })
    expect(findings).toBe(open)
  }
  expect((await ask({ branches: '@default' })).projects).toBe(2)
  expect((await ask({ branches: 'next' })).projects).toBe(1)
  const [one, both] = [await ask({ branches: '@default' }), await ask()]
  expect(both.open).toBeGreaterThan(one.open)
})

test('each project has its score counted once, by the branch that is shown first', async () => {
  const { counts } = await member.api.trends.scores({ query: {} })
  const params = { accountUuid: member.accountUuid }
  const { items } = await member.api.projects.page({ params, query: {} })
  const scores = items.map(({ main }) => main!.scores.security)
  expect(new Set(scores).size).toBe(2)
  expect(counts.flatMap((count, score) => (count > 0 ? [score] : []))).toEqual(
    scores.toSorted((a, b) => a - b),
  )
  const { counts: found } = await member.api.trends.scores({ query: { project: 'clean' } })
  expect(found.lastIndexOf(1)).toBe(100)
  expect(found.filter((count) => count > 0)).toEqual([1])
})

test('projects below policy are listed by team and tag, too', async () => {
  const params = { accountUuid: member.accountUuid }
  const { total, items } = await member.api.projects.page({ params, query: { policy: 'below' } })
  expect(items.map(({ name }) => name)).toEqual(['example.org/worse'])
  await member.api.projects.update({ params: { projectUuid: items[0]!.uuid }, body: { tags: ['web'] } })
  const page = (query: object) => member.api.projects.page({ params, query: { policy: 'below', ...query } })
  expect((await page({ tags: 'web' })).total).toBe(total)
  expect((await page({ tags: 'we' })).total).toBe(0)
  expect((await page({ teamUUID: member.accountUuid })).total).toBe(total)
})

test('the change is that of projects that were scanned before; a first scan does not make it worse', async () => {
  expect((await ask()).comparable).toEqual({ days: 30, projects: 0, change: 0 })
  const other = await server.newAccount()
  const upload = (project: string, packages: string[]) =>
    other.api.uploads.intoNew({
      body: { file: filePart(npmInventory(packages)), url: `https://example.org/${project}`, branch: 'main' },
    })
  await upload('old', ['lodash@4.17.4'])
  await backdate(other.accountUuid)
  await upload('old', ['left-pad@1.3.0'])
  await upload('new', ['lodash@4.17.4', 'minimist@1.2.0'])
  const { comparable, open } = await other.api.trends.posture({ query: {} })
  expect(comparable.projects).toBe(1)
  expect(comparable.change).toBeLessThan(0)
  expect(open).toBeGreaterThan(0)
  const trend = await other.api.trends.security({ query: {} })
  expect(trend.comparable.change).toBe(comparable.change)
  expect(trend.comparable.scoreChange).toBeGreaterThan(0)
  expect(trend.change).toBeGreaterThan(trend.comparable.change)
  expect(trend.firstScansByDay.at(-1)).toBe(1)
})

/** The scans so far, as if they had been made 40 days ago. */
async function backdate(accountUuid: string): Promise<void> {
  const day = Math.floor(Date.now() / dayMs) - 40
  await sql`
    update branch_series set points = overlay(points placing int4send(${day}::int) from 1 for 4),
      flow = (select string_agg(overlay(substring(flow from 16 * at + 1 for 16) placing int4send(${day}::int) from 1 for 4),
        ''::bytea order by at) from generate_series(0, length(flow) / 16 - 1) at)
    where account_uuid = ${accountUuid}`.execute(server.db)
  await sql`update scan set scanned_at = scanned_at - interval '40 days' where account_uuid = ${accountUuid}`.execute(
    server.db,
  )
}
