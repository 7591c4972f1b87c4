import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { runAssay, runImport } from '#testing/run-assay.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { dependencyTrackClient } from '#testing/dependency-track-client.ts'
import {
  type FakeDependencyTrack,
  type FakeProject,
  generateProjects,
  seenAt,
  startFakeDependencyTrack,
} from '#testing/dependency-track-server.ts'
import { conditionCases, nameOfRule, ruleCases } from '#testing/dependency-track-settings.ts'
import { type TestMember } from '#testing/test-server.ts'

// `assay import dependency-track`, from a generated Dependency-Track to the real server.

const folder = temporaryFolder()
const server = testServer()

const key = 'odt_AbCdEfGh_0123456789'

interface Given {
  from: FakeDependencyTrack
  member: TestMember
  args?: string[]
  signal?: AbortSignal
}

const given = ({ from, args = [], ...more }: Given) => ({
  ...more,
  server,
  folder,
  args: ['dependency-track', '--url', from.url, ...args],
  environment: { DEPENDENCY_TRACK_API_KEY: key },
})
const importFrom = (of: Given) => runImport(given(of))
const start = ({ command = 'import', ...of }: Given & { command?: 'import' | 'compare' }) => {
  const run = given(of)
  return runAssay({ ...run, args: [command, ...run.args] })
}

const uploaded = (projects: readonly FakeProject[]) =>
  projects.filter(({ lastBomImport }) => lastBomImport !== null)

