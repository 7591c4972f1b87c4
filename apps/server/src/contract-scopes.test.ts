import type { GroupItem } from '@assay/contract/groups.ts'
import type { Fixes } from '@assay/contract/fixes.ts'
import type { Dependency } from '@assay/contract/insights.ts'
import type { OpenVulnerability } from '@assay/contract/open-vulnerabilities.ts'
import type { LicenseUse } from '@assay/contract/license-use.ts'
import type { MetricsProject, SecurityMetrics } from '@assay/contract/metrics.ts'
import type { Posture, ScoreCounts, Trend } from '@assay/contract/trends.ts'
import { eventOf } from '@assay/contract/endpoint.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { accountScope } from '#auth/scope.ts'
import {
  expected,
  type Filter,
  readRows,
  type Rows,
  rowsOf,
  seesGroup,
  seesTeam,
} from '#testing/expected-views.ts'
import { makeFindingsOld } from '#testing/make-findings-old.ts'
import { makeViews, type View } from '#testing/views.ts'
import { call, guarded } from '#testing/contract-calls.ts'

// Compares everything that lists, counts or caches with a simple computation over the visible rows, for callers with
// every kind of scope.

let rows: Rows
const account = () => rows.account

const server = testServer()
beforeAll(async () => {
  const created = await makeViews(server)
  // What was set meanwhile may have queued rescans.
  await vi.waitUntil(async () => (await created.admin.api.system.queue()).work.length === 0, {
    timeout: 60_000,
  })
  await sql`
    insert into watched_image (account_uuid, uuid, project_uuid, host, repository, tag, every_hours, next_check_at)
    select account_uuid, gen_random_uuid(), uuid, 'registry.example.org', uuid::text, '1.0', 6, now() + interval '1 year'
    from project`.execute(server.db)
  await sql`
    insert into exploited_case (account_uuid, uuid, advisory_uuid, aware_at, facts)
    select distinct on (account_uuid) account_uuid, gen_random_uuid(), advisory_uuid, introduced_at, '{}'::jsonb
    from finding where cve = ${cve} order by account_uuid, introduced_at`.execute(server.db)
  rows = await readRows(server.db, created)
})

const names = [
  'administrator',
  'viewer',
  'leader of A',
  'leader of A and viewer of B',
  'viewer of A',
  'viewer of B',
  'collaborator of both',
  'viewer of no team',
  'stranger',
  'token to read',
  'token to write',
  'token to administrate',
  'token for SCIM',
  'token of A',
  'token of B to read',
  'viewer of C',
  'token of C to read',
  'token of a1',
  'token of a1 by its team',
  'token of b1 to write',
  'token of free',
  'token of a project of another team',
]

/** null: 403, which is checked elsewhere, or nothing. */
async function ask<T>({ authorization }: View, path: string): Promise<T | null> {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization } })
  if (response.status === 403) return null
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return text === '' ? null : (JSON.parse(text) as T)
}

/** The account's part of a path; another account's caller uses its own. */
const ofAccount = async (view: View, path: string) => {
  const own = view.isStranger ? await ownAccount(view) : account().admin.accountUuid
  return `/api/v1/accounts/${own}/${path}`
}
/** Of a rule of the account that hits something in the last scan of each branch. */
async function hitsOfRule(view: View): Promise<string> {
  const { accountUuid } = account().admin
  const { uuid } = await server.db
    .selectFrom('policy')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('kind', '=', 'condition')
    .where('name', '=', 'account')
    .executeTakeFirstOrThrow()
  await sql`
    insert into rule_result (account_uuid, scan_uuid, position, branch_uuid, rule_uuid, name, effect, mode, hit_count,
      undecided_count, passed_unknown, fails, hits, issues)
    select branch.account_uuid, coalesce(scan.content_uuid, scan.uuid), 90, branch.uuid, ${uuid}, 'account', 'warn', 'on',
      1, 0, 0, false, '[{"kind": "scan", "key": "", "label": "x", "unknown": []}]', '[]'
    from branch join scan on scan.account_uuid = branch.account_uuid and scan.uuid = branch.last_scan_uuid
    where branch.account_uuid = ${accountUuid}
    on conflict do nothing`.execute(server.db)
  return ofAccount(view, `policies/rules/${uuid}/hits`)
}
const ownAccount = async (view: View) => (await ask<{ uuid: string }>(view, '/api/v1/accounts/me'))!.uuid

