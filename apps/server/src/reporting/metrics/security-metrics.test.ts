import { dayMs, isoDay } from '@assay/engine/time.ts'
import { readConfig } from '#config.ts'
import { randomUUID } from 'node:crypto'
import { type MetricsProject, SecurityMetrics, sortColumns } from '@assay/contract/metrics.ts'
import { contract } from '@assay/contract/contract.ts'
import { performanceScore } from '@assay/engine/scoring/performance-score.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { accountScope, callerScope, type Scope } from '#auth/scope.ts'
import { allowLongStatements, type Database, type Tx } from '#platform/database/database.ts'
import { insertTeam } from '#accounts/teams/store.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { appendToSeries } from '#scanning/scans/series-store.ts'
import { addFlow } from '#testing/add-flow.ts'
import { fillSeries } from '#testing/fill-series.ts'
import { writeJson } from '#platform/http/json-stream.ts'
import { updateLastScans } from '#projects/project-store.ts'
import { listRemediations, listScanFigures } from '#reporting/numbers/detail-store.ts'
import { computeNumbers, type Numbers } from '#reporting/numbers/numbers.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { metricsRows, securityMetrics, streamMetrics } from './security-metrics.ts'

let db: Database
/** Shared by all tests, so that the changes of one are picked up by the next query. */
let numbers: Numbers
const fresh = forAllTests(freshDatabase)
beforeAll(() => {
  db = fresh.db
  numbers = computeNumbers(fresh)
})

const config = readConfig({})
const now = new Date('2024-03-31T12:00:00Z')

async function read(scope: Scope, query: Record<string, unknown> = {}) {
  const parsed = contract.metrics.security.query.parse(query)
  return securityMetrics({ db, config, numbers }, scope, {
    query: parsed,
    window: resolveWindow(parsed, 366, now),
  })
}

async function readAlone(scope: Scope, query: Record<string, unknown>) {
  const parsed = contract.metrics.rows.query.parse(query)
  return metricsRows({ db, config, numbers }, scope, {
    query: parsed,
    window: resolveWindow(parsed, 366, now),
  })
}

async function newAccount(): Promise<Scope> {
  const uuid = randomUUID()
  await insertAccount(db, { uuid, name: 'A', email: 'a@example.com' })
  return accountScope(uuid)
}

async function newTeam(scope: Scope): Promise<string> {
  const uuid = randomUUID()
  await insertTeam(db, scope, { uuid, name: uuid, description: '' })
  return uuid
}

interface NewBranch {
  name?: string
  project?: string
  url?: string
  team?: string
  tags?: string[]
}

async function newProject(scope: Scope, { url, team, tags }: NewBranch = {}): Promise<string> {
  const uuid = randomUUID()
  const name = url ?? `example.com/org/${uuid}`
  const row = {
    account_uuid: scope.accountUuid,
    uuid,
    url: name,
    name,
    team_uuid: team ?? null,
    tags: tags ?? [],
  }
  await db.insertInto('project').values(row).execute()
  return uuid
}

async function newBranch(scope: Scope, branch: NewBranch = {}): Promise<{ uuid: string; project: string }> {
  const uuid = randomUUID()
  const project = branch.project ?? (await newProject(scope, branch))
  await db
    .insertInto('branch')
    .values({ account_uuid: scope.accountUuid, uuid, project_uuid: project, name: branch.name ?? 'main' })
    .execute()
  return { uuid, project }
}

interface Step {
  at: string
  score?: number
  opened?: number
  fixed?: number
  /** Ended without a fix: excluded or withdrawn. */
  dropped?: number
}

