import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { findingCauses } from '@assay/contract/trends.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'
import { thisTransaction } from '#platform/database/this-transaction.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  await upload('one', ['lodash@4.17.4', 'minimist@1.2.0'])
  await upload('one', ['lodash@4.17.21', 'minimist@1.2.0'])
  await upload('one', ['lodash@4.17.21', 'minimist@1.2.0', 'lodash@4.17.11'])
  await upload('two', ['lodash@4.17.4'])
  await upload('two', ['left-pad@1.3.0'])
  await upload('two', ['lodash@4.17.4'], 'feature')
})

const upload = (name: string, packages: string[], branch = 'main') =>
  member.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), url: `https://example.org/counted-${name}`, branch },
  })

type Query = NonNullable<NonNullable<Parameters<TestMember['api']['trends']['findings']>[0]>['query']>

/** All pages. */
async function listed(query: Query, limit = 3) {
  const pages = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const page: Awaited<ReturnType<TestMember['api']['trends']['findings']>> =
      await member.api.trends.findings({
        query: { ...query, limit: String(limit), ...(cursor !== undefined && { cursor }) },
      })
    pages.push(page)
    cursor = page.nextCursor
  }
  return { findings: pages.flatMap(({ findings }) => findings), total: pages[0]!.total }
}

const keyOf = ({
  projectUuid,
  branch,
  adviceID,
  package: name,
  openedAt,
}: {
  projectUuid: string
  branch: string
  adviceID: string
  package: string
  openedAt: number
}) => [projectUuid, branch, adviceID, name, openedAt].join(' ')

const camel = (cause: string) => cause.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

test.each<Query>([{}, { branches: 'main' }, { project: 'counted-two' }, { branches: '@default' }])(
  'every count of the trend of %j is the length of a list, whose total says the same',
  async (selection) => {
    const trend = await member.api.trends.security({ query: selection })
    expect(trend.opened.total).toBeGreaterThan(0)
    expect(trend.closed.total).toBeGreaterThan(0)
    const counts: [Query, number][] = [
      [{ event: 'opened' }, trend.opened.total],
      [{ event: 'closed' }, trend.closed.total],
      [{ event: 'open' }, trend.open],
      ...findingCauses.map((cause): [Query, number] => {
        const [event, counted] =
          camel(cause) in trend.opened
            ? (['opened', trend.opened] as const)
            : (['closed', trend.closed] as const)
        return [{ event, causes: cause }, counted[camel(cause) as keyof typeof counted]]
      }),
    ]
    for (const [query, count] of counts) {
      const { findings, total } = await listed({ ...selection, ...query })
      expect({ query, listed: findings.length, total }).toEqual({ query, listed: count, total: count })
      expect(new Set(findings.map(keyOf)).size).toBe(count)
    }
  },
)

test('several causes are listed together, and say why', async () => {
  const { findings } = await listed({ event: 'closed', causes: 'upgraded,removed' })
  expect(new Set(findings.map(({ closedBy }) => closedBy))).toEqual(new Set(['upgraded', 'removed']))
  expect(findings.every(({ fixedBy, daysToFix }) => fixedBy !== null && daysToFix !== null)).toBe(true)
  const times = findings.map(({ closedAt }) => closedAt!)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('a window lists what happened in it', async () => {
  const yesterday = isoDay(Date.now() - dayMs)
  const query = { startDate: '2024-01-01', endDate: '2024-01-31' }
  expect(await listed(query)).toEqual({ findings: [], total: 0 })
  expect((await listed({ startDate: yesterday })).total).toBeGreaterThan(0)
})

test('open ones of an age are those that the trend counts', async () => {
  const { accountUuid } = member
  const at = sql`now() - interval '100 days'`
  await sql`update finding set introduced_at = ${at}, published_at = null
    where account_uuid = ${accountUuid} and ended_at is null and display_name = 'minimist'`.execute(server.db)
  await sql`delete from finding_age where account_uuid = ${accountUuid}`.execute(server.db)
  await sql`insert into finding_age (account_uuid, branch_uuid, severity, since, findings)
    select account_uuid, branch_uuid, severity, (greatest(introduced_at, published_at) at time zone 'UTC')::date, count(*)
    from finding where account_uuid = ${accountUuid} and ended_at is null group by 1, 2, 3, 4`.execute(
    server.db,
  )
  await sql`update branch set changed_in = ${thisTransaction} where account_uuid = ${accountUuid}`.execute(
    server.db,
  )
  const { age } = await member.api.trends.security({ query: {} })
  const old = age.groups.filter(({ fromDays }) => fromDays >= 90).reduce((sum, { open }) => sum + open, 0)
  expect(old).toBeGreaterThan(0)
  const { findings, total } = await listed({ event: 'open', minDays: '90' }, 1)
  expect(total).toBe(old)
  expect(findings).toHaveLength(old)
  expect(new Set(findings.map(({ package: name }) => name))).toContain('minimist')
})

test('a cursor of another list is rejected', async () => {
  await expect(member.api.trends.findings({ query: { cursor: 'bm8' } })).rejects.toMatchObject({
    status: 400,
  })
})