const cve = 'CVE-2021-23337'
type Item = Record<string, string>
const sorted = (items: Item[] | null, field: string) =>
  items && items.map((item) => item[field]!).toSorted((one, other) => (one < other ? -1 : 1))

/** Actual and expected results; null if rejected. */
type Compared = (view: View) => Promise<[answered: unknown, expected: unknown]>

const listOf =
  (path: string, field: string, expected: (view: View) => unknown): Compared =>
  async (view) => {
    const full = path.startsWith('/') ? path : await ofAccount(view, path)
    return [sorted(await ask<Item[]>(view, full), field), expected(view)]
  }

/** The main branch of each project was scanned first. */
const isOnMain = ({ project_uuid: project, branch_uuid: branch }: Rows['findings'][number]) =>
  rows.scans
    .filter((each) => each.project_uuid === project)
    .toSorted((one, other) => one.scanned_at.getTime() - other.scanned_at.getTime())[0]?.branch_uuid ===
  branch

const compared: Record<string, Compared> = {
  // Nothing is queued; queued work is covered by operations/queue.test.ts.
  'system.queue': async (view) => [
    await ask(view, '/api/v1/queue'),
    { isWholeInstallation: false, work: [] },
  ],
  'projects.list': listOf('projects', 'uuid', (view) => expected.projects(rows, view)),
  async 'projects.page'(view) {
    const page = await ask<{ items: Item[] }>(view, await ofAccount(view, 'projects/page'))
    return [page && sorted(page.items, 'uuid'), expected.projects(rows, view)]
  },
  'rkvst.projects': async (view) => {
    const path = (await ofAccount(view, 'projects')).replace('/api/v1/', '/api/v1/rkvst/')
    return [sorted(await ask<Item[]>(view, path), 'uuid'), expected.projects(rows, view)]
  },
  async 'live.events'(view) {
    const response = await fetch(`${server.url}/api/v1/live?withinMs=86400000`, {
      headers: { authorization: view.authorization },
    })
    if (response.status === 403) return [null, null]
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const { value = '' } = await reader.read()
    await reader.cancel()
    const { scans } = JSON.parse(value.slice('data:'.length)) as { scans: Item[] }
    const projects = new Set(scans.map(({ projectUuid }) => projectUuid!))
    return [[...projects].toSorted(), expected.projects(rows, view)]
  },
  'projects.count': async (view) => [
    await ask(view, await ofAccount(view, 'projects/count')),
    { count: view.projects.length },
  ],
  async 'projects.ofRepository'({ authorization, projects }) {
    const { status } = await fetch(`${server.url}/api/v1/projects/gh/views/a1`, {
      headers: { authorization },
    })
    return status === 403 ? [null, null] : [status, projects.includes('a1') ? 200 : 404]
  },
  'reports.list': listOf('/api/v1/reports', 'uuid', (view) => expected.branches(rows, view)),
  'reports.listV2': listOf('/api/v2/reports', 'uuid', (view) => expected.branches(rows, view)),
  async 'reports.listV3'(view) {
    const page = await ask<{ items: Item[] }>(view, '/api/v3/reports')
    return [page && sorted(page.items, 'uuid'), expected.branches(rows, view)]
  },
  'images.list': listOf('images', 'projectUuid', (view) => expected.projects(rows, view)),
  'exclusions.list': listOf('exclusions', 'description', expected.exclusions),
  async 'triage.list'(view) {
    const page = await ask<{ findings: Item[] }>(view, await ofAccount(view, 'findings?limit=200'))
    return [page && sorted(page.findings, 'projectUuid'), expected.triaged(rows, view)]
  },
  async 'triage.read'(view) {
    const found = rows.findings as unknown as { project_uuid: string; advisory_uuid: string }[]
    const seen = new Set<string>()
    for (const { project_uuid: project, advisory_uuid: advisory } of found) {
      const about = `projectUuid=${project}&ecosystem=npm&package=lodash&advisoryUuid=${advisory}`
      const url = `${server.url}${await ofAccount(view, `finding?${about}`)}`
      const { status } = await fetch(url, { headers: { authorization: view.authorization } })
      if (status === 403) return [null, null]
      if (status === 200) seen.add(project)
    }
    const visible = expected.projects(rows, view)
    return [
      [...seen].toSorted(),
      visible.filter((uuid) => found.some(({ project_uuid: project }) => project === uuid)),
    ]
  },
  async 'decisions.list'(view) {
    const page = await ask<{ decisions: Item[] }>(view, await ofAccount(view, 'decisions?limit=200'))
    return [page && sorted(page.decisions, 'reason'), expected.exclusions(view)]
  },
  // The account has one, which names how many of the visible projects it affects.
  async 'cases.list'(view) {
    const page = await ask<{ cases: { projects: number }[] }>(view, '/api/v1/cases')
    const affected = new Set(
      rows.findings
        .filter((row) => row.cve === cve && row.ended_at === null && isOnMain(row))
        .map(({ project_uuid: project }) => project),
    )
    const visible = expected.projects(rows, view).filter((uuid) => affected.has(uuid)).length
    return [page && (page.cases[0]?.projects ?? 0), visible]
  },
  'gaps.list': listOf('accepted-gaps', 'reason', expected.gaps),
  'eras.list': listOf('/api/v1/eras', 'name', expected.eras),
  'eras.schedules': listOf('/api/v1/eras/schedules', 'name', expected.eras),
  'vex.list': listOf('vex', 'title', expected.vex),
  'policies.list': listOf('policies/licenses', 'name', expected.policies),
  // License policies are rules, too.
  async 'rules.list'(view) {
    const items = await ask<Item[]>(view, await ofAccount(view, 'policies/rules'))
    return [
      items &&
        sorted(
          items.filter(({ kind }) => kind === 'condition'),
          'name',
        ),
      expected.policies(view),
    ]
  },
  async 'ruleHits.list'(view) {
    if (view.isStranger) return [null, null]
    const path = await hitsOfRule(view)
    const page = await ask<{ hits: Item[]; total: number }>(view, `${path}?limit=500`)
    const branches = expected.branches(rows, view)
    return [page && [sorted(page.hits, 'projectUuid'), page.total], [branches, branches.length]]
  },
  async 'ruleHits.csv'(view) {
    if (view.isStranger) return [null, null]
    const { authorization } = view
    const path = await hitsOfRule(view)
    const response = await fetch(`${server.url}${path}.csv`, { headers: { authorization } })
    if (response.status === 403) return [null, null]
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
    return [lines.length, expected.branches(rows, view).length]
  },
  async 'components.licenses'(view) {
    const { authorization } = view
    const url = `${server.url}/api/v1/licenses/library/npm/left-pad/1.3.0`
    const response = await fetch(url, { headers: { authorization } })
    if (response.status === 403) return [null, null]
    // Unknown to callers without access to an inventory that lists it.
    const actual = response.status === 404 ? [] : sorted((await response.json()) as Item[], 'id')
    return [actual, expected.licenses(view)]
  },
  'components.copyright': async (view) => {
    const path = '/api/v1/licenses/library/npm/left-pad/1.3.0/copyright'
    const leaks = await ask<{ text: string }>(view, path)
    return [leaks?.text.split('\n').toSorted(), expected.copyrights(view)]
  },
  'notificationChannels.list': listOf('/api/v1/notifications/channels', 'name', (view) => teamsSeen(view)),
  async 'notificationDeliveries.list'(view) {
    const log = await ask<{ deliveries: Item[] }>(view, '/api/v1/notifications/deliveries')
    const emails = teamsLed(view).map((name) => `${name.toLowerCase()}@example.org`)
    return [log && sorted(log.deliveries, 'recipient'), emails]
  },
  'notificationRules.list': listOf('/api/v1/notifications/rules', 'name', (view) => [
    ...teamsSeen(view),
    ...(view.teams === 'all' ? firstRules : []),
  ]),
  'teams.list': listOf('/api/v1/teams', 'name', (view) => [...teamsListed(view), ...everyone(view)]),
  'accounts.teams': listOf('teams', 'name', (view) => teamsListed(view)),
  'members.list': async (view) => [
    sorted(await ask<Item[]>(view, await ofAccount(view, 'members')), 'email')?.length,
    view.isStranger ? 1 : expected.members(rows, view).length,
  ],
  'tokens.list': async (view) => {
    const actual = sorted(await ask<Item[]>(view, await ofAccount(view, 'tokens')), 'uuid')
    return view.isStranger ? [actual?.length, 1] : [actual, expected.tokens(rows, view)]
  },
  'tags.list': async (view) => {
    const tags = await ask<{ name: string; projects: string[] }[]>(view, '/api/v1/accounts/me/tags')
    const web = { name: 'web', projects: expected.taggedProjects(rows, view) }
    return [
      tags?.map((tag) => ({ name: tag.name, projects: tag.projects.toSorted() })),
      view.isStranger ? [] : [web],
    ]
  },
  async 'groups.list'(view) {
    const groups = await ask<GroupItem[]>(view, '/api/v1/groups')
    return [groups?.map(({ name, numbers }) => [name, numbers.projects]), expected.groups(view)]
  },
  async 'tags.get'(view) {
    if (view.isStranger) return [null, null]
    const tag = await ask<{ projects: string[] }>(view, '/api/v1/accounts/me/tags/web')
    return [tag?.projects.toSorted(), expected.taggedProjects(rows, view)]
  },
  async 'vulnerabilities.occurrences'(view) {
    const page = await ask<Record<string, unknown> & { items: Item[] }>(
      view,
      `/api/v1/vulnerabilities/${cve}/occurrences`,
    )
    if (!page) return [null, null]
    const { openCount, endedCount, openProjects, items } = page
    return [
      { openCount, endedCount, openProjects, items: sorted(items, 'projectUuid') },
      expected.occurrences(rows, view, cve),
    ]
  },
  'metrics.security': (view) => metricsOf(view, {}),
  async 'metrics.rows'(view) {
    const metrics = await ask<SecurityMetrics>(view, '/api/v1/metrics/security/me/projects')
    return [metrics && metrics.projects.map(rowOf).toSorted(byKey), rowsOf(rows, view.projects)]
  },
  async 'trends.security'(view) {
    const trend = await ask<Trend>(view, '/api/v1/metrics/security/me/trend')
    return [trend && trend.open, expected.fixes(rows, view).closes]
  },
  async 'trends.posture'(view) {
    const posture = await ask<Posture>(view, '/api/v1/metrics/security/me/posture')
    return [posture && posture.open, expected.fixes(rows, view).closes]
  },
  async 'trends.scores'(view) {
    const scores = await ask<ScoreCounts>(view, '/api/v1/metrics/security/me/scores')
    const projects = rowsOf(rows, view.projects).map(({ key }) => key.split(' ')[0])
    return [scores && scores.counts.reduce((sum, count) => sum + count, 0), new Set(projects).size]
  },
  // Without a target nothing is overdue.
  async 'trends.overdue'(view) {
    await server.db
      .updateTable('account')
      .set({ fix_targets: '{"CRITICAL": 1, "HIGH": 1, "MEDIUM": 1, "LOW": 1}' })
      .where('uuid', '=', rows.account.admin.accountUuid)
      .execute()
    await makeFindingsOld(server.db, rows.account.admin.accountUuid, 9)
    const body = await ask<{ findings: Item[] }>(view, '/api/v1/metrics/security/me/overdue')
    return [sorted(body && body.findings, 'projectUuid'), expected.overdue(rows, view)]
  },
  async 'trends.findings'(view) {
    const body = await ask<{ findings: Item[] }>(
      view,
      '/api/v1/metrics/security/me/trend/findings?event=open',
    )
    return [sorted(body && body.findings, 'projectUuid'), expected.overdue(rows, view)]
  },
  // What is told of projects out of scope is in moving.test.ts.
  async 'moving.comparison'(view) {
    const path = await ofAccount(view, 'moving/dependency-track/comparison')
    return [(await ask<{ versions: Item[] }>(view, path))?.versions, []]
  },
  async 'fixes.list'(view) {
    const fixes = await ask<Fixes>(view, '/api/v1/metrics/security/me/fixes')
    if (!fixes) return [null, null]
    const { branches = 0, projects = 0 } = fixes.upgrades[0] ?? {}
    const found = { branches, projects, closes: fixes.overview.closes + fixes.overview.unfixable }
    return [
      { ...found, packages: new Set(fixes.upgrades.map(({ name }) => name)).size },
      expected.fixes(rows, view),
    ]
  },
  async 'fixes.csv'(view) {
    const path = '/api/v1/metrics/security/me/fixes.csv'
    const response = await fetch(`${server.url}${path}`, { headers: { authorization: view.authorization } })
    if (response.status === 403) return [null, null]
    const packages = (await response.text()).trimEnd().split('\r\n').slice(1)
    const names = new Set(packages.map((line) => line.split(',')[1]!))
    return [names.size, expected.fixes(rows, view).packages]
  },
  async 'fixes.uses'(view) {
    const path = '/api/v1/metrics/security/me/fixes/uses?ecosystem=npm&packageName=lodash&to=4.17.21'
    const body = await ask<{ uses: Item[] }>(view, path)
    return [sorted(body && body.uses, 'projectUuid'), expected.fixUses(rows, view)]
  },
  async 'openVulnerabilities.list'(view) {
    const path = (await ofAccount(view, 'insights/vulnerabilities')).replace('/v1/', '/v2/')
    const body = await ask<{ vulnerabilities: OpenVulnerability[] }>(view, path)
    const actual = body?.vulnerabilities.map(({ cve, findings, projects }) => ({
      cve,
      findings,
      projects,
    }))
    return [
      actual?.toSorted((one, other) => (one.cve! < other.cve! ? -1 : 1)),
      expected.vulnerabilities(rows, view),
    ]
  },
  async 'openVulnerabilities.count'(view) {
    const path = (await ofAccount(view, 'insights/vulnerabilities/count')).replace('/v1/', '/v2/')
    const count = await ask<{ vulnerabilities: number; findings: number }>(view, path)
    const vulnerabilities = expected.vulnerabilities(rows, view)
    const findings = vulnerabilities.reduce((sum, each) => sum + each.findings, 0)
    return [count, { vulnerabilities: vulnerabilities.length, findings }]
  },
  async 'openVulnerabilities.csv'(view) {
    const { authorization } = view
    const path = (await ofAccount(view, 'insights/vulnerabilities.csv')).replace('/v1/', '/v2/')
    const response = await fetch(`${server.url}${path}`, { headers: { authorization } })
    if (response.status === 403) return [null, null]
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
    const ids = lines.map((line) => line.split(',')[0]!)
    return [ids.toSorted(), expected.vulnerabilities(rows, view).map(({ cve }) => cve)]
  },
  async 'licenseUse.list'(view) {
    const path = (await ofAccount(view, 'insights/licenses')).replace('/v1/', '/v2/')
    const body = await ask<{ licenses: LicenseUse[] }>(view, path)
    const actual = body?.licenses
      .filter(({ license }) => license !== null)
      .map(({ license, components, projects }) => ({ license: license!.id, components, projects }))
    return [
      actual?.toSorted((one, other) => (one.license < other.license ? -1 : 1)),
      expected.licenseUse(rows, view),
    ]
  },
  async 'licenseUse.csv'(view) {
    const { authorization } = view
    const path = (await ofAccount(view, 'insights/licenses.csv')).replace('/v1/', '/v2/')
    const response = await fetch(`${server.url}${path}`, { headers: { authorization } })
    if (response.status === 403) return [null, null]
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
    const ids = lines.map((line) => line.split(',')[0]!).filter((id) => id !== 'none')
    return [ids.toSorted(), expected.licenseUse(rows, view).map(({ license }) => license)]
  },
  async 'licenseUse.branches'(view) {
    const [some] = expected.licenseUse(rows, view)
    const license = encodeURIComponent(some?.license ?? 'MIT')
    const path = await ofAccount(view, `insights/licenses/branches?license=${license}`)
    const body = await ask<{ branches: Item[] }>(view, path.replace('/v1/', '/v2/'))
    return [body && new Set(body.branches.map(({ projectUuid }) => projectUuid)).size, some?.projects ?? 0]
  },
  async 'insights.dependencies'(view) {
    const body = await ask<{ dependencies: Dependency[] }>(view, await insights(view, ''))
    const actual = body?.dependencies.map(({ name, version, projects, branches, licenses }) => ({
      key: `${name}@${version}`,
      projects,
      branches,
      licenses,
    }))
    return [actual, expected.dependencies(rows, view)]
  },
  async 'insights.csv'(view) {
    const { authorization } = view
    const response = await fetch(`${server.url}${await insights(view, '.csv')}`, {
      headers: { authorization },
    })
    if (response.status === 403) return [null, null]
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
    const keys = lines.map((line) => line.split(',').slice(1, 3).join('@'))
    return [keys, expected.dependencies(rows, view).map(({ key }) => key)]
  },
  async 'insights.uses'(view) {
    const path = await insights(view, '/uses?ecosystem=npm&name=left-pad&version=1.3.0')
    const body = await ask<{ uses: Item[] }>(view, path)
    return [sorted(body && body.uses, 'projectUuid'), expected.uses(rows, view, 'left-pad')]
  },
  async 'insights.paths'(view) {
    const { authorization } = view
    const query = `project=${account().projects['a1']}&branch=main&name=left-pad&version=1.3.0`
    const path = `${server.url}${await insights(view, `/paths?${query}`)}`
    const { status } = await fetch(path, { headers: { authorization } })
    return status === 403 ? [null, null] : [status, view.projects.includes('a1') ? 200 : 404]
  },
}