/** Stores scans with the findings behind their numbers. */
async function addScans(
  scope: Scope,
  branch: { uuid: string; project: string },
  steps: Step[],
): Promise<void> {
  const open: string[] = []
  let totals = { identified: 0, addressed: 0 }
  const account_uuid = scope.accountUuid
  for (const [index, { at, score = 50, opened = 0, fixed = 0, dropped = 0 }] of steps.entries()) {
    const before = open.length
    const endings = open.splice(0, fixed + dropped)
    const end = { ended_number: index + 1, ended_at: new Date(at) }
    for (const [position, uuid] of endings.entries()) {
      const end_kind = position < fixed ? (position % 2 ? 'removed' : 'upgraded') : 'excluded'
      await db
        .updateTable('finding')
        .set({ ...end, end_kind })
        .where('uuid', '=', uuid)
        .execute()
    }
    const born = Array.from({ length: opened }, () => randomUUID())
    if (born.length > 0)
      await db
        .insertInto('finding')
        .values(
          born.map((uuid) => ({
            account_uuid,
            uuid,
            branch_uuid: branch.uuid,
            project_uuid: branch.project,
            ecosystem: 'npm',
            package_name: uuid,
            display_name: uuid,
            advisory_uuid: randomUUID(),
            cve: null,
            severity: 'high',
            cvss: null,
            category: 'vulnerability',
            published_at: null,
            fixed_versions: [],
            versions: '[]',
            introduced_number: index + 1,
            introduced_at: new Date(at),
            ended_number: null,
            ended_at: null,
            end_kind: null,
            fixed_by: null,
            days_to_fix: null,
          })),
        )
        .execute()
    open.push(...born)
    const mitigated = Math.min(fixed, endings.length)
    totals = { identified: totals.identified + opened, addressed: totals.addressed + mitigated }
    await db
      .insertInto('scan_row')
      .values({
        account_uuid,
        branch_uuid: branch.uuid,
        number: index + 1,
        uuid: randomUUID(),
        project_uuid: branch.project,
        build_uuid: randomUUID(),
        scanned_at: new Date(at),
        security_score: score,
        stability_score: 1,
        licensing_score: 1,
        security_penalty: 1,
        stability_penalty: 1,
        licensing_penalty: 1,
        formula_version: 1,
        outcome: 'PASS',
        declared_outcome: null,
        component_count: 1,
        languages: [],
        files: [],
        vulnerability_count: open.length,
        vulnerability_delta: open.length - before,
        identified_count: opened,
        mitigation_count: mitigated,
        identified_total: totals.identified,
        addressed_total: totals.addressed,
      })
      .execute()
    const last = { branchUuid: branch.uuid, uuid: randomUUID(), number: index + 1, at: new Date(at) }
    await db.transaction().execute(async (tx) => {
      await updateLastScans(tx, scope, [last])
      await appendToSeries(tx, scope, [{ ...last, hasFlow: false, rerated: [] }])
    })
  }
}

const march = { startDate: '2024-03-01', endDate: '2024-03-31' }

describe('the window', () => {
  it('includes both days and nothing beyond', async () => {
    const scope = await newAccount()
    const branch = await newBranch(scope)
    const inside = ['2024-03-01T00:00:00.000Z', '2024-03-31T23:59:59.999Z']
    const all = ['2024-02-29T23:59:59.999Z', ...inside, '2024-04-01T00:00:00.000Z']
    await addScans(
      scope,
      branch,
      all.map((at, index) => ({ at, score: 10 * index })),
    )
    const response = await read(scope, march)
    expect(response.projects).toMatchObject([
      { totalScans: 2, securityScore: 20, deltaSecurityScore: 10, lastScanned: Date.parse(inside[1]!) },
    ])
    expect(response.projectsUsage).toEqual({
      sortedDates: ['2024-03-01', '2024-03-31'],
      dates: {
        '2024-03-01': { totalProjects: 1, totalScans: 1 },
        '2024-03-31': { totalProjects: 1, totalScans: 2 },
      },
    })
    const window = resolveWindow(march, 366, now)
    const scans = await listScanFigures(db, scope, { branchUuids: [branch.uuid], window })
    expect(scans.map(({ scanned_at: at }) => at.toISOString())).toEqual(inside.toReversed())
  })

  it('omits branches without a scan in it', async () => {
    const scope = await newAccount()
    await addScans(scope, await newBranch(scope), [{ at: '2024-02-01T00:00:00Z', opened: 3 }])
    expect(await read(scope, march)).toMatchObject({
      projects: [],
      totalRows: 0,
      overview: { totalScans: 0, numberOfProjects: 0 },
    })
  })

  it.each([
    ['0000-01-01', '0000-01-31'],
    ['9999-12-01', '9999-12-31'],
  ])('returns %s to %s', async (startDate, endDate) => {
    expect((await read(await newAccount(), { startDate, endDate })).totalRows).toBe(0)
  })
})

