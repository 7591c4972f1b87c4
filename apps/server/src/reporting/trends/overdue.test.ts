import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { saveKnownExploited } from '#knowledge/advisories/clusters/signal-store.ts'
import { listNewlyOverdue } from '#notifications/rules/overdue-store.ts'
import { countTargets } from '#reporting/eras/summary-store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { makeFindingsOld } from '#testing/make-findings-old.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const member = forEachTest(() => server.newAccount())
beforeEach(async () => {
  for (const name of ['one', 'two']) await upload(name)
})

const upload = (name: string, branch = 'main') =>
  member.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4', 'minimist@1.2.0', 'left-pad@1.3.0'])),
      url: `https://example.org/overdue-${name}`,
      branch,
    },
  })

const today = () => Math.floor(Date.now() / dayMs) * dayMs
const none = { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null }
type Query = NonNullable<NonNullable<Parameters<TestMember['api']['trends']['overdue']>[0]>['query']>
type Configured = Parameters<TestMember['api']['accounts']['configure']>[0]['body']
const configure = (body: Configured) =>
  member.api.accounts.configure({ params: { accountUuid: member.accountUuid }, body })
const listed = async (query: Query) => (await member.api.trends.overdue({ query })).findings

const makeOld = (days: number) => makeFindingsOld(server.db, member.accountUuid, days)

/** How many findings each place calls overdue. Each project has one branch, so that all of them count the same. */
async function countEverywhere(): Promise<Record<string, number>> {
  const { api, accountUuid } = member
  const params = { accountUuid }
  const scope = accountScope(accountUuid)
  const trend = await api.trends.security({ query: {} })
  const page = await api.trends.overdue({ query: { limit: '200' } })
  const triaged = await api.triage.list({ params, query: { overdue: 'true', limit: '200' } })
  const all = await api.triage.list({ params, query: { limit: '200' } })
  const groups = await api.groups.list()
  const group = groups.find(({ parentUuid }) => parentUuid === null)
  const preview = await api.rules.preview({
    params,
    body: {
      condition: 'finding.overdue',
      effect: 'fail',
      mode: 'on',
      whenUnknown: 'pass',
      projectUuid: null,
      groupUuid: null,
      pattern: null,
      tags: [],
      ruleUuid: null,
      cursor: null,
    },
  })
  const selection = { tag: null, branch: null, from: new Date(today()), before: new Date(today() + dayMs) }
  const figures = await countTargets(server.db, scope, {
    selection,
    targets: none,
    lastDay: isoDay(today()),
  })
  const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, each) => total + (each ?? 0), 0)
  return {
    trend: trend.overdue ?? 0,
    severities: sum(trend.severities.map(({ overdue }) => overdue)),
    posture: (await api.trends.posture({ query: {} })).overdue ?? 0,
    group: group!.numbers.overdue,
    page: page.findings.length,
    total: page.total,
    triageFilter: triaged.findings.length,
    triageMark: all.findings.filter(({ isOverdue }) => isOverdue).length,
    rules: sum(preview.branches.map(({ result }) => result.hitCount)),
    executive: sum(figures.map(({ overdue }) => overdue)),
    notifications: (await listNewlyOverdue(server.db, scope, 10_000)).length,
  }
}

interface Case {
  name: string
  targets: Configured
  /** Of the group of the project 'one'. */
  groupTargets?: Partial<typeof none> | Record<string, number>
  isExploited?: boolean
  /** Days from today to the date set for each finding of that severity. */
  setDays?: [severity: Severity, days: number]
  /** All findings are 10 days old: those of these severities are overdue, in 'one' and in 'two'. */
  expected: { one: string[]; two: string[] }
}

