import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { evaluateDailyJob } from './evaluate-daily-job.ts'

const server = testServer()
const aging = forAllTests(() => server.newAccount())
const steady = forAllTests(() => server.newAccount())

const evaluationOf = ({ api, accountUuid }: TestMember) => api.rules.evaluation({ params: { accountUuid } })
/** Does what leads to an evaluation, and waits for its end. */
async function evaluating(member: TestMember, act: () => Promise<unknown>): Promise<void> {
  const { finishedAt } = await evaluationOf(member)
  await act()
  const isOver = (now: Awaited<ReturnType<typeof evaluationOf>>) =>
    now.finishedAt !== null && now.finishedAt !== finishedAt
  await expect.poll(async () => isOver(await evaluationOf(member)), { timeout: 60_000 }).toBe(true)
}

/** Of a project with known vulnerabilities, whose account has one rule, evaluated with what is known now. */
async function withRule(member: TestMember, condition: string): Promise<string> {
  const { api, accountUuid } = member
  const params = { accountUuid }
  const minimumScores = { security: 0, stability: 0, licensing: 0 }
  await evaluating(member, () => api.accounts.configure({ params, body: { minimumScores } }))
  const file = filePart(npmInventory(['lodash@4.17.4']))
  const { uuid } = await api.uploads.intoNew({
    body: { file, url: 'https://example.org/product', branch: 'main' },
  })
  await evaluating(member, () =>
    api.rules.create({ params, body: { name: 'rule', condition, effect: 'fail' } }),
  )
  return uuid
}
const below = async ({ api, accountUuid }: TestMember) =>
  (await api.projects.page({ params: { accountUuid }, query: { policy: 'below', branches: '' } })).items.map(
    ({ uuid }) => uuid,
  )

test('rules about what changes by itself are evaluated without a scan, those of other accounts are not', async () => {
  const uuid = await withRule(aging, 'finding.epss_percentile >= 0.9')
  await withRule(steady, 'finding.cvss > 10.0')
  expect(await below(aging)).toEqual([])
  const { finishedAt } = await evaluationOf(steady)
  await sql`
    insert into advisory_signal (cve, epss, epss_percentile)
    select distinct cve, 0.5::real, 0.99::real from finding where cve is not null
    on conflict (cve) do update set epss = excluded.epss, epss_percentile = excluded.epss_percentile`.execute(
    server.db,
  )
  await server.context.queue.send(server.db, evaluateDailyJob, {})
  await expect.poll(() => below(aging), { timeout: 60_000 }).toEqual([uuid])
  expect((await evaluationOf(steady)).finishedAt).toBe(finishedAt)
})