const firstRules = ['Minimum scores and failures', 'Urgent findings', 'Weekly summary']

const insights = async (view: View, rest: string) =>
  (await ofAccount(view, `insights/dependencies${rest}`)).replace('/api/v1/', '/api/v2/')

const teamsSeen = (view: View) => (view.isStranger ? [] : ['A', 'B'].filter((name) => seesTeam(view, name)))
const teamsListed = (view: View) => [
  ...teamsSeen(view),
  ...(!view.isStranger && seesTeam(view, 'C') ? ['C'] : []),
]
/** Those whose channels the caller may change. */
const teamsLed = (view: View) =>
  teamsSeen(view).filter((name) => view.administrates === 'all' || view.administrates.includes(name))
const everyone = ({ teams }: View) => (teams === 'all' ? ['Everyone'] : [])

const rowOf = (row: MetricsProject) => ({
  key: keyOf(row),
  totalScans: row.totalScans,
  vulnerabilitiesIdentified: row.vulnerabilitiesIdentified,
  vulnerabilitiesAddressed: row.vulnerabilitiesAddressed,
  vulnerabilityCount: row.vulnerabilityCount,
  performanceScore: row.performanceScore,
})
const keyOf = ({ projectUUID, lastScanned }: MetricsProject) => `${projectUUID} ${lastScanned}`
const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)

