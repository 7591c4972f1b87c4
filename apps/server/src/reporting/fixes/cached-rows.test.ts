import { contract } from '@assay/contract/contract.ts'
import { endKinds, severities } from '@assay/engine/vocabulary.ts'
import type { Upgrade } from '@assay/engine/upgrades/upgrade.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '#accounts/account/store.ts'
import { insertTeam } from '#accounts/teams/store.ts'
import { accountScope, callerScope, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { markDeleted, setArchived, updateProject } from '#projects/project-state-store.ts'
import { ensureBranch, insertProject } from '#projects/project-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { fromMemory as upgradesFromMemory } from './planned-upgrades.ts'
import { type PlannedRow, plannedRowsReader } from './planned-store.ts'
import { listUpgrades } from './store.ts'
import { BranchTableCache } from '#reporting/metrics/branch-table-cache.ts'
import { chooseProjects, metricsRows, securityMetrics } from '#reporting/metrics/security-metrics.ts'
import { fromMemory as metricsFromMemory } from '#reporting/metrics/window-metrics.ts'
import type { WindowRow } from '#reporting/metrics/window-store.ts'
import { resolveWindow } from '#reporting/metrics/window.ts'
import { insertScan } from '#scanning/scans/store.ts'
import { replaceUpgrades } from '#scanning/scans/upgrade-store.ts'
import { type FreshDatabase, freshDatabase } from '#testing/fresh-database.ts'
import type { FlowRow } from '#reporting/trends/flow-store.ts'
import { fromMemory, readSecurityTrend } from '#reporting/trends/read-trend.ts'
import { flowCauses } from '#reporting/trends/flow-causes.ts'

let fresh: FreshDatabase
let db: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  db = fresh.db
})
afterAll(() => fresh?.drop())

const now = new Date('2024-03-31T12:00:00Z')
const windowRows = new BranchTableCache<WindowRow>()
const flowRows = new BranchTableCache<FlowRow>()
/** A new catalog of plans is begun every few reads. */
const cachedUpgrades = upgradesFromMemory(new BranchTableCache<PlannedRow>(), { maxPlans: 5 })