describe('the numbers', () => {
  it('match counting the findings', async () => {
    const count = fc.nat({ max: 4 })
    const step = fc.record({
      hours: fc.integer({ min: 1, max: 90 }),
      opened: count,
      fixed: count,
      dropped: count,
      score: fc.nat({ max: 100 }),
    })
    const history = fc.array(step, { minLength: 1, maxLength: 8 })
    const days = fc
      .tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }))
      .map((pair) => pair.toSorted((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(history, days, async (steps, [from, to]) => {
        const scope = await newAccount()
        const branch = await newBranch(scope)
        let at = Date.parse('2024-03-01T00:00:00Z')
        await addScans(
          scope,
          branch,
          steps.map(({ hours, ...rest }) => ({
            at: new Date((at += hours * 3_600_000)).toISOString(),
            ...rest,
          })),
        )
        const window = { startDate: day(from!), endDate: day(to!) }
        const { projects } = await read(scope, window)
        expect(
          projects.map(
            ({
              totalScans,
              vulnerabilitiesIdentified,
              vulnerabilitiesAddressed,
              vulnerabilityCount,
              deltaVulns,
              performanceScore: score,
            }) => ({
              totalScans,
              vulnerabilitiesIdentified,
              vulnerabilitiesAddressed,
              vulnerabilityCount,
              deltaVulns,
              score,
            }),
          ),
        ).toEqual(await counted(scope, branch.uuid, resolveWindow(window, 366, now)))
      }),
      { numRuns: 40 },
    )
  })

  const day = (offset: number) => isoDay(Date.parse('2024-03-01') + offset * dayMs)

  async function counted(scope: Scope, branchUuid: string, { from, before }: { from: Date; before: Date }) {
    const scans = await db
      .selectFrom('scan')
      .selectAll()
      .where('account_uuid', '=', scope.accountUuid)
      .where('scanned_at', '>=', from)
      .where('scanned_at', '<', before)
      .orderBy('number')
      .execute()
    if (scans.length === 0) return []
    const findings = await db
      .selectFrom('finding')
      .selectAll()
      .where('branch_uuid', '=', branchUuid)
      .execute()
    const openAfter = (at: Date) =>
      findings.filter((each) => each.introduced_at <= at && (!each.ended_at || each.ended_at > at)).length
    const first = scans[0]!
    const last = scans.at(-1)!
    const point = (scan: typeof first) => ({
      securityScore: scan.security_score,
      vulnerabilityCount: openAfter(scan.scanned_at),
    })
    return [
      {
        totalScans: scans.length,
        vulnerabilitiesIdentified: findings.filter(
          (each) => each.introduced_at < before && (!each.ended_at || each.ended_at >= from),
        ).length,
        vulnerabilitiesAddressed: findings.filter(
          (each) =>
            each.ended_at && each.ended_at >= from && each.ended_at < before && each.end_kind !== 'excluded',
        ).length,
        vulnerabilityCount: openAfter(last.scanned_at),
        deltaVulns: openAfter(last.scanned_at) - openAfter(first.scanned_at),
        score: performanceScore(point(first), point(last)),
      },
    ]
  }

  it('list upgraded and removed findings as remediations', async () => {
    const scope = await newAccount()
    const branch = await newBranch(scope)
    await addScans(scope, branch, [
      { at: '2024-03-01T00:00:00Z', opened: 5 },
      { at: '2024-03-02T00:00:00Z', fixed: 2, dropped: 1 },
    ])
    const found = await listRemediations(db, scope, {
      branchUuids: [branch.uuid],
      window: resolveWindow(march, 366, now),
    })
    expect(found.map(({ endedAt }) => endedAt.toISOString())).toEqual(
      Array(2).fill('2024-03-02T00:00:00.000Z'),
    )
  })
})

const marchWindow = () => resolveWindow(march, 366, now)

async function readWhole(scope: Scope, query: Record<string, unknown> = {}) {
  const parsed = contract.metrics.security.query.parse({ ...march, ...query })
  const stream = await streamMetrics({ db, config, numbers }, scope, { query: parsed, window: marchWindow() })
  const json = await writeJson(stream, SecurityMetrics)
  const pieces = typeof json === 'string' ? [json] : await Array.fromAsync(json)
  const whole = pieces.join('')
  const longest = Math.max(...pieces.map(({ length }) => length))
  return { longest, length: whole.length, metrics: parseMetrics(whole) }
}