const cases: Case[] = [
  { name: 'without targets', targets: { fixTargets: none }, expected: { one: [], two: [] } },
  {
    name: 'by severity: a target of n days is missed on the day after the nth',
    targets: { fixTargets: { ...none, CRITICAL: 9, HIGH: 10, MEDIUM: 11 } },
    expected: { one: ['CRITICAL'], two: ['CRITICAL'] },
  },
  {
    name: 'by the targets of groups, stricter or not',
    targets: { fixTargets: { ...none, CRITICAL: 7, HIGH: 30 } },
    groupTargets: { CRITICAL: 30, HIGH: 7, MEDIUM: 7 },
    expected: { one: ['HIGH', 'MEDIUM'], two: ['CRITICAL'] },
  },
  {
    name: 'by the target of known exploited ones',
    targets: { fixTargets: { ...none, LOW: 1 }, exploitedFixDays: 3 },
    isExploited: true,
    expected: { one: ['exploited'], two: ['exploited'] },
  },
  {
    name: 'known exploited ones by their severity, if that is stricter',
    targets: { fixTargets: { ...none, CRITICAL: 7, HIGH: 7 }, exploitedFixDays: 30 },
    isExploited: true,
    expected: { one: ['CRITICAL', 'HIGH'], two: ['CRITICAL', 'HIGH'] },
  },
  {
    name: 'by a date that a member set, without any target',
    targets: { fixTargets: none },
    setDays: ['high', -1],
    expected: { one: ['HIGH'], two: ['HIGH'] },
  },
  {
    name: 'not yet, by a date that a member set',
    targets: { fixTargets: { ...none, CRITICAL: 7, HIGH: 7 } },
    setDays: ['high', 0],
    expected: { one: ['CRITICAL'], two: ['CRITICAL'] },
  },
]

test.each(cases)('every place counts the same: $name', async (each) => {
  await makeOld(10)
  const { api, accountUuid } = member
  const { findings } = await api.triage.list({ params: { accountUuid }, query: { limit: '200' } })
  const group = await api.groups.create({ body: { name: 'Of one' } })
  const projectOf = (name: string) =>
    findings.find(({ projectUrl }) => projectUrl.endsWith(name))!.projectUuid
  await api.groups.changeProjects({
    params: { groupUuid: group.uuid },
    body: { add: [projectOf('one'), projectOf('two')] },
  })
  await configure(each.targets)
  if (each.groupTargets) {
    const inner = await api.groups.create({ body: { name: 'Stricter', parentUuid: group.uuid } })
    await api.groups.changeProjects({
      params: { groupUuid: inner.uuid },
      body: { add: [projectOf('one')] },
    })
    await api.groups.update({
      params: { groupUuid: inner.uuid },
      body: { fixTargets: { ...none, ...each.groupTargets } },
    })
  }
  const exploited = 'CVE-2020-8203'
  await server.db
    .transaction()
    .execute((tx) => saveKnownExploited(tx, each.isExploited === true ? [exploited] : []))
  if (each.setDays) {
    const [severity, days] = each.setDays
    const chosen = findings.filter((finding) => finding.severity === severity.toUpperCase())
    const dueDate = isoDay(today() + days * dayMs)
    const refs = chosen.map(({ projectUuid, ecosystem, package: name, advisoryUuid }) => ({
      projectUuid,
      ecosystem,
      package: name,
      advisoryUuid,
    }))
    await api.triage.decide({ params: { accountUuid }, body: { findings: refs, dueDate } })
  }
  const isExpected = ({ projectUrl, severity, cve }: (typeof findings)[number]) => {
    const expected = projectUrl.endsWith('one') ? each.expected.one : each.expected.two
    return expected.includes(severity) || (expected.includes('exploited') && cve === exploited)
  }
  const expected = findings.filter(isExpected)
  if (each.expected.one.length > 0) expect(expected.length).toBeGreaterThan(1)
  const counts = await countEverywhere()
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((place) => [place, expected.length])))
  const keyOf = (finding: { projectUuid: string; displayId: string; package: string }) =>
    `${finding.projectUuid} ${finding.displayId} ${finding.package}`
  expect((await listed({ limit: '200' })).map(keyOf).toSorted()).toEqual(expected.map(keyOf).toSorted())
})