const filters: Record<string, Filter> = {
  nothing: {},
  'team A': { team: 'A' },
  'team B': { team: 'B' },
  'a tag': { tagged: true },
  'a group': { grouped: true },
  'a name': { search: 'a1' },
  'a team and a name': { team: 'B', search: 'b1' },
}

const queryOf = ({ team, tagged, grouped, search }: Filter, cache: boolean) =>
  new URLSearchParams({
    ...(team && { teamUUID: account().teams[team as 'A'] }),
    ...(tagged && { tags: 'web' }),
    ...(grouped && { groupUuid: account().groupUuid }),
    ...(search && { project: search }),
    cache: String(cache),
  })

async function metricsOf(view: View, filter: Filter, cache = false): Promise<[unknown, unknown]> {
  const metrics = await ask<SecurityMetrics>(view, `/api/v1/metrics/security/me?${queryOf(filter, cache)}`)
  return metrics ? [figuresOf(metrics), expected.metrics(rows, view, filter)] : [null, null]
}

const figuresOf = ({
  overview: { filteredOverview, ...overview },
  filteredOverview: more,
  ...answer
}: SecurityMetrics) => ({
  ...highlightsOf(overview, answer),
  filtered: more && filteredOverview ? highlightsOf(filteredOverview, more) : null,
  rows: answer.projects.map(rowOf).toSorted(byKey),
})

