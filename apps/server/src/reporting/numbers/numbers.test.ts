import { isoDay } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Upgrade } from '@assay/engine/upgrades/upgrade.ts'
import { fixOrders } from '@assay/contract/fixes.ts'
import { endKinds, severities } from '@assay/engine/vocabulary.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { insertTeam } from '#accounts/teams/store.ts'
import { accountScope, callerScope, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { markDeleted, moveBranch, setArchived, updateProject } from '#projects/project-state-store.ts'
import { saveKnownExploited, saveProbabilities } from '#knowledge/advisories/clusters/signal-store.ts'
import { ensureBranch, insertProject } from '#projects/project-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { flowCauses } from '#scanning/scans/flow-causes.ts'
import { insertScans } from '#scanning/scans/store.ts'
import type { UpgradeRow } from './upgrades.ts'
import { replaceUpgrades } from '#scanning/scans/upgrade-store.ts'
import { addFlow } from '#testing/add-flow.ts'
import {
  expectedComparison,
  expectedMetrics,
  expectedStanding,
  expectedTrend,
  expectedUpgrades,
  type FlowRow,
  sortedTrend,
} from '#testing/expected-numbers.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { dayOf } from './days.ts'
import type { Figures, MetricsRequest } from './metrics-response.ts'
import { computeNumbers, type Numbers } from './numbers.ts'
import { type ProjectSelection, selectionOf } from './selection.ts'
import { resolveWindow } from './window.ts'

let db: Database
/** With few plans, so that unused ones are dropped often. */
let numbers: Numbers
const fresh = forAllTests(freshDatabase)
beforeAll(async () => {
  db = fresh.db
  numbers = computeNumbers(fresh, { maxPlans: 5 })
  await addAdvisories()
})

const now = new Date('2024-03-31T12:00:00Z')
const noTargets = { bySeverity: {}, exploited: null }

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
    'move',
  ),
  which: number,
  value: number,
  score: fc.nat({ max: 100 }),
  opened: fc.nat({ max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const question = fc.record({
  visibility: fc.constantFrom('all', 'first team', 'both teams', 'one project'),
  days: fc.tuple(fc.nat({ max: 45 }), fc.nat({ max: 45 })),
  team: fc.option(fc.nat({ max: 1 })),
  tags: fc.constantFrom('', 'web', 'web,x y'),
  branches: fc.constantFrom('*', 'main', 'm*', 'f*/*1,main', '@default', 'f*,@default'),
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
  flow: FlowRow[]
}

async function newAccount(): Promise<Account> {
  const uuid = randomUUID()
  await insertAccount(db, { uuid, name: 'A', email: 'a@example.com' })
  const scope = accountScope(uuid)
  const teams = [randomUUID(), randomUUID()]
  for (const team of teams) await insertTeam(db, scope, { uuid: team, name: team, description: '' })
  return { scope, teams, projects: [], branches: new Map(), flow: [] }
}

async function take(account: Account, { kind, which, value, score, opened }: Step): Promise<void> {
  const { scope, teams, projects, branches } = account
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
    } else if (kind === 'move') {
      const [branchUuid] = [...branches.keys()].slice(value % Math.max(1, branches.size))
      // Names are unique in a project.
      if (branchUuid !== undefined)
        await sql`update branch set name = ${randomUUID()} where uuid = ${branchUuid}`.execute(tx)
      if (branchUuid !== undefined) await moveBranch(tx, scope, { uuid: branchUuid, projectUuid: uuid })
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
          team_uuids: value % 4 === 2 ? teams.slice(0, 1) : null,
        })
        .execute()
    }
  })
}

interface NextScan {
  tx: Parameters<typeof insertScans>[0]
  project: string
  name: string
  score: number
  opened: number
  hours: number
}