const parseMetrics = (text: string) => SecurityMetrics.parse(JSON.parse(text))

describe('whole projects', () => {
  it('come with the scans and remediations of the window, newest first', async () => {
    const scope = await newAccount()
    const steps = [
      { at: '2024-02-20T00:00:00Z', opened: 3, score: 10 },
      { at: '2024-03-02T00:00:00Z', fixed: 1, score: 30 },
      { at: '2024-03-05T00:00:00Z', fixed: 2, opened: 1, score: 60 },
    ]
    const [first, second] = [await newBranch(scope), await newBranch(scope)]
    await addScans(scope, first, steps)
    await addScans(scope, second, [{ at: '2024-03-03T00:00:00Z', opened: 1 }])
    const { projects, nextCursor } = (await readWhole(scope)).metrics
    expect(nextCursor).toBeNull()
    const [changed, alone] = [first, second].map(({ project }) =>
      projects.find(({ projectUUID }) => projectUUID === project),
    )
    expect(changed!.scans).toMatchObject([
      { timestamp: Date.parse(steps[2]!.at), securityScore: 60, vulnerabilityCount: 1, mitigationCount: 2 },
      { timestamp: Date.parse(steps[1]!.at), securityScore: 30, vulnerabilityCount: 2, mitigationCount: 1 },
    ])
    const fixedWhen = changed!.remediations!.vulnerabilities.map((each) => each.fixedWhen)
    expect(fixedWhen).toEqual([steps[2]!.at, steps[2]!.at, steps[1]!.at].map((at) => Date.parse(at)))
    expect(alone!.scans).toHaveLength(1)
    expect(alone!.remediations).toEqual({ vulnerabilities: [] })
  })

  it('leave out what include does not name', async () => {
    const scope = await newAccount()
    await addScans(scope, await newBranch(scope), [{ at: '2024-03-03T00:00:00Z' }])
    const partsOf = async (include: string) =>
      Object.keys((await readWhole(scope, { include })).metrics.projects[0]!).filter((key) =>
        ['scans', 'remediations'].includes(key),
      )
    expect(await partsOf('')).toEqual([])
    expect(await partsOf('scans')).toEqual(['scans'])
    expect(await partsOf('remediations,scans')).toEqual(['scans', 'remediations'])
    expect(contract.metrics.security.query.safeParse({ include: 'all' }).success).toBe(false)
  })

  it('are all there without a limit, and sent in small pieces', async () => {
    const scope = await newAccount()
    await insertManyProjects(scope, { projects: 5000, scans: 4 })
    const { longest, length, metrics } = await readWhole(scope)
    expect(new Set(metrics.projects.map(({ projectUUID }) => projectUUID)).size).toBe(5000)
    expect(metrics.projects.every(({ scans }) => scans!.length === 4)).toBe(true)
    expect(metrics.nextCursor).toBeNull()
    expect(longest).toBeLessThan(length / 4)
    const page = await readWhole(scope, { limit: '7' })
    expect(page.metrics.projects).toHaveLength(7)
    expect(page.metrics.nextCursor).not.toBeNull()
  })
})

async function insertManyProjects(scope: Scope, size: { projects: number; scans: number }) {
  // What is read has to keep to the limit of statements, not how its rows got there.
  await db.transaction().execute(async (tx) => {
    await allowLongStatements(tx)
    await insertProjects(tx, scope.accountUuid, size)
  })
  await sql`analyze project, branch, scan_row`.execute(db)
  await fillSeries(fresh.connection, scope.accountUuid)
}