test('overdue findings are listed longest first, paged and filtered', async () => {
  await configure({ fixTargets: { ...none, CRITICAL: 7, HIGH: 30, MEDIUM: 60 }, exploitedFixDays: 20 })
  await server.db.transaction().execute((tx) => saveKnownExploited(tx, ['CVE-2020-8203']))
  // The advisories were published long ago, but the findings are new and therefore in time.
  expect((await member.api.trends.security({ query: {} })).overdue).toBe(0)
  await makeOld(40)
  const all = await listed({ limit: '200' })
  const found: typeof all = []
  let cursor: string | null = null
  do {
    const page = await member.api.trends.overdue({
      query: { limit: '2', ...(cursor !== null && { cursor }) },
    })
    expect(page.total).toBe(all.length)
    found.push(...page.findings)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(found).toEqual(all)
  const daysOverdue = found.map((each) => each.daysOverdue)
  expect(daysOverdue).toEqual(daysOverdue.toSorted((a, b) => b - a))
  expect(new Set(daysOverdue)).toEqual(new Set([33, 20, 10]))
  const critical = found.find(({ severity }) => severity === 'CRITICAL')!
  expect(critical.dueDate).toBe(isoDay(today() - 33 * dayMs))

  const ofOne = await member.api.trends.overdue({ query: { project: 'overdue-one' } })
  expect(ofOne.findings).toHaveLength(found.length / 2)
  expect(ofOne.total).toBe(ofOne.findings.length)
  const ofHigh = await member.api.trends.overdue({ query: { severity: 'HIGH' } })
  expect(ofHigh.findings).toEqual(found.filter(({ severity }) => severity === 'HIGH'))
  expect(ofHigh.total).toBe(ofHigh.findings.length)
  expect(ofHigh.targets).toEqual([
    { severity: 'CRITICAL', days: 7 },
    { severity: 'HIGH', days: 30 },
    { severity: 'MEDIUM', days: 60 },
  ])
  expect(ofHigh.exploitedDays).toBe(20)
  expect(await listed({ severity: 'LOW' })).toEqual([])
  const bad = member.api.trends.overdue({ query: { cursor: Buffer.from('["x","y"]').toString('base64url') } })
  await expect(bad).rejects.toMatchObject({ status: 400 })
})

test('many branches are listed like few, with targets of groups and days that members set', async () => {
  const branches = Array.from({ length: 24 }, (_, at) => `release-${at}`)
  for (const branch of branches) await upload('many', branch)
  await makeOld(40)
  await configure({ fixTargets: { ...none, HIGH: 30, MEDIUM: 30 }, exploitedFixDays: 20 })
  await server.db.transaction().execute((tx) => saveKnownExploited(tx, ['CVE-2020-8203']))
  const { findings } = await member.api.triage.list({ params: member, query: { limit: '200' } })
  const { projectUuid } = findings.find(({ projectUrl }) => projectUrl.endsWith('one'))!
  const group = await member.api.groups.create({ body: { name: 'Stricter' } })
  const params = { groupUuid: group.uuid }
  await member.api.groups.changeProjects({ params, body: { add: [projectUuid] } })
  await member.api.groups.update({ params, body: { fixTargets: { ...none, HIGH: 10 } } })
  const found: string[] = []
  const due: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await member.api.trends.overdue({ query: { limit: '7', ...(cursor && { cursor }) } })
    for (const each of page.findings) {
      found.push([each.projectUrl, each.branch, each.displayId, each.package].join(' '))
      due.push(each.dueDate)
    }
    expect(page.total).toBe((await member.api.trends.security({ query: {} })).overdue)
    if (page.nextCursor === null) expect(found).toHaveLength(page.total)
    cursor = page.nextCursor
  }
  expect(new Set(found).size).toBe(found.length)
  expect(new Set(found.map((each) => each.split(' ')[1]))).toEqual(new Set(['main', ...branches]))
  expect(due).toEqual(due.toSorted())
  const days = (count: number) => isoDay(today() - count * dayMs)
  expect(new Set(due)).toEqual(new Set([days(30), days(20), days(10)]))
  const ofOne = await listed({ branches: 'release-3', limit: '200' })
  expect(ofOne).toHaveLength(found.filter((each) => each.includes(' release-3 ')).length)
})