async function scan(
  { scope, branches, flow }: Account,
  { tx, project, name, score, opened, hours }: NextScan,
) {
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
  const scanUuid = randomUUID()
  await insertScans(tx, scope, [
    {
      uuid: scanUuid,
      contentUuid: scanUuid,
      previousUuid: null,
      branchUuid: uuid,
      projectUuid: project,
      buildUuid: randomUUID(),
      at,
      number: next.number,
      outcomeWithoutRules: null,
      formulaVersion: 1,
      securityScoring: 'cvss',
      outcome: score % 3 ? 'FAIL' : 'PASS',
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
      hasFlow: false,
      rerated: [],
      coverage: {
        checked: { npm: 1 },
        checkedCount: 1,
        byReason: {},
        blocking: 0,
        hiding: 0,
        gaps: [],
        measured: { security: true, stability: true, licensing: true },
      },
      loss: { coversLess: false, carriedSecurity: null },
    },
  ])
  const { number: scanNumber } = next
  await addFinding(tx, scope, {
    branchUuid: uuid,
    projectUuid: project,
    number: scanNumber,
    at,
    ends: scanNumber % 2 === 0,
  })
  await replaceUpgrades(tx, scope, [
    {
      branch: { uuid, projectUuid: project, lastNumber: scanNumber },
      upgrades: Array.from({ length: opened }, (_, at) => upgradeAt(at + (score % 3), score)),
    },
  ])
  await sql`
    update branch_upgrade set ssvc = (${score}::int + position) % 5
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${uuid}`.execute(tx)
  const cause = flowCauses[(score + hours) % flowCauses.length]!
  const isFix = cause === endKinds[0] || cause === endKinds[1]
  const added = {
    day: isoDay(at),
    severity: severities[score % 6]!,
    cause,
    days_to_fix: isFix && score % 2 ? hours : null,
    findings: opened + 1,
  }
  flow.push({ branchUuid: uuid, ...added })
  await addFlow(tx, scope, { branchUuid: uuid, flow: [added] })
  await tx
    .insertInto('finding_age')
    .values({
      account_uuid: scope.accountUuid,
      branch_uuid: uuid,
      severity: added.severity,
      since: added.day,
      findings: next.open + 1,
    })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Named by a CVE, by another one, by an alias, and one that was merged into the first. */
const advisories = Array.from({ length: 4 }, () => randomUUID())

async function addAdvisories(): Promise<void> {
  const [byCve, byOther, byAlias, merged] = advisories
  await sql`
    insert into advisory (uuid, cve, cves, joined_into) values (${byCve}, ${cves[0]}, ${[cves[0]]}, null),
      (${byOther}, ${cves[1]}, ${[cves[1], cves[2]]}, null), (${byAlias}, null, '{}', null),
      (${merged}, ${cves[4]}, ${[cves[4]]}, ${byCve})`.execute(db)
  await sql`insert into advisory_alias values (${cves[3]}, ${byAlias})`.execute(db)
}

interface Found {
  branchUuid: string
  projectUuid: string
  number: number
  at: Date
  ends: boolean
}

/** Every second scan ends what the one before it opened. */
async function addFinding(
  tx: NextScan['tx'],
  { accountUuid }: Scope,
  { branchUuid, projectUuid, number: scanNumber, at, ends }: Found,
): Promise<void> {
  if (ends)
    await sql`
      update finding set ended_at = ${at}, ended_number = ${scanNumber}, end_kind = 'upgraded'
      where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ended_at is null`.execute(tx)
  const advisory = advisories[(scanNumber + at.getUTCHours()) % advisories.length]
  await sql`
    insert into finding (account_uuid, uuid, branch_uuid, project_uuid, ecosystem, package_name, display_name,
      advisory_uuid, severity, category, fixed_versions, versions, introduced_number, introduced_at)
    values (${accountUuid}, gen_random_uuid(), ${branchUuid}, ${projectUuid}, 'npm', ${`package-${scanNumber}`}, 'p',
      ${advisory}, 'high', 'vulnerability', '{}', '[]', ${scanNumber}, ${at})`.execute(tx)
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
    advisoryUuids: [],
  }
}

function scopeOf({ scope, teams, projects }: Account, visibility: Question['visibility']): Scope {
  if (visibility === 'all') return scope
  if (visibility === 'one project')
    return callerScope(scope.accountUuid, { teams: 'all', project: projects[0] ?? randomUUID() })
  return callerScope(scope.accountUuid, { teams: visibility === 'both teams' ? teams : teams.slice(0, 1) })
}

