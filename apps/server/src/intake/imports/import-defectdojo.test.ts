import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { runImport } from '#testing/run-assay.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type FakeDefectDojo, generateProducts, startFakeDefectDojo } from '#testing/defectdojo-server.ts'
import { type TestMember } from '#testing/test-server.ts'

// `assay import defectdojo`, from a generated DefectDojo to the real server.

const folder = temporaryFolder()
const server = testServer()

const token = '0123456789abcdef0123456789abcdef01234567'

interface Given {
  from: FakeDefectDojo
  member: TestMember
  args?: string[]
  signal?: AbortSignal
  apiToken?: string
}

const importFrom = ({ from, args = [], apiToken = token, ...given }: Given) =>
  runImport({
    ...given,
    server,
    folder,
    args: ['defectdojo', '--url', from.url, ...args],
    environment: { DEFECTDOJO_TOKEN: apiToken },
  })

test('products are imported with states, acceptances and notes, and repeating it adds nothing', async () => {
  const count = 12
  const from = await startFakeDefectDojo(generateProducts(count), token)
  const member = await server.newAccount()
  const params = { accountUuid: member.accountUuid }
  const plan = await importFrom({ from, member, args: ['--dry-run'] })
  expect(plan.imported).toEqual({ Branches: count, 'Mitigated findings': count, Decisions: 2 * count })
  expect(await member.api.projects.list({ params })).toEqual([])

  const report = await importFrom({ from, member })
  expect(report.imported).toEqual({ ...plan.imported, 'Findings in triage': count, Notes: count })
  const left = Map.groupBy(report.leftOut, ({ why }) => why.replaceAll(/\d+/g, '#'))
  expect([...left.keys()].toSorted()).toEqual([
    '# is about something else than a package in a version',
    '# is marked as duplicates of others',
    '# is mitigated, without the days on which they began and ended',
    'CVE-#-# is not known here',
  ])

  const projects = await member.api.projects.list({ params })
  expect(projects).toHaveLength(count)
  const project = projects.find(({ name }) => name === 'product-2')!
  expect(project).toMatchObject({ tags: ['team-0'], branches: ['main'] })
  expect(projects.find(({ name }) => name === 'product-3')).toMatchObject({ branches: ['CI of 3'] })
  const [first] = await member.api.scans.findings({ params: { projectUuid: project.uuid } })
  expect(first!.lifetime!.introducedAt).toBe(Date.parse('2026-01-02T00:00:00Z'))

  const mitigated = await server.db
    .selectFrom('finding')
    .select(['introduced_at', 'ended_at', 'end_kind', 'days_to_fix', 'ended_number'])
    .where('account_uuid', '=', member.accountUuid)
    .where('cve', '=', 'CVE-2021-44906')
    .execute()
  expect(mitigated).toHaveLength(count)
  expect(new Set(mitigated.map((each) => JSON.stringify(each)))).toEqual(
    new Set([
      JSON.stringify({
        introduced_at: '2025-12-01T00:00:00.000Z',
        ended_at: '2025-12-11T10:00:00.000Z',
        end_kind: 'removed',
        days_to_fix: 10,
        ended_number: 2,
      }),
    ]),
  )

  const { decisions } = await member.api.decisions.list({ params, query: { limit: 200 } })
  expect(decisions).toHaveLength(2 * count)
  const own = decisions.filter(({ projectUuid }) => projectUuid === project.uuid)
  expect(own.find(({ state }) => state === 'false-positive')).toMatchObject({
    reason: 'From DefectDojo: false positive.\n2026-02-01 jane: Reviewed with the team.',
    expiresAt: null,
  })
  expect(own.find(({ state }) => state === 'accepted')).toMatchObject({
    reason: 'From DefectDojo: risk accepted.\nAccept until the rewrite; Behind a proxy.; accepted by Joe',
    expiresAt: Date.parse('2099-01-01T00:00:00Z'),
  })
  const { findings } = await member.api.triage.list({
    params,
    query: { projectUuid: project.uuid, state: 'in-triage' },
  })
  expect(findings.map(({ displayId }) => displayId)).toEqual(['CVE-2021-23337'])
  const { projectUuid, ecosystem, package: name, advisoryUuid } = findings[0]!
  const query = { projectUuid, ecosystem, package: name, advisoryUuid }
  const { comments } = await member.api.triage.read({ params, query })
  expect(comments).toMatchObject([
    {
      text: 'Reviewed with the team.',
      author: null,
      authorName: 'jane (DefectDojo)',
      createdAt: Date.parse('2026-02-01T10:00:00Z'),
    },
  ])

  const again = await importFrom({ from, member })
  expect(again.imported).toEqual({})
  expect(again.there).toEqual({
    Branches: count,
    'Mitigated findings': count,
    Decisions: 2 * count,
    'Findings in triage': count,
    Notes: count,
  })
  await from.stop()
})

/** Numbers of uploads, and how many branches have them. Decisions rescan branches. */
async function uploadsPerBranch({ accountUuid }: TestMember): Promise<number[][]> {
  const builds = await server.db
    .selectFrom('build')
    .select(({ fn }) => ['branch_uuid', fn.countAll<string>().as('all')])
    .where('account_uuid', '=', accountUuid)
    .where('source', '=', 'upload')
    .groupBy('branch_uuid')
    .execute()
  return [...Map.groupBy(builds, ({ all }) => Number(all))].map(([uploads, of]) => [uploads, of.length])
}

test('one that is killed anywhere continues, and ends with the same', async () => {
  const count = 4
  const from = await startFakeDefectDojo(generateProducts(count), token)
  const member = await server.newAccount()
  const params = { accountUuid: member.accountUuid }
  const added = async (table: 'build' | 'exclusion') => {
    const { all } = await server.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('all'))
      .where('account_uuid', '=', params.accountUuid)
      .executeTakeFirstOrThrow()
    return Number(all)
  }
  // Between the steps of a history, and between decisions.
  for (const table of ['build', 'build', 'exclusion', 'build', 'exclusion', 'build'] as const) {
    const killed = new AbortController()
    const before = await added(table)
    const stopAtFirst = async () => {
      if ((await added(table)) > before) killed.abort()
    }
    const timer = setInterval(() => void stopAtFirst(), 20)
    await importFrom({ from, member, signal: killed.signal }).catch(() => null)
    clearInterval(timer)
  }
  await importFrom({ from, member })
  const again = await importFrom({ from, member })
  expect(again.imported).toEqual({})
  expect(again.there).toEqual({
    Branches: count,
    'Mitigated findings': count,
    Decisions: 2 * count,
    'Findings in triage': count,
    Notes: count,
  })
  expect(await uploadsPerBranch(member)).toEqual([[3, count]])
  await from.stop()
})

describe('a server', () => {
  test('that refuses the token or is no DefectDojo is named', async () => {
    const from = await startFakeDefectDojo(generateProducts(1), token)
    const member = await server.newAccount()
    await expect(importFrom({ from, member, apiToken: 'wrong' })).rejects.toMatchObject({
      stderr: expect.stringContaining('does not accept the API token'),
    })
    await from.stop()
    await expect(importFrom({ from: { ...from, url: `${server.url}/docs` }, member })).rejects.toMatchObject({
      stderr: expect.stringContaining('is not a DefectDojo'),
    })
  })
})