/** Random changes to an account; the numbers select among existing objects. */
const number = fc.nat({ max: 99 })
const step = fc.record({
  kind: fc.constantFrom(
    'scan',
    'scan',
    'scan',
    'project',
    'team',
    'tags',
    'name',
    'archive',
    'delete',
    'exclude',
  ),
  which: number,
  value: number,
  score: fc.nat({ max: 100 }),
  opened: fc.nat({ max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const question = fc.record({
  reach: fc.constantFrom('all', 'first team', 'both teams', 'one project'),
  days: fc.tuple(fc.nat({ max: 45 }), fc.nat({ max: 45 })),
  team: fc.option(fc.nat({ max: 1 })),
  tags: fc.constantFrom('', 'web', 'web,x y'),
  branches: fc.constantFrom('*', 'main', 'm*', 'f*/*1,main'),
  project: fc.constantFrom('', 'ÄPFEL', 'p1', '/p'),
  sort: fc.constantFrom('projectUrl', 'projectBranch', 'vulnerabilityCount', 'lastScanned', 'securityScore'),
  direction: fc.constantFrom('asc', 'desc'),
  limit: fc.constantFrom(1, 2, 50),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

interface Account {
  scope: Scope
  teams: string[]
  projects: string[]
  /** Per branch: number of scans, open findings, time of the last scan. */
  branches: Map<string, { number: number; open: number; identified: number; addressed: number; at: number }>
}

async function newAccount(): Promise<Account> {
  const uuid = randomUUID()
  await insertAccount(db, { uuid, name: 'A', email: 'a@example.com' })
  const scope = accountScope(uuid)
  const teams = [randomUUID(), randomUUID()]
  for (const team of teams) await insertTeam(db, scope, { uuid: team, name: team, description: '' })
  return { scope, teams, projects: [], branches: new Map() }
}

async function take(account: Account, { kind, which, value, score, opened }: Step): Promise<void> {
  const { scope, teams, projects } = account
  const uuid = projects[which % Math.max(1, projects.length)]
  await db.transaction().execute(async (tx) => {
    if (kind === 'project' || uuid === undefined) {
      const url = `https://example.com/${value % 2 ? 'Äpfel' : 'org'}/p${projects.length} ${which}\u{1f600}`
      await insertProject(tx, scope, { url, name: url, teamUuid: null, tags: [], isSample: false })
      const { uuid: projectUuid } = await tx
        .selectFrom('project')
        .select('uuid')
        .where('url', '=', url)
        .where('account_uuid', '=', scope.accountUuid)
        .executeTakeFirstOrThrow()
      projects.push(projectUuid)
    } else if (kind === 'scan') {
      const name = ['main', 'feature/1', 'fix 2'][value % 3]!
      await scan(account, { tx, project: uuid, name, score, opened, hours: 1 + value })
    } else if (kind === 'team')
      await updateProject(tx, scope, { uuid, teamUuid: [null, ...teams][value % 3] ?? null })
    else if (kind === 'tags')
      await updateProject(tx, scope, { uuid, tags: [['web'], ['x y', 'api'], []][value % 3]! })
    else if (kind === 'name') await updateProject(tx, scope, { uuid, name: `renamed p${value}` })
    else if (kind === 'archive') await setArchived(tx, scope, { uuid, isArchived: value % 2 === 0 })
    else if (kind === 'delete') {
      await markDeleted(tx, scope, [uuid])
      await incrementRevision(tx, scope)
    } else {
      await tx
        .insertInto('exclusion')
        .values({
          account_uuid: scope.accountUuid,
          uuid: randomUUID(),
          domain: 'security',
          target: '{}',
          reason: 'mitigated',
          description: '',
          project_uuid: value % 2 ? uuid : null,
          created_by: randomUUID(),
          created_at: new Date(now.getTime() - value * 8 * 3_600_000),
        })
        .execute()
      await incrementRevision(tx, scope)
    }
  })
}

interface NextScan {
  tx: Parameters<typeof insertScan>[0]
  project: string
  name: string
  score: number
  opened: number
  hours: number
}

async function scan({ scope, branches }: Account, { tx, project, name, score, opened, hours }: NextScan) {
  const uuid = await ensureBranch(tx, scope, { projectUuid: project, name })
  const start = { number: 0, open: 0, identified: 0, addressed: 0, at: Date.parse('2024-02-20T00:00:00Z') }
  const last = branches.get(uuid) ?? start
  const fixed = Math.min(last.open, score % 3)
  const next = {
    number: last.number + 1,
    open: last.open + opened - fixed,
    identified: last.identified + opened,
    addressed: last.addressed + fixed,
    at: last.at + hours * 3_600_000,
  }
  branches.set(uuid, next)
  const at = new Date(next.at)
  await insertScan(tx, scope, {
    uuid: randomUUID(),
    branchUuid: uuid,
    projectUuid: project,
    buildUuid: randomUUID(),
    at,
    number: next.number,
    formulaVersion: 1,
    securityScoring: 'cvss',
    outcome: 'PASS',
    componentCount: 1,
    languages: [],
    files: [],
    documents: [],
    scores: { security: score, stability: 1, licensing: 1 },
    penalties: { security: 1, stability: 1, licensing: 1 },
    libyears: opened === 4 ? null : score / 100,
    unknownReleases: opened,
    vulnerabilityCount: next.open,
    vulnerabilityDelta: next.open - last.open,
    identifiedCount: opened,
    mitigationCount: fixed,
    identifiedTotal: next.identified,
    addressedTotal: next.addressed,
    issues: [],
    excluded: [],
    indexVersions: {},
    advisoryData: [],
  })
  await replaceUpgrades(tx, scope, {
    branch: { uuid, projectUuid: project },
    upgrades: Array.from({ length: opened }, (_, at) => upgradeAt(at + (score % 3), score)),
  })
  const cause = flowCauses[(score + hours) % flowCauses.length]!
  const isFix = cause === endKinds[0] || cause === endKinds[1]
  const of = { account_uuid: scope.accountUuid, branch_uuid: uuid, severity: severities[score % 6]! }
  const day = at.toISOString().slice(0, 10)
  await tx
    .insertInto('finding_day')
    .values({ ...of, day, cause, days_to_fix: isFix && score % 2 ? hours : null, findings: opened + 1 })
    .onConflict((on) => on.doNothing())
    .execute()
  await tx
    .insertInto('finding_age')
    .values({ ...of, since: day, findings: next.open })
    .onConflict((on) => on.doNothing())
    .execute()
}

const cves = Array.from({ length: 6 }, (_, at) => `CVE-2020-${at}`)

function upgradeAt(at: number, score: number): Upgrade {
  const counts = { critical: at % 2, high: score % 4, medium: 0, low: 1, none: 0, unknown: 0 }
  return {
    ecosystem: 'npm',
    packageName: `package-${at}`,
    displayName: score % 2 ? `Package-${at}` : `package-${at}`,
    from: [`1.${score % 5}.0`, '1.0.0'],
    to: at === 1 ? null : `2.${score % 2}.0`,
    step: at === 1 ? null : 'minor',
    isKnownRelease: score % 3 > 0,
    isDirect: [true, false, null][score % 3]!,
    through: score % 3 === 1 ? [`way-${score % 7}`, 'way'] : [],
    lockfile: [null, 'package-lock.json', 'yarn.lock'][score % 3]!,
    isMalware: at === 2,
    instructions: [{ lockfile: 'a', commands: [`install ${score % 2}`] }],
    closes: counts,
    shared: score % 2,
    cves: [cves[score % 6]!, cves[at % 6]!],
  }
}

function scopeOf({ scope, teams, projects }: Account, reach: Question['reach']): Scope {
  if (reach === 'all') return scope
  if (reach === 'one project')
    return callerScope(scope.accountUuid, { teams: 'all', project: projects[0] ?? randomUUID() })
  return callerScope(scope.accountUuid, { teams: reach === 'both teams' ? teams : teams.slice(0, 1) })
}

const day = (offset: number) => new Date(Date.UTC(2024, 1, 18 + offset)).toISOString().slice(0, 10)

/** A team out of scope is rejected by both. */
const settled = (promise: Promise<unknown>) => promise.catch((error: Error) => error.message)

async function compare(account: Account, { reach, days, team, ...filter }: Question): Promise<void> {
  const scope = scopeOf(account, reach)
  const [startDate, endDate] = days.toSorted((a, b) => a - b).map(day)
  const input = { ...filter, startDate, endDate, ...(team !== null && { teamUUID: account.teams[team] }) }
  const query = contract.metrics.security.query.parse(input)
  const window = resolveWindow(query, 366, now)
  for (const isRepeatable of [true, false]) {
    const reader = metricsFromMemory(windowRows, { isRepeatable })
    const cached = await settled(securityMetrics(db, scope, { query, window, reader }))
    expect(cached).toEqual(await settled(securityMetrics(db, scope, { query, window })))
  }
  const rows = await settled(metricsRows(db, scope, { query, window, reader: metricsFromMemory(windowRows) }))
  expect(rows).toEqual(await settled(metricsRows(db, scope, { query, window })))
  const request = { query: contract.trends.security.query.parse(input), window, now }
  const readSums = fromMemory(flowRows, { isRepeatable: true })
  const cached = await settled(readSecurityTrend(db, scope, { ...request, readSums }))
  expect(cached).toEqual(await settled(readSecurityTrend(db, scope, request)))
}

async function compareUpgrades(account: Account, { reach, team, limit, ...filter }: Question) {
  const scope = scopeOf(account, reach)
  const input = { ...filter, ...(team !== null && { teamUUID: account.teams[team] }) }
  const query = contract.metrics.rows.query.parse(input)
  const selection = await chooseProjects(db, scope, query).catch(() => null)
  if (selection === null) return
  const listing = {
    where: { kind: 'filtered' as const, selection },
    severities: limit === 2 ? (['critical', 'unknown'] as const).slice() : [],
    isSnoozed: false,
    order: limit % 2 === 0 ? ('closes' as const) : ('urgent' as const),
    now,
    limit: limit + 1,
  }
  const first = await listUpgrades(db, scope, { ...listing, after: null })
  expect(await cachedUpgrades(db, scope, { ...listing, after: null })).toEqual(first)
  const after = first.page.at(-1)?.sortKey ?? null
  expect(await cachedUpgrades(db, scope, { ...listing, after })).toEqual(
    await listUpgrades(db, scope, { ...listing, after }),
  )
}

test('rows in memory equal the tables after any change', async () => {
  const history = fc.array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 5 }), question), {
    minLength: 2,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(history, async (turns) => {
      const account = await newAccount()
      for (const [steps, requests] of turns) {
        for (const each of steps) await take(account, each)
        await compare(account, requests)
        await sql`
          insert into advisory_signal (cve, in_catalog, epss)
          values (${cves[steps.length % 6]!}, ${steps.length % 2 === 0}, ${steps.length / 8}::float8)
          on conflict (cve) do update set epss = excluded.epss, in_catalog = excluded.in_catalog`.execute(db)
        await compareUpgrades(account, requests)
        await compare(account, turns[0]![1])
      }
    }),
    { numRuns: 20 },
  )
})

test('a change that began before a read and was committed after it is in the next one', async () => {
  const account = await newAccount()
  const change = (value: number): Step => ({ kind: 'project', which: value, value, score: 1, opened: 1 })
  await take(account, change(1))
  const { scope, projects } = account
  const window = resolveWindow({ startDate: '2024-02-20', endDate: '2024-03-31' }, 366, now)
  const query = contract.metrics.security.query.parse({})
  const scans = async () => {
    const reader = metricsFromMemory(windowRows)
    return (await securityMetrics(db, scope, { query, window, reader })).overview.totalScans
  }
  const one = (tx: NextScan['tx'], name: string) =>
    scan(account, { tx, project: projects[0]!, name, score: 1, opened: 1, hours: 1 })
  expect(await scans()).toBe(0)
  await db.transaction().execute(async (slow) => {
    await one(slow, 'slow')
    await db.transaction().execute((quick) => one(quick, 'quick'))
    expect(await scans()).toBe(1)
  })
  expect(await scans()).toBe(2)
})

test('all branches are read again when most plans are unused, not whenever there are many', async () => {
  const account = await newAccount()
  const { scope, projects } = account
  const next = (name: string, score: number) =>
    db
      .transaction()
      .execute((tx) => scan(account, { tx, project: projects[0]!, name, score, opened: 4, hours: 1 }))
  await take(account, { kind: 'project', which: 1, value: 1, score: 1, opened: 1 })
  await next('main', 0)
  const read = plannedRowsReader(db, scope, { maxPlans: 1 })
  let reading = await read(null)
  const readChanged = async () => {
    reading = await read(reading)
    return reading!.changed?.length ?? null
  }
  expect(await readChanged()).toBe(0)
  // Each scan replaces the four plans of the branch by others.
  const changed: (number | null)[] = []
  for (const score of [1, 2, 3, 4, 5]) {
    await next('main', score)
    changed.push(await readChanged())
  }
  expect(changed).toEqual([1, 1, null, 1, 1])
})