const day = (offset: number) => isoDay(Date.UTC(2024, 1, 18 + offset))

async function compare(
  account: Account,
  { visibility, days, team, sort, direction, limit, ...filter }: Question,
) {
  const scope = scopeOf(account, visibility)
  const [startDate, endDate] = days.toSorted((a, b) => a - b).map(day)
  const input = { ...filter, ...(team !== null && { teamUUID: account.teams[team] }) }
  const selection = selectionOf(scope, contract.metrics.security.query.parse(input))
  const window = resolveWindow({ startDate, endDate }, 366, now)
  const request = {
    selection: { ...selection, window },
    page: { order: { sort, direction }, after: null, limit },
  }
  await compareMetrics(scope, request)
  // Reports end within a day.
  const before = new Date(window.before.getTime() - 7 * 3_600_000)
  await compareMetrics(scope, { ...request, selection: { ...selection, window: { ...window, before } } })
  const previousFrom = new Date(2 * window.from.getTime() - window.before.getTime())
  const trend = { selection, window: { ...window, previousFrom }, today: dayOf(now), targets: noTargets }
  const { comparable, firstScans, standing, ...sums } = await numbers.trend(scope, trend)
  expect(standing).toEqual(await expectedStanding(db, scope, trend))
  const asked = { request: trend, flow: account.flow }
  expect(sortedTrend(sums)).toEqual(await expectedTrend(db, scope, asked))
  const { projects, growth } = comparable
  expect({ projects, ...sortedTrend({ growth, firstScans: namedFindings(firstScans) }) }).toEqual(
    await expectedComparison(db, scope, asked),
  )
  await compareUpgrades(scope, selection)
}

const namedFindings = (firstScans: { day: number; branches: number }[]) =>
  firstScans.map(({ day, branches }) => ({ day, findings: branches }))

async function compareMetrics(scope: Scope, request: MetricsRequest): Promise<void> {
  const { all, matching, page } = await numbers.metrics(scope, request)
  const plain = await expectedMetrics(db, scope, request)
  const withoutChanges = ({ top, least, ...figures }: Figures) => {
    const only = (rows: Figures['top']) =>
      rows.map(({ closedWithoutFix: _closed, openedWithoutChange: _opened, ...row }) => row)
    return { ...figures, top: only(top), least: only(least) }
  }
  expect(withoutChanges(all)).toEqual(plain.all)
  expect(matching && withoutChanges(matching)).toEqual(plain.matching)
  expect(page).toEqual(plain.page)
  const last = page.at(-1)
  if (!last) return
  const after = { value: last[request.page.order.sort], uuid: last.branchUuid }
  const next = { ...request, page: { ...request.page, after } }
  expect(await numbers.rows(scope, next)).toEqual((await expectedMetrics(db, scope, next)).page)
}