async function insertProjects(
  tx: Tx,
  account: string,
  { projects, scans }: { projects: number; scans: number },
) {
  await sql`
    insert into project (account_uuid, uuid, url, name, team_uuid, tags)
    select ${account}, gen_random_uuid(), 'example.com/many/' || n, 'example.com/many/' || n, null, '{}'
    from generate_series(1, ${projects}::int) n`.execute(tx)
  await sql`
    insert into branch (account_uuid, uuid, project_uuid, name)
    select account_uuid, gen_random_uuid(), uuid, 'main' from project where account_uuid = ${account}`.execute(
    tx,
  )
  await sql`
    insert into scan_row (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
      stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version,
      outcome, component_count, languages, files, vulnerability_count, vulnerability_delta, identified_count,
      mitigation_count, identified_total, addressed_total)
    select account_uuid, uuid, n, gen_random_uuid(), project_uuid, gen_random_uuid(),
      timestamptz '2024-03-01T00:00:00Z' + n * interval '1 day', 50, 1, 1, 1, 1, 1, 1, 'PASS', 1, '{}', '{}', 0, 0, 0,
      0, 0, 0
    from branch, generate_series(1, ${scans}::int) n where account_uuid = ${account}`.execute(tx)
  await sql`
    update branch set last_number = ${scans}, last_scanned_at = timestamptz '2024-03-01T00:00:00Z' + ${scans}::int * interval '1 day'
    where account_uuid = ${account}`.execute(tx)
}