type Highlights = NonNullable<SecurityMetrics['filteredOverview']>
const highlightsOf = (overview: object, highlights: Highlights) => ({
  overview,
  top: highlights.topPerforming.map(keyOf).toSorted(),
  least: highlights.leastPerforming.map(keyOf).toSorted(),
  usage: lastOf(highlights.projectsUsage) ?? { totalProjects: 0, totalScans: 0 },
  exclusions: lastOf(highlights.exclusionUsage)?.totalExclusions ?? 0,
})

/** Cumulative: the last day has the total. */
const lastOf = <T>({ sortedDates, dates }: { sortedDates: string[]; dates: Record<string, T> }) =>
  dates[sortedDates.at(-1) ?? '']

/** The same for all members, independent of teams and projects. */
const ofTheAccount = [
  'accounts.configuration',
  'cases.settings',
  'retention.get',
  'quotas.get',
  'retention.holds',
  'accounts.setup',
  'accounts.paygTokens',
  'accounts.me',
  'accounts.list',
  'properties.ofAccount',
  'demo.progress',
  'eras.config',
  'advisoryDatabases.list',
  'advisoryDatabases.feeds',
  'advisoryDatabases.lists',
  'advisoryDatabases.progress',
  'knowledge.export',
  'stats.alerts',
  'stats.alertsOfDay',
  'stats.databases',
  'stats.publicVulnerabilities',
  'site.health',
  'site.license',
  'barista.ping',
  'cli.update',
  'policies.templates',
  'rules.templates',
  'rules.evaluation',
  'isaac.policies',
  'components.advices',
  'components.next',
  'components.registryWebUrl',
  'components.findLicenses',
  'overrides.licenses',
  'trustedKeys.list',
  'trustedRoots.list',
  'ownAdvisories.list',
  'ownAdvisories.versions',
  'ownAdvisories.export',
  'overrides.copyrights',
  'vulnerabilities.get',
  'vulnerabilities.list',
  'referenceData.features',
  'referenceData.plans',
  'referenceData.accountProperties',
  'referenceData.teamProperties',
  'referenceData.languages',
  'referenceData.componentLanguages',
  'referenceData.scopes',
  'notifications.config',
  'slackSetup.info',
  'slackSetup.status',
  'slackSetup.rentalTime',
  'pullServer.connection',
  'tickets.trackers',
]

