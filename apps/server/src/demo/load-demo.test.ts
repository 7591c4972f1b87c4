import { dayMs, isoDay } from '@assay/engine/time.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { checkEmpty, loadDemo } from './load-demo.ts'
import { planYear } from './plan-year.ts'
import { portfolio } from './portfolio.ts'
import { readHistories } from './read-histories.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

describe('the demo histories', () => {
  const histories = readHistories()

  test('contain comparable versions and months in order', () => {
    for (const { ecosystem, name, releases } of histories) {
      const { compareVersions } = ecosystemById(ecosystem)
      for (const { version, at } of releases) {
        expect(compareVersions(version, version), `${name} ${version}`).toBe(0)
        expect(at, `${name} ${version}`).toBeGreaterThan(Date.parse('2008-01-01'))
      }
    }
  })

  test('name the parent of transitive packages', () => {
    const names = new Set(histories.map(({ ecosystem, name }) => `${ecosystem} ${name}`))
    const unknown = histories.filter(
      ({ ecosystem, requiredBy }) => requiredBy !== null && !names.has(`${ecosystem} ${requiredBy}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('the planned year', () => {
  const plan = planYear(portfolio, readHistories(), now)

  test('is reproducible, ordered and in the past', () => {
    expect(planYear(portfolio, readHistories(), now)).toEqual(plan)
    const times = plan.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(now)
    expect(times[0]).toBeGreaterThan(now - 366 * dayMs)
  })

  test('has 40 projects of eight ecosystems, each with several packages and a scan in the last month', () => {
    const ecosystems = new Set(portfolio.flatMap((project) => project.ecosystems))
    expect([portfolio.length, ecosystems.size]).toEqual([40, 8])
    for (const { name } of portfolio) {
      const last = plan.findLast(({ project, branch }) => project.name === name && branch === 'main')!
      expect(last.at, name).toBeGreaterThan(now - 30 * dayMs)
      expect(last.packages.length, name).toBeGreaterThan(4)
    }
  })
})

describe('loading the demo', () => {
  let server: TestServer
  let account: TestMember
  beforeAll(async () => {
    server = await startTestServer({ withWorker: false })
    account = await server.newAccount()
  })
  afterAll(() => server?.stop())

  test('backdates scans, creates the planned branches and teams, and fails the second time', async () => {
    const author = { scope: accountScope(account.accountUuid), memberUuid: account.uuid }
    const { db, scanner } = server
    await checkEmpty({ db, author })
    const projects = portfolio.filter(({ name }) => ['order-service', 'forecasting'].includes(name))
    const counts: number[] = []
    const loaded = await loadDemo(
      { db, scanner, author },
      { now, projects, onProgress: ({ done }) => void counts.push(done) },
    )
    expect(loaded).toMatchObject({ projects: 2, branches: 4, teams: 2, exclusions: 5, scans: counts.length })
    const from = isoDay(now - 365 * dayMs)
    const metrics = await account.api.metrics.security({
      query: { startDate: from, endDate: '2026-11-21' },
    })
    expect(metrics.projects.reduce((sum, { totalScans }) => sum + totalScans, 0)).toBe(loaded.scans)
    expect(metrics.projects.map(({ projectBranch }) => projectBranch).toSorted()).toEqual(
      ['develop', 'main', 'main', 'release/2.x'].toSorted(),
    )
    expect((await account.api.teams.list({ params: account })).map(({ name }) => name)).toEqual([
      'Everyone',
      'Analytics',
      'Shop',
    ])
    await expect(checkEmpty({ db, author })).rejects.toThrow('without projects')
    const again = await loadDemo({ db, scanner, author }, { now, projects })
    expect(again.scans).toBe(loaded.scans)
    const after = await account.api.metrics.security({ query: { startDate: from, endDate: '2026-11-21' } })
    expect(after).toEqual(metrics)
  })

  test('of the last days only has the same projects, and the scans of those days', async () => {
    const other = await server.newAccount()
    const author = { scope: accountScope(other.accountUuid), memberUuid: other.uuid }
    const { db, scanner } = server
    const projects = portfolio.filter(({ name }) => ['order-service', 'forecasting'].includes(name))
    const { scans, exclusions } = await loadDemo({ db, scanner, author }, { now, days: 30, projects })
    const planned = planYear(projects, readHistories(), now).filter(({ at }) => at >= now - 30 * dayMs)
    expect([scans, exclusions]).toEqual([planned.length, 1])
    const metrics = await other.api.metrics.security({
      query: { startDate: '2026-10-22', endDate: '2026-11-21' },
    })
    expect(metrics.overview).toMatchObject({ numberOfProjects: 2, totalScans: planned.length })
  })

  test('is undone by removing the demo data, which leaves what the account added', async () => {
    const { api } = account
    await api.projects.create({ body: { url: 'https://example.org/own' } })
    const [own] = await api.teams.list({ params: account })
    const body = { cve: 'CVE-2019-10744', description: 'our own' }
    await api.exclusions.create({ params: account, query: { domain: 'security' }, body })
    const samples = (await api.projects.list({ params: account })).filter(({ isSample }) => isSample)
    expect(samples).toHaveLength(2)
    expect(await api.demo.remove({ params: account })).toEqual({ projects: 2 })
    const remaining = await api.projects.list({ params: account })
    expect(remaining.map(({ url }) => url)).toEqual(['https://example.org/own'])
    expect((await api.teams.list({ params: account })).map(({ uuid }) => uuid)).toEqual([own!.uuid])
    const exclusions = await api.exclusions.list({ params: account, query: { domain: 'security' } })
    expect(exclusions.map(({ description }) => description)).toEqual(['our own'])
    const window = { startDate: '2026-01-01', endDate: '2026-11-21' }
    expect((await api.metrics.security({ query: window })).projects).toEqual([])
    expect(await api.demo.progress({ params: account })).toMatchObject({ state: 'none' })
    expect(await api.demo.remove({ params: account })).toEqual({ projects: 0 })
  })
})

describe('POST /accounts/{accountUuid}/demo', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ withWorker: false })
  })
  afterAll(() => server?.stop())

  test('starts loading, reports progress, and starts only once', async () => {
    const account = await server.newAccount()
    expect(await account.api.demo.progress({ params: account })).toMatchObject({ state: 'none' })
    const progress = { state: 'loading', done: 0, all: 0 }
    expect(await account.api.demo.load({ params: account })).toEqual(progress)
    expect(await account.api.demo.load({ params: account })).toEqual(progress)
    expect(await account.api.demo.progress({ params: account })).toEqual(progress)
    await expect(account.api.demo.remove({ params: account })).rejects.toMatchObject({
      status: 409,
      errorType: 'demoLoading',
    })
  })

  test('is rejected if there are projects', async () => {
    const account = await server.newAccount()
    await account.api.projects.create({ body: { url: 'https://example.org/own' } })
    await expect(account.api.demo.load({ params: account })).rejects.toMatchObject({ status: 409 })
  })
})
