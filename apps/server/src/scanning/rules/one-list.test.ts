import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'

const server = testServer()
const admin = forAllTests(() => server.newAccount())

const account = () => ({ accountUuid: admin.accountUuid })
const component = (name: string, license: string) => ({
  type: 'library',
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  licenses: [{ expression: license }],
})
const inventory = jsonBytes({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [component('copied', 'GPL-3.0-only'), component('free', 'MIT')],
})
const scan = (branch = 'main') =>
  admin.api.uploads.intoNew({ body: { file: filePart(inventory), url: 'https://example.org/app', branch } })
const resultsOf = async (projectUuid: string) =>
  (await admin.api.reports.rules({ params: { projectUuid }, query: {} })).results
const configure = (licensing: number) =>
  admin.api.accounts.configure({ params: account(), body: { minimumScores: { licensing } } })

test('license policies and minimum scores are rules of the same list, and reports name them with their hits', async () => {
  await configure(95)
  const policy = await admin.api.policies.create({
    params: account(),
    body: { name: 'No "GPL"', mode: 'DENY', licenses: ['GPL-3.0-only'] },
  })
  const listed = await admin.api.rules.list({ params: account() })
  expect(listed).toMatchObject([
    { kind: 'scores', minimums: { security: 90, stability: 80, licensing: 95 }, licenses: null },
    {
      uuid: policy.uuid,
      kind: 'licenses',
      licenses: { mode: 'DENY', licenses: ['GPL-3.0-only'], denyUnknown: true },
      condition: '"No \\"GPL\\"" in license.violations',
    },
  ])
  const build = await scan()
  expect(build).toMatchObject({ outcome: 'FAIL', licensing: '0' })
  expect(await resultsOf(build.uuid)).toMatchObject([
    {
      ruleUuid: listed[0]!.uuid,
      kind: 'scores',
      name: 'Minimum scores',
      fails: true,
      hits: [{ label: 'licensing 0' }],
    },
    { ruleUuid: policy.uuid, kind: 'licenses', fails: true, hits: [{ label: 'copied 1.0.0' }] },
  ])
  const hits = (await admin.api.rules.list({ params: account() })).map((rule) => rule.hits.branches)
  expect(hits).toEqual([1, 1])
  // Exit codes of the command line have bits for scores already.
  expect((await admin.api.reports.full({ params: { projectUuid: build.uuid }, query: {} })).rules).toEqual([])
})

test('a violation fails no scan where the licensing score has no minimum, or if it is excluded', async () => {
  await configure(0)
  const lenient = await scan('lenient')
  expect(lenient.outcome).not.toBe('FAIL')
  const query = { branch: 'lenient' }
  const { results } = await admin.api.reports.rules({ params: { projectUuid: lenient.uuid }, query })
  expect(results).toMatchObject([{ kind: 'licenses', effect: 'warn', fails: false, hitCount: 1 }])

  await configure(95)
  await admin.api.exclusions.create({
    params: account(),
    query: { domain: 'licensing' },
    body: {
      library: { language: 'nodejs', name: 'copied' },
      description: '',
      reason: 'mitigated',
    },
  })
  const excluded = await scan('excluded')
  expect(excluded).toMatchObject({ licensing: '100' })
  const of = { params: { projectUuid: excluded.uuid }, query: { branch: 'excluded' } }
  expect((await admin.api.reports.rules(of)).results).toEqual([])
})

test('are changed by their own calls alone', async () => {
  const [scores, policy] = await admin.api.rules.list({ params: account() })
  const of = (rule: typeof scores) => ({ ...account(), policyRuleUuid: rule!.uuid })
  for (const rule of [scores, policy])
    await expect(admin.api.rules.update({ params: of(rule), body: { mode: 'off' } })).rejects.toMatchObject({
      errorType: 'ruleInvalid',
    })
  await expect(admin.api.rules.remove({ params: of(scores) })).rejects.toMatchObject({
    errorType: 'ruleInvalid',
  })
})

test('follow the tag that they name', async () => {
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'inner' } })
  const threshold = { minimumSecurity: 10, minimumStability: null, minimumLicensing: null }
  const body = { tagThresholds: [{ tag: 'inner', ...threshold }] }
  await admin.api.accounts.configure({ params: account(), body })
  await admin.api.tags.update({ params: { tagUuid }, body: { name: 'outer' } })
  const thresholds = async () =>
    (await admin.api.accounts.configuration({ params: account(), query: {} })).tagThresholds
  expect(await thresholds()).toEqual([{ tag: 'outer', ...threshold }])
  await admin.api.tags.remove({ params: { tagUuid } })
  expect(await thresholds()).toEqual([])
})

test('processes of an older version read and write them where they were', async () => {
  const { accountUuid } = admin
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'old' } })
  const [project] = await admin.api.projects.list({ params: account() })
  const { db } = server
  await sql`update account set minimum_scores = '{"security": 11}' where uuid = ${accountUuid}`.execute(db)
  await sql`update project set own_minimums = '{"security": null, "stability": 12}' where uuid = ${project!.uuid}`.execute(
    db,
  )
  await sql`insert into tag_threshold (account_uuid, tag_uuid, security) values (${accountUuid}, ${tagUuid}, 13)`.execute(
    db,
  )
  const uuid = '11111111-1111-4111-8111-111111111111'
  for (const isActive of [true, false])
    await sql`
      insert into license_policy (account_uuid, uuid, name, mode, licenses, tags, is_active)
      values (${accountUuid}, ${uuid}, 'old', 'ALLOW', '{MIT}', '{}', ${isActive})
      on conflict (account_uuid, uuid) do update set is_active = ${isActive}`.execute(db)
  expect(await admin.api.accounts.configuration({ params: account(), query: {} })).toMatchObject({
    minimumScores: { security: 11 },
    tagThresholds: [{ tag: 'old', minimumSecurity: 13 }],
  })
  const [changed] = await admin.api.projects.list({ params: account() })
  expect(changed?.ownMinimums).toEqual({ security: null, stability: 12, licensing: null })
  const policies = await admin.api.policies.list({ params: account() })
  expect(policies.find(({ name }) => name === 'old')).toMatchObject({ mode: 'ALLOW', active: false })

  await configure(14)
  await admin.api.projects.update({ params: { projectUuid: project!.uuid }, body: { ownMinimums: null } })
  await admin.api.accounts.configure({ params: account(), body: { tagThresholds: [] } })
  const { rows } = await sql<{ licensing: string; own: unknown; thresholds: number }>`
    select minimum_scores ->> 'licensing' as licensing,
      (select own_minimums from project where uuid = ${project!.uuid}) as own,
      (select count(*)::int from tag_threshold where account_uuid = ${accountUuid}) as thresholds
    from account where uuid = ${accountUuid}`.execute(db)
  expect(rows).toEqual([{ licensing: '14', own: null, thresholds: 0 }])
  const { rows: seen } = await sql`select from policy_rule where account_uuid = ${accountUuid}`.execute(db)
  expect(seen).toEqual([])
})
