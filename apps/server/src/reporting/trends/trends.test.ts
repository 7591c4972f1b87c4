import { dayMs, isoDay } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { type EndKind, endKinds, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { markChanged, updateLastScans } from '#projects/project-store.ts'
import { computeNumbers, type Numbers } from '#reporting/numbers/numbers.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { replaceAges } from '#scanning/scans/finding-age-store.ts'
import {
  endFindings,
  insertFindings,
  listOpenFindings,
  updateFinding,
} from '#scanning/scans/finding-store.ts'
import { appendToSeries } from '#scanning/scans/series-store.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { readSecurityTrend } from './read-trend.ts'

let db: Database
/** Shared by all tests, so that the changes of one are picked up by the next query. */
let numbers: Numbers
const fresh = forAllTests(freshDatabase)
beforeAll(() => {
  db = fresh.db
  numbers = computeNumbers(fresh)
})

const now = new Date('2024-03-31T12:00:00Z')

async function read(scope: Scope, query: Record<string, unknown>) {
  const parsed = contract.trends.security.query.parse(query)
  const request = { query: parsed, window: resolveWindow(parsed, 366, now), now }
  return readSecurityTrend({ db, numbers }, scope, request)
}

async function newAccount(): Promise<Scope> {
  const uuid = randomUUID()
  await insertAccount(db, { uuid, name: 'A', email: 'a@example.com' })
  return accountScope(uuid)
}

interface BranchIds {
  projectUuid: string
  branchUuid: string
}

async function newBranch(scope: Scope, tags: string[] = [], name = 'main'): Promise<BranchIds> {
  const [projectUuid, branchUuid] = [randomUUID(), randomUUID()]
  const account_uuid = scope.accountUuid
  const address = `example.com/${projectUuid}`
  await db
    .insertInto('project')
    .values({ account_uuid, uuid: projectUuid, url: address, name: address, tags })
    .execute()
  await db
    .insertInto('branch')
    .values({ account_uuid, uuid: branchUuid, project_uuid: projectUuid, name })
    .execute()
  return { projectUuid, branchUuid }
}

interface Step {
  hours: number
  opened: { severity: (typeof severities)[number]; publishedDaysAgo: number | null }[]
  ended: { kind: EndKind; daysToFix: number | null }[]
}

const found = (
  severity: FoundFinding['severity'],
  { publishedAt = null }: { publishedAt?: number | null } = {},
): FoundFinding => ({
  ecosystem: 'npm',
  packageName: randomUUID(),
  displayName: 'a',
  advisoryUuid: randomUUID(),
  versions: [{ version: '1.0.0', evidence: [], locations: [], isDirect: null }],
  cve: null,
  cves: [],
  publicId: null,
  severity,
  rating: null,
  cvss: null,
  publishedAt,
  category: 'vulnerability',
  fixedVersions: [],
  exclusionUuid: null,
})

/** Stores the findings of a scan without the scan. */
async function play(scope: Scope, branch: BranchIds, steps: Step[]): Promise<void> {
  let moment = Date.parse('2024-02-20T00:00:00Z')
  for (const [index, step] of steps.entries()) {
    const at = new Date((moment += step.hours * 3_600_000))
    const scan = { number: index + 1, at }
    const open = await listOpen(scope, [branch.branchUuid])
    await db.transaction().execute(async (tx) => {
      const ended = open
        .slice(0, step.ended.length)
        .map((finding, each) => ({ finding, fixedBy: null, ...step.ended[each]! }))
      await endFindings(
        tx,
        scope,
        ended.map((each) => ({ ended: each, ...scan })),
      )
      const rows = step.opened.map(({ severity, publishedDaysAgo }) => {
        const publishedAt = publishedDaysAgo === null ? null : at.getTime() - publishedDaysAgo * dayMs
        return { uuid: randomUUID(), ...branch, ...scan, found: found(severity, { publishedAt }) }
      })
      await insertFindings(tx, scope, rows)
      const recorded = { branchUuid: branch.branchUuid, ...scan, hasFlow: true, rerated: [] }
      await replaceAges(tx, scope, [branch.branchUuid])
      await appendToSeries(tx, scope, [recorded])
      await updateLastScans(tx, scope, [{ branchUuid: branch.branchUuid, uuid: randomUUID(), ...scan }])
    })
  }
}

/** Computed from the findings themselves. */
async function expected(scope: Scope, window: { startDate: string; endDate: string }, branches: string[]) {
  const { rows } = await sql<Record<string, unknown>>`
    with mine as (
      select *, (introduced_at at time zone 'UTC')::date as opened_on, (ended_at at time zone 'UTC')::date as closed_on,
        greatest(introduced_at, published_at) as since
      from finding where account_uuid = ${scope.accountUuid} and branch_uuid = any(${branches}::uuid[])),
    closing as (select * from mine where closed_on between ${window.startDate}::date and ${window.endDate}::date)
    select
      (select json_agg(open order by day) from (
        select day, (select count(*)::int from mine where opened_on <= day and (closed_on is null or closed_on > day)) as open
        from generate_series(${window.startDate}::date, ${window.endDate}::date, '1 day') day) days) as "openByDay",
      (select count(*)::int from mine
        where opened_on < ${window.startDate}::date and (closed_on is null or closed_on >= ${window.startDate}::date)) as before,
      (select count(*)::int from mine where opened_on between ${window.startDate}::date and ${window.endDate}::date) as opened,
      (select json_object_agg(severity, open) from (
        select severity, count(*)::int as open from mine
        where opened_on <= ${window.endDate}::date and (closed_on is null or closed_on > ${window.endDate}::date)
        group by severity) each) as "bySeverity",
      (select coalesce(json_object_agg(end_kind, closed), '{}') from (
        select end_kind, count(*)::int as closed from closing group by end_kind) each) as closed,
      (select percentile_disc(0.5) within group (order by days_to_fix) from closing
        where end_kind in ('upgraded', 'removed')) as median,
      (select percentile_disc(0.5) within group (order by (${now}::timestamptz at time zone 'UTC')::date - (since at time zone 'UTC')::date)
        from mine where closed_on is null) as age,
      (select json_agg(json_build_object('week', week, 'opened', opened) order by week) from (
        select date_trunc('week', opened_on)::date as week, count(*)::int as opened from mine
        where opened_on between ${window.startDate}::date and ${window.endDate}::date group by 1) each) as weeks`.execute(
    db,
  )
  return rows[0]!
}

const day = fc.nat({ max: 40 }).map((offset) => isoDay(Date.UTC(2024, 1, 20 + offset)))
const step: fc.Arbitrary<Step> = fc.record({
  hours: fc.integer({ min: 1, max: 120 }),
  opened: fc.array(
    fc.record({
      severity: fc.constantFrom(...severities),
      publishedDaysAgo: fc.option(fc.nat({ max: 400 })),
    }),
    { maxLength: 4 },
  ),
  ended: fc.array(
    fc.record({ kind: fc.constantFrom(...endKinds), daysToFix: fc.option(fc.nat({ max: 30 })) }),
    { maxLength: 3 },
  ),
})
const history = fc.array(step, { minLength: 1, maxLength: 7 })

test('daily counters match the findings in any window and for any branches', async () => {
  await fc.assert(
    fc.asyncProperty(history, history, fc.tuple(day, day), async (first, second, days) => {
      const [startDate, endDate] = days.toSorted() as [string, string]
      const window = { startDate, endDate }
      const scope = await newAccount()
      const tagged = await newBranch(scope, ['web'])
      const other = await newBranch(scope)
      await play(scope, tagged, first)
      await play(scope, other, second)
      for (const [query, branches] of [
        [{}, [tagged.branchUuid, other.branchUuid]],
        [{ tags: 'web' }, [tagged.branchUuid]],
        [{ project: other.projectUuid }, [other.branchUuid]],
      ] as const) {
        const trend = await read(scope, { ...window, ...query })
        const plain = await expected(scope, window, [...branches])
        const openByDay = trend.sortedDates.map((_, at) =>
          trend.severities.reduce((sum, severity) => sum + severity.openByDay[at]!, 0),
        )
        expect(openByDay).toEqual(plain['openByDay'])
        expect(trend.open).toBe(openByDay.at(-1))
        expect(trend.open - trend.change).toBe(plain['before'])
        expect(trend.opened.total).toBe(plain['opened'])
        const bySeverity = trend.severities.filter(({ open }) => open > 0)
        expect(Object.fromEntries(bySeverity.map(({ severity, open }) => [severity, open]))).toEqual(
          Object.fromEntries(
            Object.entries((plain['bySeverity'] ?? {}) as Record<string, number>).map(([severity, open]) => [
              toWireSeverity[severity as keyof typeof toWireSeverity],
              open,
            ]),
          ),
        )
        const { total, coverageLost, advisoryChanged, ...kinds } = trend.closed
        const closed = Object.entries({
          ...kinds,
          'coverage-lost': coverageLost,
          'advisory-changed': advisoryChanged,
        })
        expect(Object.fromEntries(closed.filter(([, count]) => count > 0))).toEqual(plain['closed'])
        expect(total).toBe(closed.reduce((sum, [, count]) => sum + count, 0))
        expect(trend.daysToFix.median).toBe(plain['median'])
        expect(trend.age.medianDays).toBe(plain['age'])
        expect(trend.age.groups.reduce((sum, { open }) => sum + open, 0)).toBe(
          (await listOpen(scope, [...branches])).length,
        )
        const weeks = trend.weeks.filter(({ opened }) => opened.total > 0)
        expect(weeks.map(({ opened }) => opened.total)).toEqual(
          ((plain['weeks'] ?? []) as { opened: number }[]).map(({ opened }) => opened),
        )
      }
    }),
    { numRuns: 25 },
  )
})

const listOpen = async (scope: Scope, branches: string[]) =>
  [...(await listOpenFindings(db, scope, branches)).values()].flat()

test('a finding whose severity changes moves from one to the other and is neither new nor closed', async () => {
  const scope = await newAccount()
  const branch = await newBranch(scope)
  const opened = [{ severity: 'low' as const, publishedDaysAgo: null }]
  await play(scope, branch, [{ hours: 24 * 15, opened, ended: [] }])
  const [known] = await listOpen(scope, [branch.branchUuid])
  const scan = { number: 2, at: new Date('2024-03-10T00:00:00Z') }
  await db.transaction().execute(async (tx) => {
    await updateFinding(tx, scope, {
      uuid: known!.uuid,
      found: {
        ...found('critical'),
        ...known!,
        severity: 'critical',
        cve: null,
        cves: [],
        publicId: null,
        rating: null,
        cvss: null,
        category: 'vulnerability',
        fixedVersions: [],
        exclusionUuid: null,
      },
      spans: known!.spans,
    })
    await replaceAges(tx, scope, [branch.branchUuid])
    await appendToSeries(tx, scope, [
      {
        branchUuid: branch.branchUuid,
        ...scan,
        hasFlow: true,
        rerated: [{ from: 'low', to: 'critical' }],
      },
    ])
    await markChanged(tx, scope, [branch.branchUuid])
  })
  const trend = await read(scope, { startDate: '2024-03-05', endDate: '2024-03-11' })
  const bySeverity = Object.fromEntries(
    trend.severities.map(({ severity, openByDay }) => [severity, openByDay]),
  )
  expect(bySeverity).toEqual({
    CRITICAL: [0, 0, 0, 0, 0, 1, 1],
    HIGH: [0, 0, 0, 0, 0, 0, 0],
    MEDIUM: [0, 0, 0, 0, 0, 0, 0],
    LOW: [0, 1, 1, 1, 1, 0, 0],
  })
  expect([trend.opened.total, trend.closed.total]).toEqual([1, 0])
})

test('future days are not included', async () => {
  const scope = await newAccount()
  const { sortedDates, weeks } = await read(scope, { startDate: '2024-03-30', endDate: '2024-04-20' })
  expect(sortedDates).toEqual(['2024-03-30', '2024-03-31'])
  expect(weeks).toMatchObject([{ startDate: '2024-03-30', endDate: '2024-03-31' }])
  const ahead = await read(scope, { startDate: '2025-03-30', endDate: '2025-04-20' })
  expect(ahead).toMatchObject({ sortedDates: [], weeks: [], open: 0 })
})
