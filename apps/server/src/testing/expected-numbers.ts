import { dayMs, isoDay } from '@assay/engine/time.ts'
import { performanceScore } from '@assay/engine/scoring/performance-score.ts'
import { endKinds, severities } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { ruleInScope } from '#projects/in-scope-store.ts'
import type { MetricsRequest, MetricsRow } from '#reporting/numbers/metrics-response.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import type { StandingSums } from '#reporting/numbers/standing.ts'
import type { TrendRequest } from '#reporting/numbers/trend.ts'

// The dashboard's numbers computed plainly, row by row, to compare the product's with.

interface Selected {
  uuid: string
  name: string
  project: string
  projectName: string
  url: string
  matches: boolean
}

async function selected(db: Database, scope: Scope, selection: ProjectSelection): Promise<Selected[]> {
  const { rows } = await sql<Selected>`
    select branch.uuid, branch.name, reach.uuid as project, reach.name as "projectName", reach.url, matches
    from (${projectsInScope(scope, selection)}) reach
    join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = reach.uuid
    where ${isNamedLike(selection.branchPatterns)}`.execute(db)
  return rows
}
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const sum = <T>(rows: readonly T[], valueOf: (row: T) => number) =>
  rows.reduce((all, row) => all + valueOf(row), 0)

/** By the scans in the window, without their running totals. */
export async function expectedMetrics(db: Database, scope: Scope, { selection, page }: MetricsRequest) {
  const { from, before } = selection.window
  const scans = await db
    .selectFrom('scan')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('scanned_at', '>=', from)
    .where('scanned_at', '<', before)
    .orderBy('number')
    .execute()
  const rows = (await selected(db, scope, selection)).flatMap((branch) => {
    const own = scans.filter((scan) => scan.branch_uuid === branch.uuid)
    const [first, last] = [own[0], own.at(-1)]
    return first && last ? [{ branch, own, first, last, row: rowOf(branch, own) }] : []
  })
  const figuresOf = async (which: typeof rows, of: 'all' | 'matching') => {
    const average = (valueOf: (row: (typeof rows)[number]) => number) =>
      which.length === 0 ? null : Math.floor(sum(which, valueOf) / which.length + 0.5)
    const score = average(({ last }) => last.security_score)
    const scoreBefore = average(({ first }) => first.security_score)
    const libyears = which.flatMap(({ last }) => last.libyears ?? [])
    const unknown = which.flatMap(({ last }) => last.unknown_releases ?? [])
    const ranked = (sign: number) =>
      which
        .filter(({ row }) => row.performanceScore * sign > 0)
        .toSorted(
          (one, other) =>
            sign * (other.row.performanceScore - one.row.performanceScore) ||
            byBytes(one.branch.projectName, other.branch.projectName) ||
            byBytes(one.branch.name, other.branch.name) ||
            byBytes(one.branch.uuid, other.branch.uuid),
        )
        .slice(0, 3)
        .map(({ row, branch }) => ({
          ...row,
          branches: rows.filter((each) => each.branch.project === branch.project).length,
        }))
    return {
      overview: {
        rows: which.length,
        measuredRows: which.length,
        numberOfProjects: new Set(which.map(({ branch }) => branch.project)).size,
        totalScans: sum(which, ({ row }) => row.totalScans),
        vulnerabilitiesIdentified: sum(which, ({ row }) => row.vulnerabilitiesIdentified),
        vulnerabilitiesAddressed: sum(which, ({ row }) => row.vulnerabilitiesAddressed),
        libyears: libyears.length === 0 ? null : Math.round(sum(libyears, (each) => each * 100)) / 100,
        unknownReleases: unknown.length === 0 ? null : sum(unknown, (each) => each),
        securityScore: score,
        deltaSecurityScore: score === null ? null : score - scoreBefore!,
      },
      top: ranked(1),
      least: ranked(-1),
      usage: usageOf(which.map(({ branch, own }) => ({ project: branch.project, own }))),
      exclusions: await exclusionsOf(db, scope, { selection, of }),
    }
  }
  const found = rows.filter(({ branch }) => branch.matches)
  return {
    all: await figuresOf(rows, 'all'),
    matching: selection.search === '' ? null : await figuresOf(found, 'matching'),
    page: pageOf(
      found.map(({ row }) => row),
      page,
    ),
  }
}

