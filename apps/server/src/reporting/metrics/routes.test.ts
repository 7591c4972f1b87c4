import { expect, it } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())

const insertExclusion = () =>
  server.db
    .insertInto('exclusion')
    .values({
      account_uuid: admin.accountUuid,
      uuid: crypto.randomUUID(),
      domain: 'security',
      target: '{}',
      reason: 'mitigated',
      description: '',
      project_uuid: null,
      created_by: admin.uuid,
      removed_at: null,
    })
    .execute()

async function exclusionsMade(cache: boolean): Promise<number> {
  const { exclusionUsage } = await admin.api.metrics.security({ query: { cache: String(cache) } })
  return Math.max(0, ...Object.values(exclusionUsage.dates).map(({ totalExclusions }) => totalExclusions))
}

it('returns current numbers, with cache=true as well', async () => {
  expect([await exclusionsMade(true), await exclusionsMade(false)]).toEqual([0, 0])
  await insertExclusion()
  expect([await exclusionsMade(true), await exclusionsMade(false)]).toEqual([1, 1])
})

it('rejects a window that is too large or reversed', async () => {
  const ask = (startDate: string, endDate: string) =>
    admin.api.metrics.security({ query: { startDate, endDate } })
  await expect(ask('2020-01-01', '2024-01-01')).rejects.toMatchObject({
    status: 400,
    errorType: 'dateFilterError',
  })
  await expect(ask('2024-01-02', '2024-01-01')).rejects.toMatchObject({
    status: 400,
    errorType: 'dateFilterError',
  })
})

it('returns 404 for the details of an unknown project or branch', async () => {
  const ask = (projectUuid: string) =>
    admin.api.metrics.project({ params: { projectUuid }, query: { branch: 'main' } })
  await expect(ask(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  const { uuid } = await admin.api.projects.create({
    body: { url: 'https://example.com/org/a' },
  })
  await expect(ask(uuid)).rejects.toMatchObject({ status: 404 })
})