async function compareUpgrades(scope: Scope, selection: ProjectSelection): Promise<void> {
  const query = { severities: [], isSnoozed: false, now, limit: 100 }
  const where = { kind: 'filtered' as const, selection }
  const all = await numbers.upgrades(scope, { ...query, where, after: null })
  const found = all.page.map((row) => ({
    key: `${row.packageName} ${row.to}`,
    branches: row.branches,
    projects: row.projects,
    direct: row.direct,
    transitive: row.transitive,
    counts: severities.map((severity) => row[severity]),
    knownExploited: row.knownExploited,
    likelyExploited: row.likelyExploited,
    from: row.from,
    through: row.through,
    ssvc: row.ssvc,
  }))
  const plain = await expectedUpgrades(db, scope, selection)
  expect(found.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual(plain)
  expect(all.overview.closes + all.overview.unfixable).toBe(
    plain.reduce((sum, { counts }) => sum + counts.reduce((one, count) => one + count, 0), 0),
  )
  for (const order of fixOrders) {
    const whole = (await numbers.upgrades(scope, { ...query, where, order, after: null })).page
    const keys = whole.map(({ sortKey }) => sortKey)
    expect(keys).toEqual(keys.toSorted())
    if (order === 'priority')
      expect(whole.map(byPlaceAndPriority)).toEqual(whole.map(byPlaceAndPriority).toSorted())
    const [first, ...rest] = whole
    if (first)
      expect((await numbers.upgrades(scope, { ...query, where, order, after: first.sortKey })).page).toEqual(
        rest,
      )
  }
}

const byPlaceAndPriority = ({ isMalware, to, ssvc }: UpgradeRow) =>
  `${isMalware ? 0 : to === '' ? 2 : 1} ${ssvc}`

test('the numbers equal those of the stored rows after any change', async () => {
  const history = fc.array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 5 }), question), {
    minLength: 2,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(history, async (turns) => {
      const account = await newAccount()
      for (const [steps, requests] of turns) {
        for (const each of steps) await take(account, each)
        await db
          .transaction()
          .execute((tx) => saveProbabilities(tx, new Map([[cves[steps.length % 6]!, steps.length / 8]])))
        const listed = cves.filter((_, at) => (at + steps.length) % 3 > 0)
        await db.transaction().execute((tx) => saveKnownExploited(tx, listed))
        await compare(account, requests)
        await compare(account, turns[0]![1])
      }
      const { scope, projects } = account
      for (const projectUuid of projects.slice(0, 1)) {
        const where = { kind: 'project' as const, projectUuid, branchUuid: null }
        const query = { severities: [], isSnoozed: false, now, after: null, limit: 100 }
        const only = callerScope(scope.accountUuid, { teams: 'all', project: projectUuid })
        const selection = selectionOf(only, contract.metrics.security.query.parse({}))
        expect(await numbers.upgrades(scope, { ...query, where })).toEqual(
          await numbers.upgrades(only, { ...query, where: { kind: 'filtered', selection } }),
        )
      }
    }),
    { numRuns: 20 },
  )
})

const scansOf = async (scope: Scope, asked: Numbers = numbers) => {
  const window = resolveWindow({ startDate: '2024-02-20', endDate: '2024-03-31' }, 366, now)
  const selection = { ...selectionOf(scope, contract.metrics.security.query.parse({})), window }
  const page = { order: { sort: 'projectUrl', direction: 'asc' }, after: null, limit: 1 } as const
  return (await asked.metrics(scope, { selection, page })).all.overview.totalScans
}

test('a change that began before a read and was committed after it is in the next one', async () => {
  const account = await newAccount()
  await take(account, { kind: 'project', which: 1, value: 1, score: 1, opened: 1 })
  const { scope, projects } = account
  const one = (tx: NextScan['tx'], name: string) =>
    scan(account, { tx, project: projects[0]!, name, score: 1, opened: 1, hours: 1 })
  expect(await scansOf(scope)).toBe(0)
  await db.transaction().execute(async (slow) => {
    await one(slow, 'slow')
    await db.transaction().execute((quick) => one(quick, 'quick'))
    expect(await scansOf(scope)).toBe(1)
  })
  expect(await scansOf(scope)).toBe(2)
})

test('accounts that were asked for least recently make room, and are read again', async () => {
  const small = computeNumbers(fresh, { maxBytes: 1 })
  const accounts = [await newAccount(), await newAccount()]
  for (const account of accounts) {
    await take(account, { kind: 'project', which: 1, value: 1, score: 1, opened: 1 })
    const next = { project: account.projects[0]!, name: 'main', score: 1, opened: 1, hours: 1 }
    for (let count = 1; count <= 40; count++) {
      await db.transaction().execute((tx) => scan(account, { tx, ...next }))
    }
  }
  for (const { scope } of [...accounts, ...accounts]) expect(await scansOf(scope, small)).toBe(40)
})

test('an account that is removed has no numbers', async () => {
  const account = await newAccount()
  const { scope } = account
  await take(account, { kind: 'project', which: 1, value: 1, score: 1, opened: 1 })
  const next = { project: account.projects[0]!, name: 'main', score: 1, opened: 1, hours: 1 }
  await db.transaction().execute((tx) => scan(account, { tx, ...next }))
  expect(await scansOf(scope)).toBe(1)
  await sql`delete from account where uuid = ${scope.accountUuid}`.execute(db)
  expect(await scansOf(scope)).toBe(0)
})