interface ScanRow {
  number: number
  scanned_at: Date
  security_score: number
  vulnerability_count: number
  vulnerability_delta: number
  identified_count: number
  mitigation_count: number
}

function rowOf(branch: Selected, own: readonly ScanRow[]): MetricsRow {
  const [first, last] = [own[0]!, own.at(-1)!]
  const pointOf = (scan: ScanRow) => ({
    securityScore: scan.security_score,
    vulnerabilityCount: scan.vulnerability_count,
  })
  return {
    branchUuid: branch.uuid,
    projectUUID: branch.project,
    projectUrl: branch.url,
    projectName: branch.projectName,
    projectBranch: branch.name,
    totalScans: own.length,
    vulnerabilitiesIdentified:
      first.vulnerability_count - first.vulnerability_delta + sum(own, (scan) => scan.identified_count),
    vulnerabilitiesAddressed: sum(own, (scan) => scan.mitigation_count),
    vulnerabilityCount: last.vulnerability_count,
    securityScore: last.security_score,
    measured: { security: true, stability: true, licensing: true },
    coversLess: false,
    deltaSecurityScore: last.security_score - first.security_score,
    deltaVulns: last.vulnerability_count - first.vulnerability_count,
    performanceScore: performanceScore(pointOf(first), pointOf(last)),
    lastScanned: last.scanned_at.getTime(),
  }
}

function usageOf(branches: readonly { project: string; own: readonly ScanRow[] }[]) {
  const scans = branches.flatMap(({ project, own }) =>
    own.map(({ scanned_at }) => ({ project, day: isoDay(scanned_at) })),
  )
  const days = [...new Set(scans.map(({ day }) => day))].toSorted()
  return days.map((day) => {
    const until = scans.filter((scan) => scan.day <= day)
    return { day, totalScans: until.length, totalProjects: new Set(until.map(({ project }) => project)).size }
  })
}