/** Only for callers with account-wide access. */
const wholeAccount = [
  'accounts.supportToken',
  'audit.list',
  'audit.csv',
  'personalData.erasures',
  'moving.setting',
  'referenceData.siteStats',
  'site.network',
  'site.status',
  'releases.status',
  'barista.service',
  'scimStatus.get',
  'jobs.list',
  'jobs.failed',
  'sso.get',
  'integrations.list',
  'registries.list',
  'images.logins',
  'integrations.deliveries',
  'datadog.setup',
  'datadog.history',
  'jira.config',
  'rkvst.credentials',
  'jira.jiraProjects',
  'jira.issueMeta',
  'scim.listUsers',
  'scim.listGroups',
]

/** The caller's own objects. */
const ofCaller = ['users.me', 'mfa.status']

const namesResource = (path: string) => /\{(?!accountUuid)\w*Uuid\}|\{id\}/.test(path)

describe('every GET', () => {
  // What is returned about a resource is compared in contract-teams.test.ts.
  test('returns one object, data of the caller or account, or is compared here', () => {
    const ids = guarded
      .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.permission !== 'session')
      .filter(({ id, endpoint }) => !namesResource(endpoint.path) || id in compared)
      .map(({ id }) => id)
    const known = [...Object.keys(compared), ...ofTheAccount, ...wholeAccount, ...ofCaller]
    expect(known.filter((id) => !guarded.some((each) => each.id === id))).toEqual([])
    expect(ids.filter((id) => !known.includes(id))).toEqual([])
  })

  test('the list of callers is complete', () => {
    expect(Object.keys(account().views).toSorted()).toEqual(names.toSorted())
  })

  test.each(names)('returns exactly the rows in scope: %s', async (name) => {
    const bodies: string[] = []
    for (const [id, compare] of Object.entries(compared)) {
      const [actual, visible] = await compare(account().views[name]!)
      if (actual === null || actual === undefined) continue
      expect([id, actual]).toEqual([id, visible])
      bodies.push(id)
    }
    expect(bodies.length > 5).toBe(name !== 'token for SCIM')
  })

  test.each([
    ['viewer of A', 'A', 'B'],
    ['leader of A', 'A', 'B'],
    ['viewer of B', 'B', 'A'],
  ] as const)('names no other team, even for members who belong to both: %s', async (name, own, other) => {
    const { teams, projects, views, admin } = account()
    const ids = {
      accountUuid: admin.accountUuid,
      teamUuid: teams[own],
      memberUuid: views['collaborator of both']!.memberUuid,
      projectUuid: projects[own === 'A' ? 'a1' : 'b1']!,
      name: 'web',
    }
    const leaks: string[] = []
    let count = 0
    for (const operation of guarded) {
      const { method, responses } = operation.endpoint
      if (method !== 'GET' || (responses[200] && eventOf(responses[200]))) continue
      const response = await call(server, operation, { authorization: views[name]!.authorization, ids })
      if ((await response.text()).includes(teams[other])) leaks.push(operation.id)
      if (response.ok) count++
    }
    expect(leaks).toEqual([])
    expect(count).toBeGreaterThan(15)
  })

  test('for the whole account requires account-wide access', async () => {
    for (const name of names) {
      const view = account().views[name]!
      const isWhole = view.teams === 'all' && view.administrates === 'all'
      for (const path of [await ofAccount(view, 'audit'), '/api/v1/admin/ag/site-stats'])
        if (!isWhole && name !== 'token for SCIM')
          expect([name, path, await ask(view, path)]).toEqual([name, path, null])
    }
  })

  test('the numbers of the account exclude other accounts', async () => {
    expect(await ask(account().views['administrator']!, '/api/v1/admin/ag/site-stats')).toEqual({
      accounts: 1,
      members: rows.members.length,
      teams: 3,
      projects: 4,
      scans: 7,
    })
  })
})