const comparable = ({
  name,
  version,
  tags,
  isLatest,
  lastBomImport,
}: Omit<FakeProject, 'uuid' | 'active' | 'packages'>) => ({
  name,
  version: version ?? 'main',
  tags,
  isLatest,
  lastBomImport,
})
const byName = (one: { name: string; version: string }, other: { name: string; version: string }) =>
  `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1

/** What our server says of every version, once all of them are scanned. */
async function versionsOf(member: TestMember, count: number) {
  const client = dependencyTrackClient(server, member)
  const list = async () => (await client.get('/api/v1/project?pageSize=1000')).body as FakeProject[]
  await expect
    .poll(async () => (await list()).filter(({ lastBomImport }) => lastBomImport).length, {
      timeout: 120_000,
    })
    .toBe(count)
  return list()
}

// npm run soak imports as many as a large installation has.
const projectCount = process.env['MODE'] === 'soak' ? 300 : 45

/** Of the settings that there can be, beside those that the portfolio has anyway. */
const becoming = (what: 'Policies' | 'Rules') =>
  conditionCases.filter(({ becomes }) => becomes === what).length
const rules = ruleCases.filter(({ why }) => why === null)
const reasonsOf = (left: readonly { name: string; why: string }[] = []) =>
  new Map(left.map(({ name, why }) => [name, why]))

describe.each([4, 5] as const)('version %i', (major) => {
  test('is imported number by number, and repeating it adds nothing', { timeout: 600_000 }, async () => {
    const projects = generateProjects(projectCount)
    const from = await startFakeDependencyTrack({ projects, major, key, hasAllSettings: true })
    const member = await server.newAccount()
    await member.api.accounts.setFeatures({
      params: { accountUuid: member.accountUuid },
      query: { names: 'teams' },
    })
    const before = new Set((await member.api.notificationRules.list()).map(({ uuid }) => uuid))
    const plan = await importFrom({ from, member, args: ['--dry-run'] })
    expect(await member.api.projects.list({ params: { accountUuid: member.accountUuid } })).toEqual([])
    const report = await importFrom({ from, member })
    const expected = uploaded(projects)
    expect(plan.imported).toEqual({
      'Project versions': expected.length,
      Policies: 1 + becoming('Policies'),
      Rules: 2 + becoming('Rules'),
      'Notification rules': 1 + rules.length,
      Teams: 1,
      'Private vulnerabilities': 1,
      'Parents as groups': 1,
    })
    // Each project that agrees about both of its audited findings; a comment each.
    const whole = new Set(
      expected.filter((each) => Math.floor(projects.indexOf(each) / 3) % 3 === 0).map(({ name }) => name),
    )
    expect(report.imported).toEqual({
      ...plan.imported,
      Rules: 3 + becoming('Rules'),
      'Analyses as states': 2 * whole.size,
      Comments: 2 * whole.size,
    })
    const left = Map.groupBy(report.leftOut, ({ what }) => what)
    expect(left.get('Project versions')).toHaveLength(projects.length - expected.length)
    const unmapped = conditionCases.flatMap(({ subject, operator, becomes }) =>
      typeof becomes === 'string'
        ? []
        : [[`${subject} ${operator}`, expect.stringContaining(becomes.why)] as const],
    )
    expect(reasonsOf(left.get('Policies'))).toEqual(
      new Map([['No old components', expect.stringContaining('age')], ...unmapped]),
    )
    const unsent = ruleCases.flatMap((rule) =>
      rule.why === null ? [] : [[nameOfRule(rule), expect.stringContaining(rule.why)] as const],
    )
    expect(reasonsOf(left.get('Notification rules'))).toEqual(
      new Map([['Chat', expect.stringContaining('secret')], ...unsent]),
    )
    const all = await member.api.notificationRules.list()
    const own = all.filter(({ uuid }) => !before.has(uuid))
    expect(own.map(({ name }) => name).toSorted()).toEqual(
      ['Mail to security', ...rules.map(nameOfRule)].toSorted(),
    )
    expect(left.get('Analyses as states')![0]).toMatchObject({ why: expect.stringContaining('disagree') })
    const { accountUuid } = member
    const policies = await member.api.rules.list({ params: { accountUuid } })
    const ofCases = new Set(conditionCases.map(({ subject, operator }) => `${subject} ${operator}`))
    const others = policies.filter(({ name }) => !ofCases.has(name))
    expect(policies.length - others.length).toBe(becoming('Rules') + becoming('Policies'))
    expect(others.map(({ name, condition, effect }) => [name, condition, effect])).toEqual([
      ['No copyleft', '"No copyleft" in license.violations', 'fail'],
      ['Not in app-1: app-1', '(component.purl.matches("^pkg:npm/lodash.*"))', 'warn'],
      [
        'Severe or exploited',
        '(finding.severity == "critical") || (finding.kev && finding.severity in ["high", "critical"])',
        'fail',
      ],
      [
        'Severe or exploited: components',
        String.raw`(component.name.matches("^(.*[/:])?left-pad$"))`,
        'fail',
      ],
    ])
    const [advisory] = await member.api.ownAdvisories.list({ params: { accountUuid } })
    expect(advisory).toMatchObject({
      id: 'INT-1',
      summary: 'Keys are logged',
      severity: 'high',
      cwes: ['CWE-532'],
      affected: [{ ecosystem: 'npm', package: 'package-1', ranges: [{ introduced: '0', fixed: '1.2.0' }] }],
    })
    expect([left.get('Members')!.length, left.get('API keys')!.length]).toEqual([1, 1])

    const [group] = await member.api.groups.list()
    const grouped = await member.api.groups.projects({ params: { groupUuid: group!.uuid } })
    const inGroup = new Set(expected.filter(({ parent }) => parent).map(({ name }) => name))
    expect([group!.name, grouped.length]).toEqual(['platform', inGroup.size])

    const versions = await versionsOf(member, expected.length)
    const latest = expected.filter(({ isLatest }) => isLatest)
    const named = new Set(latest.map(({ name }) => name))
    const isCompared = ({ name }: { name: string }) => named.has(name)
    expect(versions.filter(isCompared).map(comparable).toSorted(byName)).toEqual(
      expected.filter(isCompared).map(comparable).toSorted(byName),
    )
    expect(versions.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(
      expected.map(({ name, version }) => `${name} ${version ?? 'main'}`).toSorted(),
    )

    const { stdout } = await start({ from, member, args: ['--dry-run'] })
    expect(stdout.split('\n')).toContainEqual(expect.stringMatching(/^Left out:$/))
    expect(stdout).toContain('\n  Members: jane: jane@example.org: with --invite')

    const again = await importFrom({ from, member })
    expect(again.imported).toEqual({})
    expect(again.there).toMatchObject({
      'Project versions': expected.length,
      Policies: 1 + becoming('Policies'),
      Rules: 3 + becoming('Rules'),
      'Notification rules': 1 + rules.length,
      Teams: 1,
      Comments: 2 * whole.size,
    })
    await from.stop()
  })
})

test('findings of both sides are compared, with the reason of each difference', async () => {
  const projects = generateProjects(2)
  const from = await startFakeDependencyTrack({ projects, major: 5, key })
  const member = await server.newAccount()
  await importFrom({ from, member })
  await versionsOf(member, 2)
  const compare = async () => {
    const { stdout } = await start({ from, member, command: 'compare', args: ['--json'] })
    return JSON.parse(stdout) as { name: string; both: number; differences: { reason: string }[] }[]
  }
  await expect.poll(compare, { timeout: 60_000, interval: 1000 }).toMatchObject([
    {
      differences: expect.arrayContaining([expect.objectContaining({ reason: 'excluded-here' })]),
    },
    { isMissing: false },
  ])
  await from.stop()
})

test('analyses become states with their comments, and findings begin when they were first seen', async () => {
  const projects = generateProjects(1)
  const from = await startFakeDependencyTrack({ projects, major: 4, key })
  const member = await server.newAccount()
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, JSON.stringify({ Chat: 'https://chat.example.org/hook' }))
  await importFrom({ from, member, args: ['--secrets', secrets] })
  const [version] = await versionsOf(member, 1)
  const client = dependencyTrackClient(server, member)
  const findings = async () =>
    ((await client.get(`/api/v1/finding/project/${version!.uuid}?suppressed=true`)).body as Finding[]).map(
      ({ vulnerability, analysis }) => [vulnerability.vulnId, analysis.state, analysis.isSuppressed],
    )
  await expect.poll(findings).toEqual(
    expect.arrayContaining([
      ['CVE-2019-10744', 'NOT_AFFECTED', true],
      ['CVE-2020-8203', 'EXPLOITABLE', true],
      ['CVE-2021-23337', 'NOT_SET', false],
    ]),
  )
  const { accountUuid } = member
  const params = { accountUuid }
  const { decisions } = await member.api.decisions.list({ params })
  expect(
    decisions.map(({ displayId, state, justification, reason }) => [displayId, state, justification, reason]),
  ).toEqual(
    expect.arrayContaining([
      [
        'CVE-2019-10744',
        'not-affected',
        'vulnerable_code_not_in_execute_path',
        'From Dependency-Track: NOT_AFFECTED, CODE_NOT_REACHABLE.\nSee ticket 7.',
      ],
      [
        'CVE-2020-8203',
        'accepted',
        null,
        'From Dependency-Track: EXPLOITABLE, UPDATE, suppressed.\nSee ticket 7.',
      ],
    ]),
  )
  const [project] = await member.api.projects.list({ params })
  const query = {
    projectUuid: project!.uuid,
    ecosystem: 'npm',
    package: 'lodash',
    advisoryUuid: decisions[0]!.advisoryUuid!,
  }
  const { comments } = await member.api.triage.read({ params, query })
  expect(comments).toMatchObject([
    {
      text: 'Reviewed with the team.',
      author: null,
      authorName: 'jane (Dependency-Track)',
      createdAt: Date.parse('2024-01-01T00:00:00Z'),
    },
  ])
  const open = await member.api.scans.findings({ params: { projectUuid: project!.uuid } })
  expect(open.find(({ cve }) => cve === 'CVE-2021-23337')!.lifetime).toMatchObject({ introducedAt: seenAt })
  expect((await member.api.notificationChannels.list()).map(({ name }) => name).toSorted()).toEqual([
    'Chat',
    'Mail to security',
  ])
  await from.stop()
})

test('members of teams are invited if that is asked for', async () => {
  const from = await startFakeDependencyTrack({ projects: [], major: 5, key })
  const member = await server.newAccount()
  await member.api.accounts.setFeatures({
    params: { accountUuid: member.accountUuid },
    query: { names: 'teams' },
  })
  expect((await importFrom({ from, member, args: ['--invite'] })).imported).toMatchObject({ Members: 1 })
  const team = (await member.api.teams.list()).find(({ name }) => name === 'Payments')!
  expect(await member.api.teams.members({ params: { teamUuid: team.uuid } })).toMatchObject([
    { email: 'jane@example.org', role: 'Team viewer' },
  ])
  expect((await importFrom({ from, member, args: ['--invite'] })).there).toMatchObject({ Members: 1 })
  await from.stop()
})

interface Finding {
  vulnerability: { vulnId: string }
  analysis: { state: string; isSuppressed: boolean }
}

test(
  'an import that is killed at 20 places, from its beginning to its end, is completed by the next one',
  { timeout: 600_000 },
  async () => {
    const projects = generateProjects(45)
    const from = await startFakeDependencyTrack({ projects, major: 5, key })
    const member = await server.newAccount()
    // One that finds everything there makes the fewest requests.
    const other = await server.newAccount()
    await importFrom({ from, member: other })
    const first = from.received.length
    await importFrom({ from, member: other })
    const requests = from.received.length - first
    for (let place = 1; place <= 20; place++) {
      const killed = new AbortController()
      const before = from.received.length
      from.onRequest = (count) => {
        if (count - before === Math.ceil((requests * place) / 21)) killed.abort()
      }
      await expect(start({ from, member, signal: killed.signal })).rejects.toThrow()
    }
    delete from.onRequest
    await importFrom({ from, member })
    const expected = uploaded(projects)
    const versions = await versionsOf(member, expected.length)
    expect(versions).toHaveLength(expected.length)
    expect((await importFrom({ from, member })).imported).toEqual({})
    const scans = await server.db
      .selectFrom('build')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_uuid', '=', member.accountUuid)
      .where('source', '=', 'upload')
      .executeTakeFirstOrThrow()
    expect(scans.count).toBe(expected.length)
    await from.stop()
  },
)