async function exclusionsOf(
  db: Database,
  scope: Scope,
  { selection, of }: { selection: MetricsRequest['selection']; of: 'all' | 'matching' },
) {
  const { teamUuid, window } = selection
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from exclusion
    where account_uuid = ${scope.accountUuid}
      and created_at >= ${window.from}::timestamptz and created_at < ${window.before}::timestamptz
      and case when project_uuid is null
        then ${ruleInScope(scope)} ${teamUuid === null ? sql`` : sql`and coalesce(${teamUuid} = any(team_uuids), true)`}
        else project_uuid in (
          select uuid from (${projectsInScope(scope, selection)}) reach where ${of === 'all'} or matches) end`.execute(
    db,
  )
  const days = rows.map(({ at }) => isoDay(at)).toSorted()
  return [...new Set(days)].map((day) => ({
    day,
    totalExclusions: days.filter((each) => each <= day).length,
  }))
}

function pageOf(rows: readonly MetricsRow[], { order, after, limit }: MetricsRequest['page']): MetricsRow[] {
  const { sort, direction } = order
  const sign = direction === 'asc' ? 1 : -1
  const compare = (one: [string | number, string], other: [string | number, string]) =>
    sign *
    ((typeof one[0] === 'number' ? one[0] - Number(other[0]) : byBytes(one[0], String(other[0]))) ||
      byBytes(one[1], other[1]))
  const keyOf = (row: MetricsRow): [string | number, string] => [row[sort], row.branchUuid]
  return rows
    .filter((row) => after === null || compare(keyOf(row), [after.value, after.uuid]) > 0)
    .toSorted((one, other) => compare(keyOf(one), keyOf(other)))
    .slice(0, limit + 1)
}

export interface FlowRow {
  branchUuid: string
  day: string
  severity: string
  cause: string
  days_to_fix?: number | null
  findings: number
}

const dayNumber = (day: string) => Date.parse(day) / dayMs

/** Adds the findings of rows with an equal key; none with a sum of 0. */
function grouped<Row extends { findings: number }>(rows: readonly Row[]): Row[] {
  const keyOf = ({ findings: _findings, ...key }: Row) => JSON.stringify(key, Object.keys(key).toSorted())
  return [...Map.groupBy(rows, keyOf)]
    .toSorted(([one], [other]) => byBytes(one, other))
    .map(([, equal]) => ({ ...equal[0]!, findings: sum(equal, ({ findings }) => findings) }))
    .filter(({ findings }) => findings !== 0)
}

/** In the same order, for comparisons. */
export const sortedTrend = (sums: Record<string, { findings: number }[]>) =>
  Object.fromEntries(Object.entries(sums).map(([key, rows]) => [key, grouped(rows)]))

/** Of what scans opened and ended, and of the stored ages. */
export async function expectedTrend(
  db: Database,
  scope: Scope,
  { request: { selection, window }, flow }: { request: TrendRequest; flow: readonly FlowRow[] },
) {
  const branches = (await selected(db, scope, selection)).filter(({ matches }) => matches)
  const uuids = new Set(branches.map(({ uuid }) => uuid))
  const [previous, from, before] = [window.previousFrom, window.from, window.before].map(isoDay)
  const own = flow.filter(({ branchUuid, day }) => uuids.has(branchUuid) && day >= previous!)
  const within = own.filter(({ day }) => day >= from! && day < before!)
  const ages = await db
    .selectFrom('finding_age')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .execute()
  return sortedTrend({
    growth: own
      .filter(({ day }) => day >= from!)
      .map(({ day, severity, cause, findings }) => ({
        day: day < before! ? dayNumber(day) : null,
        severity,
        findings: (endKinds as readonly string[]).includes(cause) ? -findings : findings,
      })),
    weeks: within
      .filter(({ cause }) => cause !== 'rerated')
      // January 1, 1970 was a Thursday.
      .map(({ day, cause, findings }) => ({
        week: dayNumber(day) - ((dayNumber(day) + 3) % 7),
        cause,
        findings,
      })),
    fixes: own
      .filter(({ day, cause }) => day < before! && (cause === 'upgraded' || cause === 'removed'))
      .map(({ day, severity, days_to_fix = null, findings }) => ({
        isBefore: day < from!,
        severity,
        days: days_to_fix,
        findings,
      })),
    ages: ages
      .filter(({ branch_uuid }) => uuids.has(branch_uuid))
      .map(({ severity, since, findings }) => ({ severity, since: dayNumber(since), findings })),
    overdue: [],
  })
}

/** Only of branches that were scanned before the window; and the first scans of those that were not. */
export async function expectedComparison(
  db: Database,
  scope: Scope,
  { request: { selection, window }, flow }: { request: TrendRequest; flow: readonly FlowRow[] },
) {
  const branches = (await selected(db, scope, selection)).filter(({ matches }) => matches)
  const scans = await db
    .selectFrom('scan')
    .select(['branch_uuid', 'scanned_at'])
    .where('account_uuid', '=', scope.accountUuid)
    .execute()
  const firstOf = (uuid: string) =>
    Math.min(...scans.filter((scan) => scan.branch_uuid === uuid).map((scan) => scan.scanned_at.getTime()))
  const comparable = branches.filter(({ uuid }) => firstOf(uuid) < window.from.getTime())
  const uuids = new Set(comparable.map(({ uuid }) => uuid))
  const [from, before] = [window.from, window.before].map(isoDay)
  const firsts = branches
    .map(({ uuid }) => firstOf(uuid))
    .filter((first) => first >= window.from.getTime() && first < window.before.getTime())
  return {
    projects: new Set(comparable.map(({ project }) => project)).size,
    ...sortedTrend({
      growth: flow
        .filter(({ branchUuid, day }) => uuids.has(branchUuid) && day >= from! && day < before!)
        .map(({ severity, cause, findings }) => ({
          severity,
          findings: (endKinds as readonly string[]).includes(cause) ? -findings : findings,
        })),
      firstScans: firsts.map((first) => ({ day: dayNumber(isoDay(new Date(first))), findings: 1 })),
    }),
  }
}

/** At the end of a window of whole days. */
export async function expectedStanding(
  db: Database,
  scope: Scope,
  { selection, window: { before } }: TrendRequest,
): Promise<StandingSums> {
  const last = new Map<string, { outcome: string; declared_outcome: string | null }>()
  const { accountUuid } = scope
  const scans = db.selectFrom('scan').selectAll().where('account_uuid', '=', accountUuid)
  const findings = db.selectFrom('finding').selectAll().where('account_uuid', '=', accountUuid)
  for (const scan of await scans.orderBy('number').execute())
    if (scan.scanned_at < before) last.set(scan.branch_uuid, scan)
  const branches = (await selected(db, scope, selection)).filter(
    ({ uuid, matches }) => matches && last.has(uuid),
  )
  const isBelow = ({ uuid }: Selected) => {
    const { outcome, declared_outcome: declared } = last.get(uuid)!
    return (declared ?? outcome) === 'FAIL'
  }
  const uuids = new Set(branches.map(({ uuid }) => uuid))
  const vulnerabilityOf = await expectedExploited(db)
  const found = (await findings.execute()).filter(
    (row) =>
      uuids.has(row.branch_uuid) &&
      row.introduced_at < before &&
      (row.ended_at === null || row.ended_at >= before),
  )
  const exploited = found.flatMap((row) => vulnerabilityOf(row.advisory_uuid) ?? [])
  return {
    projects: new Set(branches.map(({ project }) => project)).size,
    belowPolicy: new Set(branches.filter(isBelow).map(({ project }) => project)).size,
    knownExploited: new Set(exploited).size,
  }
}

/** The vulnerability that lists show for an advisory; undefined if it is not known exploited. */
async function expectedExploited(db: Database) {
  const advisories = await db.selectFrom('advisory').selectAll().execute()
  const aliases = await db.selectFrom('advisory_alias').selectAll().execute()
  const signals = await db.selectFrom('advisory_signal').selectAll().execute()
  const isExploited = (cve: string) => signals.some((each) => each.cve === cve && each.known_exploited)
  return (advisoryUuid: string): string | undefined => {
    const own = advisories.find(({ uuid }) => uuid === advisoryUuid)!
    const stays = advisories.find(({ uuid }) => uuid === own.joined_into) ?? own
    const named = aliases.filter((each) => each.advisory_uuid === stays.uuid).map(({ alias }) => alias)
    return [...named, ...stays.cves, ...(stays.cve === null ? [] : [stays.cve])].some(isExploited)
      ? stays.uuid
      : undefined
  }
}

/** Per upgrade: the branches and projects with it, and what it closes. */
export async function expectedUpgrades(db: Database, scope: Scope, selection: ProjectSelection) {
  const branches = (await selected(db, scope, selection)).filter(({ matches }) => matches)
  const rows = await db
    .selectFrom('branch_upgrade')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .execute()
  const signals = await db.selectFrom('advisory_signal').selectAll().execute()
  const own = rows.flatMap((row) => {
    const branch = branches.find(({ uuid }) => uuid === row.branch_uuid)
    return branch ? [{ ...row, project: branch.project }] : []
  })
  const upgrades = [...Map.groupBy(own, (row) => `${row.package_name} ${row.to_version}`)].map(
    ([key, of]) => {
      const cves = of.flatMap((row) => row.cves)
      const epss = cves.flatMap((cve) => signals.find((each) => each.cve === cve)?.epss ?? [])
      return {
        key,
        branches: of.length,
        projects: new Set(of.map(({ project }) => project)).size,
        direct: of.filter((row) => row.is_direct === true).length,
        transitive: of.filter((row) => row.is_direct === false).length,
        counts: severities.map((severity) => sum(of, (row) => row[severity])),
        knownExploited: cves.filter((cve) => signals.find((each) => each.cve === cve)?.known_exploited)
          .length,
        likelyExploited: epss.filter((each) => each >= 0.1).length,
        from: mostFrequent(of.flatMap((row) => row.from_versions)),
        through: mostFrequent(of.flatMap((row) => row.through)),
        ssvc: Math.min(...of.map((row) => row.ssvc)),
      }
    },
  )
  return upgrades.toSorted((one, other) => byBytes(one.key, other.key))
}

function mostFrequent(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(([one, first], [other, second]) => second.length - first.length || byBytes(one, other))
    .map(([value]) => value)
}