describe('pages', () => {
  it('contain every row once in every order, including ties', async () => {
    const scope = await newAccount()
    for (let index = 0; index < 7; index++) {
      const project = await newProject(scope)
      for (const name of ['main', 'dev']) {
        const at = `2024-03-0${1 + (index % 2)}T00:00:00Z`
        await addScans(scope, await newBranch(scope, { project, name }), [
          { at, opened: index % 3, score: index % 2 },
        ])
      }
    }
    for (const sort of sortColumns)
      for (const direction of ['asc', 'desc'] as const) {
        const rows: MetricsProject[] = []
        let cursor: string | null | undefined
        do {
          const page = await read(scope, { sort, direction, limit: 3, ...(cursor && { cursor }) })
          rows.push(...page.projects)
          // The same page requested without totals.
          const { projects, nextCursor } = page
          expect(await readAlone(scope, { sort, direction, limit: 3, ...(cursor && { cursor }) })).toEqual({
            projects,
            nextCursor,
          })
          expect(page.totalRows).toBe(14)
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(new Set(rows.map((row) => row.projectUUID + row.projectBranch)).size).toBe(14)
        expect(rows).toHaveLength(14)
        const keys = rows.map((row) => row[sort])
        const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(keys).toEqual(direction === 'asc' ? sorted : sorted.toReversed())
      }
  })

  it('reject invalid cursors and those of another order', async () => {
    const scope = await newAccount()
    for (const name of ['a', 'b'])
      await addScans(scope, await newBranch(scope, { name }), [{ at: '2024-03-02T00:00:00Z' }])
    const { nextCursor } = await read(scope, { limit: 1, sort: 'totalScans' })
    for (const query of [
      { sort: 'securityScore', cursor: nextCursor },
      { sort: 'totalScans', direction: 'asc', cursor: nextCursor },
      { cursor: 'nonsense' },
    ]) {
      await expect(read(scope, query)).rejects.toMatchObject({ status: 400 })
    }
  })
})

describe('filters', () => {
  it('match branches by wildcard and case only', async () => {
    const scope = await newAccount()
    const project = await newProject(scope)
    for (const name of ['main', 'Main', 'rel_1', 'relx1', 'release/1.0', '50%'])
      await addScans(scope, await newBranch(scope, { project, name }), [{ at: '2024-03-02T00:00:00Z' }])
    const found = async (branches: string) =>
      (await read(scope, { branches, sort: 'projectBranch', direction: 'asc' })).projects.map(
        (row) => row.projectBranch,
      )
    expect(await found('main')).toEqual(['main'])
    expect(await found('rel_1, 50%')).toEqual(['50%', 'rel_1'])
    expect(await found('rel*1*')).toEqual(['rel_1', 'release/1.0', 'relx1'])
    expect(await found('*ain')).toEqual(['Main', 'main'])
    expect(await found(String.raw`\main`)).toEqual([])
    expect(await found('nothing,*')).toHaveLength(6)
    expect((await read(scope, { branches: '*' })).overview).toMatchObject({
      numberOfProjects: 1,
      totalScans: 6,
    })
  })

  it('match any of the tags', async () => {
    const scope = await newAccount()
    for (const tags of [['a', 'x y'], ['b'], []])
      await addScans(scope, await newBranch(scope, { tags }), [{ at: '2024-03-02T00:00:00Z' }])
    expect((await read(scope, { tags: 'a,b' })).totalRows).toBe(2)
    expect((await read(scope, { tags: 'x y' })).totalRows).toBe(1)
    expect((await read(scope, { tags: 'c' })).totalRows).toBe(0)
  })

  it('match names for the second overview and the table', async () => {
    const scope = await newAccount()
    for (const url of ['example.com/Org/Shop Front', 'example.com/org/100%'])
      await addScans(scope, await newBranch(scope, { url }), [{ at: '2024-03-02T00:00:00Z', opened: 2 }])
    const response = await read(scope, { project: 'SHOP f' })
    expect(response.overview).toMatchObject({
      numberOfProjects: 2,
      totalScans: 2,
      filteredOverview: { numberOfProjects: 1, vulnerabilitiesIdentified: 2 },
    })
    expect(response.projects.map((row) => row.nameTail)).toEqual(['Shop Front'])
    expect(response.totalRows).toBe(1)
    expect(response.filteredOverview?.projectsUsage.dates['2024-03-02']).toEqual({
      totalProjects: 1,
      totalScans: 1,
    })
    expect((await read(scope, { project: '%' })).totalRows).toBe(1)
    expect(await read(scope)).not.toHaveProperty('filteredOverview')
  })
})

describe('teams', () => {
  it("are limited to their projects and the caller's scope", async () => {
    const scope = await newAccount()
    const [mine, theirs] = [await newTeam(scope), await newTeam(scope)]
    const teamOfOther = await newTeam(await newAccount())
    for (const team of [mine, theirs, undefined])
      await addScans(scope, await newBranch(scope, team ? { team } : {}), [{ at: '2024-03-02T00:00:00Z' }])
    const rows = async (reader: Scope, teamUUID?: string) =>
      (await read(reader, teamUUID ? { teamUUID } : {})).totalRows
    const member = callerScope(scope.accountUuid, { teams: [mine] })
    expect([await rows(scope), await rows(scope, scope.accountUuid), await rows(scope, theirs)]).toEqual([
      3, 3, 1,
    ])
    expect([await rows(member), await rows(member, scope.accountUuid), await rows(member, mine)]).toEqual([
      1, 1, 1,
    ])
    expect(await rows(callerScope(scope.accountUuid, { teams: [] }))).toBe(0)
    await expect(rows(member, theirs)).rejects.toMatchObject({ status: 404 })
    await expect(rows(scope, teamOfOther)).rejects.toMatchObject({ status: 404 })
    await expect(rows(scope, randomUUID())).rejects.toMatchObject({ status: 404 })
  })
})

describe('best and worst projects', () => {
  it('are three each, by score, then name, then branch', async () => {
    const scope = await newAccount()
    const add = async (url: string, change: number) => {
      const branch = await newBranch(scope, { url })
      await addScans(scope, branch, [
        { at: '2024-03-02T00:00:00Z' },
        { at: '2024-03-03T00:00:00Z', score: 50 + change },
      ])
    }
    for (const [url, change] of [
      ['d', 1],
      ['c', 1],
      ['b', 1],
      ['a', 2],
      ['e', 0],
      ['w', -1],
      ['x', -1],
      ['y', -1],
      ['z', -2],
    ] as const)
      await add(url, change)
    const { topPerforming, leastPerforming } = await read(scope)
    expect(topPerforming.map((row) => [row.nameTail, row.performanceScore])).toEqual([
      ['a', 2000],
      ['b', 1000],
      ['c', 1000],
    ])
    expect(leastPerforming.map((row) => [row.nameTail, row.performanceScore])).toEqual([
      ['z', -2000],
      ['w', -1000],
      ['x', -1000],
    ])
  })

  it('include the number of branches of their project in the selection', async () => {
    const scope = await newAccount()
    const project = await newProject(scope)
    const improving = [
      { at: '2024-03-02T00:00:00Z', score: 1 },
      { at: '2024-03-03T00:00:00Z', score: 5 },
    ]
    await addScans(scope, await newBranch(scope, { project }), improving)
    await addScans(scope, await newBranch(scope, { project, name: 'dev' }), [{ at: '2024-03-04T00:00:00Z' }])
    await addScans(scope, await newBranch(scope), improving)
    const counts = (await read(scope)).topPerforming.map(({ branches }) => branches)
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2])
    expect((await read(scope, { branches: 'main' })).topPerforming.map(({ branches }) => branches)).toEqual([
      1, 1,
    ])
  })
})