describe('metrics', () => {
  test.each(Object.entries(filters))('filtered by %s match the rows in scope', async (_by, filter) => {
    for (const [name, view] of Object.entries(account().views)) {
      if (filter.team && !seesTeam(view, filter.team)) continue
      if (filter.grouped && !seesGroup(view)) continue
      if (filter.team && (view.isStranger || view.projects.join() === 'free')) continue
      const [actual, visible] = await metricsOf(view, filter)
      expect([name, actual]).toEqual([name, visible])
    }
  })

  /** The first caller fills the cache; all others follow, in both orders. */
  test.each(names)('cached for %s are never returned to others', async (first) => {
    const { views, admin } = account()
    await incrementRevision(server.db, accountScope(admin.accountUuid))
    const from = names.indexOf(first)
    const order = [...names.slice(from), ...names.slice(0, from)]
    for (const name of [...order, ...order.toReversed()]) {
      const [actual, visible] = await metricsOf(views[name]!, {}, true)
      expect([name, actual]).toEqual([name, visible])
    }
  })

  test('are recomputed when a project changes its team, and when a team is deleted', async () => {
    const { admin, projects, teams } = account()
    const teamUuid = await server.addTeam(admin, 'D')
    const viewer = await server.addMember(admin, 'Team viewer', teamUuid)
    const query = { cache: 'true' }
    const body = {
      file: { filename: 'a.json', bytes: new TextEncoder().encode('{"lockfileVersion":3,"packages":{}}') },
    }
    const { uuid } = await admin.api.uploads.intoNew({
      body: { ...body, branch: 'main', url: 'https://example.org/moved', teamUuid },
    })
    const seen = async () =>
      (await viewer.api.metrics.security({ query })).projects.map((row) => row.projectUUID)
    expect(await seen()).toEqual([uuid])
    await admin.api.metrics.security({ query: { ...query, teamUUID: teamUuid } })
    await admin.api.uploads.intoProject({
      params: { projectUuid: uuid },
      body: { ...body, branch: 'main', teamUuid: teams.A, wait: 'false' },
    })
    expect(await seen()).toEqual([])
    expect(projects['a1']).not.toBe(uuid)
    await admin.api.teams.remove({ params: { teamUuid } })
    await expect(
      admin.api.metrics.security({ query: { ...query, teamUUID: teamUuid } }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