describe('changes without dependency work', () => {
  it('are reported for best and worst projects within the window', async () => {
    const scope = await newAccount()
    const days = (scores: number[]) =>
      scores.map((score, index) => ({ at: `2024-03-0${index + 2}T00:00:00Z`, score }))
    const better = await newBranch(scope)
    const worse = await newBranch(scope)
    await addScans(scope, better, days([10, 90]))
    await addScans(scope, worse, days([90, 10]))
    const counters: [branch: string, day: string, cause: string, findings: number][] = [
      [better.uuid, '2024-03-03', 'excluded', 2],
      [better.uuid, '2024-03-03', 'withdrawn', 1],
      [better.uuid, '2024-03-03', 'upgraded', 8],
      [better.uuid, '2024-02-01', 'excluded', 16],
      [worse.uuid, '2024-03-03', 'advisory', 3],
      [worse.uuid, '2024-03-03', 'exclusion-lifted', 1],
      [worse.uuid, '2024-03-03', 'dependency', 8],
      [worse.uuid, '2024-05-01', 'advisory', 16],
    ]
    for (const branchUuid of [better.uuid, worse.uuid]) {
      const flow = counters
        .filter(([branch]) => branch === branchUuid)
        .map(([, day, cause, findings]) => ({ day, cause, findings, severity: 'high' }))
      await addFlow(db, scope, { branchUuid, flow: flow.toSorted((a, b) => (a.day < b.day ? -1 : 1)) })
    }
    const { topPerforming, leastPerforming } = await read(scope)
    const ranked = [...topPerforming, ...leastPerforming].map((row) => [
      row.closedWithoutFix,
      row.openedWithoutChange,
    ])
    expect(ranked).toEqual([
      [3, 0],
      [0, 4],
    ])
  })
})

describe('usage', () => {
  it('accumulates scans, and each project once from its first day', async () => {
    const scope = await newAccount()
    const project = await newProject(scope)
    await addScans(
      scope,
      await newBranch(scope, { project }),
      ['02', '02', '05'].map((date, index) => ({ at: `2024-03-${date}T0${index}:00:00Z` })),
    )
    await addScans(scope, await newBranch(scope, { project, name: 'dev' }), [{ at: '2024-03-04T00:00:00Z' }])
    await addScans(scope, await newBranch(scope), [{ at: '2024-03-05T00:00:00Z' }])
    expect((await read(scope)).projectsUsage).toEqual({
      sortedDates: ['2024-03-02', '2024-03-04', '2024-03-05'],
      dates: {
        '2024-03-02': { totalProjects: 1, totalScans: 2 },
        '2024-03-04': { totalProjects: 1, totalScans: 3 },
        '2024-03-05': { totalProjects: 2, totalScans: 5 },
      },
    })
  })

  it('accumulates created exclusions, including removed ones', async () => {
    const scope = await newAccount()
    const add = (created_at: string, removed_at: string | null = null) =>
      db
        .insertInto('exclusion')
        .values({
          account_uuid: scope.accountUuid,
          uuid: randomUUID(),
          domain: 'security',
          target: '{}',
          reason: 'mitigated',
          description: '',
          project_uuid: null,
          created_by: randomUUID(),
          created_at,
          removed_at,
        })
        .execute()
    for (const at of [
      '2024-02-29T23:59:59Z',
      '2024-03-01T00:00:00Z',
      '2024-03-31T23:59:59Z',
      '2024-04-01T00:00:00Z',
    ])
      await add(at)
    await add('2024-03-01T05:00:00Z', '2024-03-02T00:00:00Z')
    expect((await read(scope, march)).exclusionUsage).toEqual({
      sortedDates: ['2024-03-01', '2024-03-31'],
      dates: { '2024-03-01': { totalExclusions: 2 }, '2024-03-31': { totalExclusions: 3 } },
    })
  })
})
